#include "compute_node/ranks/tracing_worker.h"

#include "compute_node/fields/field_image.h"
#include "compute_node/lines/line_tracer.h"

#include <utility>

namespace farfield::compute {

/// Takes a message: urgent tasks are done at once, others are queued.
void TracingWorker::take(int /*from*/, RankMessage message)
{
    switch (static_cast<TracingOrder>(message.kind)) {
    case TracingOrder::Job:
        return begin(content_of<LineJobOrder>(message));
    case TracingOrder::EndJob:
        return end(content_of<std::uint32_t>(message));
    default:
        // A shared pointer, as std::function copies.
        tasks_.put(
            [this, shared = std::make_shared<const RankMessage>(std::move(message))] { carry_out(*shared); });
    }
}

void TracingWorker::fail(const std::string& /*text*/)
{
    const std::lock_guard lock{mutex_};
    for (const auto& [number, job] : jobs_) job->cancelled = true;
}

void TracingWorker::begin(const LineJobOrder& order)
{
    auto job = std::make_shared<Job>();
    job->order = order;
    const std::lock_guard lock{mutex_};
    jobs_[order.job] = std::move(job);
}

void TracingWorker::end(std::uint32_t job)
{
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(job);
    if (found == jobs_.end()) return;
    found->second->cancelled = true;
    jobs_.erase(found);
}

/// A job by its number; null when it has ended.
std::shared_ptr<TracingWorker::Job> TracingWorker::job_of(std::uint32_t number)
{
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(number);
    return found == jobs_.end() ? nullptr : found->second;
}

void TracingWorker::carry_out(const RankMessage& message)
{
    switch (static_cast<TracingOrder>(message.kind)) {
    case TracingOrder::Field:
        return take_field(content_of<FieldOrder>(message));
    case TracingOrder::DropField:
        fields_.erase(content_of<std::uint32_t>(message));
        break;
    case TracingOrder::Lines:
        return trace(content_of<LinesOrder>(message));
    case TracingOrder::Particles:
        return hold(content_of<ParticlesOrder>(message));
    case TracingOrder::Frames:
        return make_frames(message);
    case TracingOrder::TakeBack: {
        const auto particle_set = content_of<std::uint32_t>(message);
        return communicator_.send(0, particle_sets_.at(particle_set).give_back(particle_set));
    }
    case TracingOrder::DropParticles:
        particle_sets_.erase(content_of<std::uint32_t>(message));
        break;
    default:
        break;
    }
}

void TracingWorker::take_field(const FieldOrder& order)
{
    const std::shared_ptr<const std::byte> memory{
        communicator_.memory(order.field),
        [this, id = order.field](const std::byte*) { communicator_.release_memory(id); }};
    fields_[order.field] = field_of({order.description, memory});
}

void TracingWorker::hold(ParticlesOrder order)
{
    particle_sets_.insert_or_assign(order.particle_set,
                                    HeldParticles{fields_.at(order.field), std::move(order.particles)});
}

void TracingWorker::make_frames(const RankMessage& order)
{
    const auto particle_set = content_of<std::uint32_t>(order);
    try {
        communicator_.send(0, particle_sets_.at(particle_set).make_frames(order));
    } catch (const std::exception& error) {
        report_failure(particle_set, error);
    }
}

void TracingWorker::trace(const LinesOrder& order)
{
    const std::shared_ptr<Job> job = job_of(order.job);
    if (job == nullptr) return;
    const auto send = [&](const LineBlock& block, const TraceProgress& progress) {
        BlockAnswer answer{order.job, progress.lines == progress.all_lines, block};
        answer.block.first_seed += order.part.first;
        communicator_.send(0, message_of(TracingOrder::Block, answer));
    };
    try {
        const auto& [number, field, settings, threads] = job->order;
        LineTracer{fields_.at(field), settings, threads}.trace(order.part.seeds, send, &job->cancelled);
    } catch (const std::exception& error) {
        report_failure(order.job, error);
    }
}

void TracingWorker::report_failure(std::uint32_t job, const std::exception& error)
{
    communicator_.send(0, message_of(TracingOrder::Failed, FailedAnswer{job, error.what()}));
}

}  // namespace farfield::compute
