#include "compute_node/ranks/worker_rank.h"

#include "compute_node/ranks/ranks.h"
#include "compute_node/ranks/terrain_worker.h"
#include "compute_node/ranks/tracing_worker.h"
#include "compute_node/support/parallel.h"

#include <utility>

namespace farfield::compute {

WorkerRank::WorkerRank(std::shared_ptr<FieldReader> reader,
                       const std::vector<MakeWorkerService>& more_services)
    : reader_{std::move(reader)}
{
    communicator_ = std::make_unique<Communicator>(Communicator::Handlers{
        .deliver = [this](int from, RankMessage message) { take(from, std::move(message)); },
        .end = [this] { stop({}); },
        .fail = [this](const std::string& words) { stop(words); }});
    // Rank 0 sends no orders before this rank has said hello.
    const std::lock_guard lock{mutex_};
    services_.push_back(std::make_unique<TracingWorker>(*communicator_, tasks_));
    services_.push_back(std::make_unique<TerrainWorker>(*communicator_, tasks_));
    for (const MakeWorkerService& make : more_services)
        services_.push_back(make(*communicator_, tasks_, reader_));
}

/// Stops this rank, on the communication thread. Cancels the task under way.
void WorkerRank::stop(const std::string& failure)
{
    const std::lock_guard lock{mutex_};
    if (!failure.empty()) failure_ = failure;
    for (const auto& service : services_) service->fail(failure);
    reader_->stop();
    tasks_.end();
}

std::string WorkerRank::work()
{
    communicator_->send(0, message_of(hello_kind, thread_count(0)));
    tasks_.run();
    const std::lock_guard lock{mutex_};
    return failure_;
}

/// Takes a message, on the communication thread.
void WorkerRank::take(int from, RankMessage message)
{
    for (const auto& service : services_)
        if (service->kinds().contains(message.kind)) return service->take(from, std::move(message));
}

int help_first_rank(const std::vector<MakeWorkerService>& more, std::shared_ptr<FieldReader> reader)
{
    WorkerRank rank{std::move(reader), more};
    return rank.work().empty() ? 0 : 1;
}

}  // namespace farfield::compute
