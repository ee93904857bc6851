#include "compute_node/ranks/remote_lines.h"

namespace farfield::compute {

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
