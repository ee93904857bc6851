#include "compute_node/ranks/tomography/arrival_worker.h"

#include "compute_node/support/parallel.h"

#include <exception>
#include <new>
#include <utility>

namespace farfield::compute {

/// A job. Not movable: the tracer borrows the other members.
struct ArrivalWorker::Job {
    explicit Job(ArrivalJobOrder of)
        : order{std::move(of)},
          survey{std::move(order.sources), std::move(order.receivers), std::move(order.data), 0},
          tracer{order.model, survey, order.rows ? &*order.rows : nullptr}
    {}
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    ArrivalJobOrder order;
    tomography::Survey survey;
    tomography::PlaceTracer tracer;
    std::atomic<bool> ended{false};
};

ArrivalWorker::ArrivalWorker(Messenger& messenger, RankTasks& tasks) : messenger_{messenger}, tasks_{tasks}
{
    messenger_.send(0, message_of(ArrivalOrderKind::Ready, thread_count(0)));
}

void ArrivalWorker::take(int /*from*/, RankMessage message)
{
    switch (static_cast<ArrivalOrderKind>(message.kind)) {
    case ArrivalOrderKind::Job:
        return begin(content_of<ArrivalJobOrder>(message));
    case ArrivalOrderKind::Trace:
        return tasks_.put([this, order = content_of<TraceOrder>(message)] { trace(order); });
    case ArrivalOrderKind::EndJob:
        return end(content_of<std::uint32_t>(message));
    default:
        break;
    }
}

void ArrivalWorker::fail(const std::string& /*text*/)
{
    const std::lock_guard lock{mutex_};
    for (const auto& [number, job] : jobs_) job->ended = true;
}

void ArrivalWorker::begin(ArrivalJobOrder order)
{
    const std::uint32_t number = order.job;
    auto job = std::make_shared<Job>(std::move(order));
    const std::lock_guard lock{mutex_};
    jobs_[number] = std::move(job);
}

void ArrivalWorker::end(std::uint32_t number)
{
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(number);
    if (found == jobs_.end()) return;
    found->second->ended = true;
    jobs_.erase(found);
}

/// A job by its number; null when it has ended.
std::shared_ptr<const ArrivalWorker::Job> ArrivalWorker::job_of(std::uint32_t number)
{
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(number);
    return found == jobs_.end() ? nullptr : found->second;
}

void ArrivalWorker::trace(const TraceOrder& order)
{
    const std::shared_ptr<const Job> job = job_of(order.job);
    if (job == nullptr) return;
    const auto fail_with = [&](const char* text) {
        messenger_.send(0, message_of(ArrivalOrderKind::Failed, FailedAnswer{order.job, text}));
    };
    try {
        const tomography::EikonalSettings settings{job->order.order, job->order.threads, job->order.max_bytes,
                                                   &job->ended};
        const tomography::TracedPlaces traced = job->tracer.trace(order.part, settings);
        if (job->ended) return;
        ArchiveWriter writer;
        writer(traced, order.job);
        messenger_.send(0, {static_cast<int>(ArrivalOrderKind::Traced), writer.take_bytes()});
    } catch (const std::bad_alloc&) {
        fail_with("no memory for travel times");
    } catch (const std::exception& error) {
        fail_with(error.what());
    }
}

}  // namespace farfield::compute
