#pragma once

#include "compute_node/ranks/messenger.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace farfield::compute {

/// Answers to one program by rank, on their way from the messenger's thread to the program's.
class RankAnswers {
public:
    explicit RankAnswers(int ranks) : messages_(ranks) {}

    void add(int from, RankMessage message)
    {
        const std::lock_guard lock{mutex_};
        messages_[from].push_back(std::move(message));
        changed_.notify_one();
    }
    void fail(const std::string& text)
    {
        const std::lock_guard lock{mutex_};
        failure_ = text;
        changed_.notify_one();
    }
    /// Takes the next answer of a rank. Throws std::runtime_error after fail().
    [[nodiscard]] RankMessage take(int from)
    {
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [&] { return !messages_[from].empty() || !failure_.empty(); });
        if (!failure_.empty()) throw std::runtime_error(failure_);
        RankMessage message = std::move(messages_[from].front());
        messages_[from].pop_front();
        return message;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::deque<RankMessage>> messages_;  ///< [ranks]
    std::string failure_;
};

/// The other ranks' results, by the jobs' numbers. Each is owned by its job's thread; the result of a job
/// that has ended is dropped. Threads: one at a time.
template <class Answers>
class JobsUnderWay {
public:
    void add(std::uint32_t job, const std::shared_ptr<Answers>& answers)
    {
        std::erase_if(jobs_, [](const auto& entry) { return entry.second.expired(); });
        jobs_[job] = answers;
    }
    /// The results of a job; null when it has ended.
    [[nodiscard]] std::shared_ptr<Answers> find(std::uint32_t job) const
    {
        const auto found = jobs_.find(job);
        return found == jobs_.end() ? nullptr : found->second.lock();
    }
    void fail(std::uint32_t job, const std::string& text) const
    {
        if (const auto answers = find(job)) answers->fail(text);
    }
    void fail_all(const std::string& text) const
    {
        for (const auto& [job, weak] : jobs_)
            if (const auto answers = weak.lock()) answers->fail(text);
    }

private:
    std::map<std::uint32_t, std::weak_ptr<Answers>> jobs_;
};

}  // namespace farfield::compute
