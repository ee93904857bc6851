#include "compute_node/ranks/blocks/block_holder.h"

#include "compute_node/ranks/blocks/block_lines.h"

#include <fmt/format.h>

#include <exception>
#include <iterator>
#include <new>
#include <utility>

namespace farfield::compute {

void BlockHolder::open(OpenOrder order)
{
    order.dataset.reader = reader_;
    OpenedAnswer answer{order.block, {}, {}};
    const auto is_unwanted = [&] {
        const std::lock_guard lock{mutex_};
        return forsaken_.contains(order.block);
    };
    try {
        DatasetBlock opened = open_block(order.dataset, order.choice, rank_, ranks_, is_unwanted);
        answer.summary = std::move(opened.summary);
        const std::lock_guard lock{mutex_};
        blocks_.insert_or_assign(order.block, HeldBlock{opened.field, opened.blocks});
    } catch (const std::bad_alloc&) {
        answer.failure = fmt::format("no memory for its block of '{}'", order.dataset.name);
    } catch (const std::exception& error) {
        answer.failure = error.what();
    }
    send_(0, message_of(Order::Opened, answer));
}

void BlockHolder::forsake(std::uint32_t block)
{
    const std::lock_guard lock{mutex_};
    forsaken_.insert(block);
}

void BlockHolder::drop(std::uint32_t block)
{
    std::map<std::uint32_t, HeldBlock>::node_type dropped;  // freed without the lock
    const std::lock_guard lock{mutex_};
    dropped = blocks_.extract(block);
    forsaken_.erase(block);
}

std::shared_ptr<const Field> BlockHolder::field_of(std::uint32_t block) const
{
    const std::lock_guard lock{mutex_};
    return blocks_.at(block).field;
}

SampledAnswer BlockHolder::sample(const SampleOrder& order) const
{
    SampledAnswer answer{order.asker, std::vector<PlaceSample>(order.positions.size())};
    const std::shared_ptr<const Field> field = field_of(order.block);
    sample_block(*field, order.positions, order.kind, order.time, answer.samples, order.threads);
    return answer;
}

bool BlockHolder::begin(std::uint32_t job)
{
    const std::lock_guard lock{mutex_};
    latest_job_ = job;
    return !inboxes_[job].empty();
}

void BlockHolder::end(std::uint32_t job)
{
    const std::lock_guard lock{mutex_};
    inboxes_.erase(job);
}

bool BlockHolder::take_in(TravelOrder order)
{
    const std::lock_guard lock{mutex_};
    const bool has_ended = order.job <= latest_job_ && !inboxes_.contains(order.job);
    if (has_ended) return false;
    auto& inbox = inboxes_[order.job];
    std::move(order.lines.begin(), order.lines.end(), std::back_inserter(inbox));
    return order.job <= latest_job_;
}

std::vector<TravellingLine> BlockHolder::take_lines(std::uint32_t job, std::size_t count)
{
    const std::lock_guard lock{mutex_};
    const auto inbox = inboxes_.find(job);
    if (inbox == inboxes_.end()) return {};
    return take_some(inbox->second, count);
}

bool BlockHolder::follow(const JobOrder& job, const std::atomic<bool>& cancelled)
{
    const auto found = blocks_.find(job.field);
    if (found == blocks_.end()) return false;
    const auto& [field, blocks] = found->second;
    std::vector<TravellingLine> lines = take_lines(job.job, lines_of_a_visit(job.threads));
    if (lines.empty()) return false;
    BlockVisit visit = trace_in_block(*field, job.settings, std::move(lines), job.threads, &cancelled);
    if (!visit.pieces.pieces.empty())
        send_(0, message_of(Order::Pieces, PiecesAnswer{job.job, std::move(visit.pieces)}));
    for (auto& [block, leaving] : by_block(std::move(visit.leaving), blocks, field->grid()))
        send_(block, message_of(Order::Travel, TravelOrder{job.job, std::move(leaving)}));
    return true;
}

}  // namespace farfield::compute
