#pragma once

#include "compute_node/ranks/messenger.h"
#include "compute_node/support/shared_work.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace farfield::compute {

/// The queue of other ranks' results of one job's parts, from the communication thread to the job's.
template <class Answer>
class RemoteResults {
public:
    /// threads: [ranks] threads of each rank; 0: it gets no part. parts_at_once: largest number of parts of a
    /// rank; of two, one is in work while the next is on its way.
    explicit RemoteResults(std::vector<int> threads, int parts_at_once = 2)
        : threads_{std::move(threads)}, parts_at_once_{parts_at_once}, parts_(threads_.size())
    {}

    /// Adds an answer. last: it is the last of its part.
    void add(int from, Answer answer, bool last)
    {
        const std::lock_guard lock{mutex_};
        if (last) --parts_[from];
        answers_.push_back(std::move(answer));
        changed_.notify_one();
    }
    void fail(const std::string& words)
    {
        const std::lock_guard lock{mutex_};
        failure_ = words;
        changed_.notify_one();
    }

    /// A rank other than 0 with fewer parts than parts_at_once; 0 when there is none.
    [[nodiscard]] int free_rank() const
    {
        const std::lock_guard lock{mutex_};
        int freest = 0;
        for (int rank = 1; rank < static_cast<int>(parts_.size()); ++rank)
            if (threads_[rank] > 0 && parts_[rank] < parts_at_once_ &&
                (freest == 0 || parts_[rank] < parts_[freest]))
                freest = rank;
        return freest;
    }
    void note_given(int rank)
    {
        const std::lock_guard lock{mutex_};
        ++parts_[rank];
    }
    /// Takes answers. wait: for one, for some milliseconds. Throws std::runtime_error after fail().
    [[nodiscard]] std::vector<Answer> take(bool wait)
    {
        std::unique_lock lock{mutex_};
        if (wait)
            changed_.wait_for(lock, longest_wait, [this] { return !answers_.empty() || !failure_.empty(); });
        if (!failure_.empty()) throw std::runtime_error(failure_);
        return std::exchange(answers_, {});
    }
    [[nodiscard]] int threads_of(int rank) const { return threads_[rank]; }
    /// Number of threads of all ranks but 0.
    [[nodiscard]] int all_threads() const { return std::accumulate(threads_.begin() + 1, threads_.end(), 0); }

private:
    /// Longest wait: a waiting thread also checks whether the job has been cancelled.
    static constexpr std::chrono::milliseconds longest_wait{5};

    std::vector<int> threads_;
    int parts_at_once_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<int> parts_;  ///< [ranks] number of parts given and not yet back
    std::vector<Answer> answers_;
    std::string failure_;
};

/// A part of a job, on its way to a rank.
template <class Part>
struct PartOrder {
    std::uint32_t job = 0;
    Part part;

    template <class Parts>
    void parts(Parts& with)
    {
        with(job, part);
    }
};

/// Work that the other ranks share: part_order messages carry PartOrders, an end_order message ends the
/// job.
template <class Part, class Result, auto part_order, auto end_order>
class RemoteWork final : public SharedWork<Part, Result> {
public:
    using Helper = typename SharedWork<Part, Result>::Helper;

    RemoteWork(Messenger& messenger, std::uint32_t job, std::shared_ptr<RemoteResults<Result>> answers)
        : messenger_{messenger}, job_{job}, answers_{std::move(answers)}
    {}
    ~RemoteWork() override { messenger_.send_to_all(message_of(end_order, job_)); }
    RemoteWork(const RemoteWork&) = delete;
    RemoteWork& operator=(const RemoteWork&) = delete;

    [[nodiscard]] std::optional<Helper> free_helper() const override
    {
        const int rank = answers_->free_rank();
        if (rank == 0) return std::nullopt;
        return Helper{rank, answers_->threads_of(rank)};
    }
    [[nodiscard]] int threads() const override { return answers_->all_threads(); }
    void give(int helper, const Part& part) override
    {
        answers_->note_given(helper);
        messenger_.send(helper, message_of(part_order, PartOrder<Part>{job_, part}));
    }
    [[nodiscard]] std::vector<Result> take(bool wait) override { return answers_->take(wait); }

private:
    Messenger& messenger_;
    std::uint32_t job_;
    std::shared_ptr<RemoteResults<Result>> answers_;
};

}  // namespace farfield::compute
