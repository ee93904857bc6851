#include "compute_node/ranks/remote_lines.h"

#include <chrono>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

/// One is traced while the next is on its way.
constexpr int parts_at_once = 2;
/// Whoever waits also looks whether the job has been cancelled.
constexpr std::chrono::milliseconds longest_wait{5};

}  // namespace

void LineAnswers::add(int from, BlockAnswer answer)
{
    const std::lock_guard lock{mutex_};
    if (answer.last) --parts_[from];
    blocks_.push_back(std::move(answer.block));
    changed_.notify_one();
}

void LineAnswers::fail(const std::string& words)
{
    const std::lock_guard lock{mutex_};
    failure_ = words;
    changed_.notify_one();
}

int LineAnswers::free_rank() const
{
    const std::lock_guard lock{mutex_};
    int freest = 0;
    for (int rank = 1; rank < static_cast<int>(parts_.size()); ++rank)
        if (parts_[rank] < parts_at_once && (freest == 0 || parts_[rank] < parts_[freest])) freest = rank;
    return freest;
}

void LineAnswers::note_given(int rank)
{
    const std::lock_guard lock{mutex_};
    ++parts_[rank];
}

std::vector<LineBlock> LineAnswers::take(bool wait)
{
    std::unique_lock lock{mutex_};
    if (wait) changed_.wait_for(lock, longest_wait, [this] { return !blocks_.empty() || !failure_.empty(); });
    if (!failure_.empty()) throw std::runtime_error(failure_);
    return std::exchange(blocks_, {});
}

int LineAnswers::all_threads() const
{
    return std::accumulate(threads_.begin() + 1, threads_.end(), 0);
}

RemoteLines::~RemoteLines()
{
    postman_.send_to_all(message_of(Order::EndJob, job_));
}

std::optional<LineHelp::Helper> RemoteLines::free_helper() const
{
    const int rank = answers_->free_rank();
    if (rank == 0) return std::nullopt;
    return Helper{rank, answers_->threads_of(rank)};
}

void RemoteLines::give(int helper, std::size_t first, const LineSeeds& seeds)
{
    answers_->note_given(helper);
    postman_.send(helper, message_of(Order::Lines, LinesOrder{job_, first, seeds}));
}

void RemoteLines::cancel()
{
    postman_.send_to_all(message_of(Order::Cancel, job_));
}

}  // namespace farfield::compute
