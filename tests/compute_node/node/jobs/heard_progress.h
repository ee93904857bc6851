#pragma once

#include "model/calls/jobs.h"
#include "net/message/notices.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace farfield::node::testing {

/// A session that hears of jobs. Threads: any.
class HeardProgress {
public:
    explicit HeardProgress(const std::string& session = "viewer")
        : notices{std::make_shared<net::Notices>(session,
                                                 [this](const std::string& method, const net::Json& params) {
                                                     if (method == "job.progress") take(params);
                                                 })}
    {}
    ~HeardProgress() { notices->end(); }
    HeardProgress(const HeardProgress&) = delete;
    HeardProgress& operator=(const HeardProgress&) = delete;

    /// All that was heard, once the job is through.
    [[nodiscard]] std::vector<model::JobProgress> until_end()
    {
        std::unique_lock lock{mutex_};
        heard_.wait(lock, [this] {
            return !progress_.empty() && progress_.back().state != model::JobState::Running;
        });
        return progress_;
    }
    /// The same once a job has reported so often.
    [[nodiscard]] std::vector<model::JobProgress> until(std::size_t count)
    {
        std::unique_lock lock{mutex_};
        heard_.wait(lock, [&] { return progress_.size() >= count; });
        return progress_;
    }

    const std::shared_ptr<net::Notices> notices;

private:
    void take(const net::Json& params)
    {
        const std::lock_guard lock{mutex_};
        progress_.push_back(model::read_answer<model::JobProgress>(params));
        heard_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable heard_;
    std::vector<model::JobProgress> progress_;
};

}  // namespace farfield::node::testing
