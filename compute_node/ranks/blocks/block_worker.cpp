#include "compute_node/ranks/blocks/block_worker.h"

#include "compute_node/ranks/blocks/block_field.h"
#include "compute_node/ranks/blocks/block_lines.h"

#include <fmt/format.h>

#include <exception>
#include <iterator>
#include <new>
#include <utility>

namespace farfield::compute {

void BlockWorker::take(int /*from*/, RankMessage message)
{
    switch (static_cast<BlockOrder>(message.kind)) {
    case BlockOrder::Open:
        return tasks_.put([this, order = content_of<OpenOrder>(message)] { open(order); });
    case BlockOrder::Drop: {
        const auto field = content_of<std::uint32_t>(message);
        const std::lock_guard lock{mutex_};
        unwanted_.insert(field);
        return tasks_.put([this, field] { drop(field); });
    }
    case BlockOrder::Job:
        return begin(content_of<LineJobOrder>(message));
    case BlockOrder::EndJob:
        return end(content_of<std::uint32_t>(message));
    case BlockOrder::Migrate:
        return take_in(content_of<MigrateOrder>(message));
    case BlockOrder::Sample:
        return tasks_.put_beside([this, order = content_of<SampleOrder>(message)] { sample(order); });
    default:
        break;
    }
}

void BlockWorker::fail(const std::string& /*text*/)
{
    const std::lock_guard lock{mutex_};
    for (const auto& [number, job] : jobs_) job->cancelled = true;
}

/// Reports to rank 0 that the block is there, or why it is not.
void BlockWorker::open(OpenOrder order)
{
    order.dataset.reader = reader_;
    OpenedAnswer answer{order.field, {}, {}};
    try {
        DatasetBlock opened = read(order);
        answer.summary = std::move(opened.summary);
        const std::lock_guard lock{mutex_};
        blocks_.insert_or_assign(order.field, HeldBlock{opened.field, opened.blocks});
    } catch (const std::bad_alloc&) {
        answer.failure = fmt::format("no memory for its block of '{}'", order.dataset.name);
    } catch (const std::exception& error) {
        answer.failure = error.what();
    }
    messenger_.send(0, message_of(BlockOrder::Opened, answer));
}

/// Reads a block; does not go on once the field is unwanted.
DatasetBlock BlockWorker::read(const OpenOrder& order) const
{
    const auto is_unwanted = [&] {
        const std::lock_guard lock{mutex_};
        return unwanted_.contains(order.field);
    };
    return open_block(order.dataset, order.choice, messenger_.rank(), messenger_.size(), is_unwanted);
}

void BlockWorker::drop(std::uint32_t field)
{
    std::map<std::uint32_t, HeldBlock>::node_type dropped;  // freed without the lock
    const std::lock_guard lock{mutex_};
    dropped = blocks_.extract(field);
    unwanted_.erase(field);
}

BlockWorker::HeldBlock BlockWorker::held(std::uint32_t field) const
{
    const std::lock_guard lock{mutex_};
    return blocks_.at(field);
}

void BlockWorker::sample(const SampleOrder& order)
{
    SampledAnswer answer{order.asker, std::vector<PointSample>(order.positions.size())};
    try {
        sample_block(*held(order.field).field, order.positions, order.rule, order.time, answer.samples,
                     order.threads);
        messenger_.send(0, message_of(BlockOrder::Sampled, answer));
    } catch (const std::exception& error) {
        report_failure(order.asker, error);
    }
}

void BlockWorker::begin(const LineJobOrder& order)
{
    const std::lock_guard lock{mutex_};
    latest_job_ = order.job;
    std::shared_ptr<Job>& job = jobs_[order.job];
    if (!job) job = std::make_shared<Job>();
    job->order = order;
    if (!job->lines.empty()) put_follow(order.job);
}

void BlockWorker::end(std::uint32_t job)
{
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(job);
    if (found == jobs_.end()) return;
    found->second->cancelled = true;
    jobs_.erase(found);
}

/// Takes in lines; those of a job that has ended are dropped.
void BlockWorker::take_in(MigrateOrder order)
{
    const std::lock_guard lock{mutex_};
    if (order.job <= latest_job_ && !jobs_.contains(order.job)) return;
    std::shared_ptr<Job>& job = jobs_[order.job];
    if (!job) job = std::make_shared<Job>();
    std::move(order.lines.begin(), order.lines.end(), std::back_inserter(job->lines));
    if (job->order) put_follow(order.job);
}

void BlockWorker::put_follow(std::uint32_t job)
{
    tasks_.put([this, job] { follow(job); });
}

/// Follows some of a job's lines. Other tasks get their turn in between.
void BlockWorker::follow(std::uint32_t number)
{
    std::shared_ptr<Job> job;
    std::vector<MigratingLine> lines;
    {
        const std::lock_guard lock{mutex_};
        const auto found = jobs_.find(number);
        if (found == jobs_.end()) return;
        job = found->second;
        lines = take_some(job->lines, lines_of_a_visit(job->order->threads));
    }
    if (lines.empty()) return;
    try {
        trace(*job, held(job->order->field), std::move(lines));
        put_follow(number);
    } catch (const std::exception& error) {
        report_failure(number, error);
    }
}

/// Traces lines. Their results go to rank 0, or the lines on to other ranks.
void BlockWorker::trace(const Job& job, const HeldBlock& held, std::vector<MigratingLine> lines)
{
    const auto& [number, field, settings, threads] = *job.order;
    BlockVisit visit = trace_in_block(*held.field, settings, std::move(lines), threads, &job.cancelled);
    if (!visit.pieces.pieces.empty())
        messenger_.send(0, message_of(BlockOrder::Pieces, PiecesAnswer{number, std::move(visit.pieces)}));
    for (auto& [block, leaving] : by_block(std::move(visit.leaving), held.blocks, held.field->grid()))
        messenger_.send(block, message_of(BlockOrder::Migrate, MigrateOrder{number, std::move(leaving)}));
}

void BlockWorker::report_failure(std::uint32_t job, const std::exception& error)
{
    messenger_.send(0, message_of(BlockOrder::Failed, FailedAnswer{job, error.what()}));
}

}  // namespace farfield::compute
