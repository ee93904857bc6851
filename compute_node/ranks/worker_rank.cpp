#include "compute_node/ranks/worker_rank.h"

#include "compute_node/ranks/communicator.h"
#include "compute_node/ranks/rank_tasks.h"
#include "compute_node/ranks/ranks.h"
#include "compute_node/ranks/terrain_orders.h"
#include "compute_node/ranks/tracing_worker.h"
#include "compute_node/support/parallel.h"
#include "compute_node/terrain/tree/height_blocks.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace farfield::compute {

namespace {

/// The terrains that a rank other than 0 has, and the views it casts tiles of.
/// Threads: take() and fail() are called by the messenger's.
class TerrainWorker final : public RankService {
public:
    /// Borrows both arguments.
    TerrainWorker(Communicator& communicator, RankTasks& tasks) : communicator_{communicator}, tasks_{tasks}
    {}

    [[nodiscard]] KindRange kinds() const override { return terrain_kinds; }
    void take(int from, RankMessage message) override;
    /// Ends all views.
    void fail(const std::string& text) override;

private:
    struct View {
        ViewOrder order;
        std::atomic<bool> ended{false};
    };

    /// Takes a terrain; reports to rank 0 that it is there, or the reason why not.
    void hold(const TerrainOrder& order);
    void begin(const ViewOrder& order);
    /// Ends a view; tiles that are being cast are abandoned.
    void end(std::uint32_t view);
    /// Casts tiles and sends them to rank 0, unless their view has ended.
    void cast(const TilesOrder& order);
    [[nodiscard]] terrain::HeightBlocks blocks_of(const TerrainOrder& order);
    [[nodiscard]] std::shared_ptr<const View> view_of(std::uint32_t number);

    Communicator& communicator_;
    RankTasks& tasks_;
    std::map<std::uint32_t, terrain::HeightBlocks> terrains_;
    std::mutex mutex_;
    std::map<std::uint32_t, std::shared_ptr<View>> views_;
};

void TerrainWorker::take(int /*from*/, RankMessage message)
{
    switch (static_cast<TerrainOrderKind>(message.kind)) {
    case TerrainOrderKind::Terrain:
        return tasks_.put_beside([this, order = content_of<TerrainOrder>(message)] { hold(order); });
    case TerrainOrderKind::DropTerrain:
        return tasks_.put_beside(
            [this, terrain = content_of<std::uint32_t>(message)] { terrains_.erase(terrain); });
    case TerrainOrderKind::View:
        return begin(content_of<ViewOrder>(message));
    case TerrainOrderKind::EndView:
        return end(content_of<std::uint32_t>(message));
    case TerrainOrderKind::Tiles:
        return tasks_.put_beside([this, order = content_of<TilesOrder>(message)] { cast(order); });
    default:
        break;
    }
}

terrain::HeightBlocks TerrainWorker::blocks_of(const TerrainOrder& order)
{
    if (order.memory == 0) return terrain::open_block_file(order.file).blocks;
    const std::shared_ptr<const std::byte> memory{
        communicator_.memory(order.memory),
        [this, id = order.memory](const std::byte*) { communicator_.release_memory(id); }};
    const terrain::BlockLayout layout = terrain::layout_of(order.columns, order.rows);
    terrain::HeightBlocks blocks = terrain::blocks_in(layout, {memory.get(), layout.bytes}, memory);
    blocks.lowest = order.lowest;
    blocks.highest = order.highest;
    blocks.voids = order.voids;
    return blocks;
}

void TerrainWorker::hold(const TerrainOrder& order)
{
    HasTerrainAnswer answer{.terrain = order.terrain, .failure = {}};
    try {
        terrains_[order.terrain] = blocks_of(order);
    } catch (const std::exception& error) {
        answer.failure = error.what();
    }
    communicator_.send(0, message_of(TerrainOrderKind::HasTerrain, answer));
}

void TerrainWorker::begin(const ViewOrder& order)
{
    auto view = std::make_shared<View>();
    view->order = order;
    const std::lock_guard lock{mutex_};
    views_[order.view] = std::move(view);
}

void TerrainWorker::end(std::uint32_t view)
{
    const std::lock_guard lock{mutex_};
    const auto found = views_.find(view);
    if (found == views_.end()) return;
    found->second->ended = true;
    views_.erase(found);
}

void TerrainWorker::fail(const std::string& /*text*/)
{
    const std::lock_guard lock{mutex_};
    for (const auto& [number, view] : views_) view->ended = true;
}

/// A view by its number; null when it has ended.
std::shared_ptr<const TerrainWorker::View> TerrainWorker::view_of(std::uint32_t number)
{
    const std::lock_guard lock{mutex_};
    const auto found = views_.find(number);
    return found == views_.end() ? nullptr : found->second;
}

void TerrainWorker::cast(const TilesOrder& order)
{
    const std::shared_ptr<const View> view = view_of(order.job);
    if (view == nullptr) return;
    try {
        const std::size_t count = static_cast<std::size_t>(order.part.count) * terrain::apart_floats;
        RankMessage answer{static_cast<int>(TerrainOrderKind::CastTiles), {}};
        answer.bytes.resize(count * sizeof(float) + sizeof order);
        const std::span values{reinterpret_cast<float*>(answer.bytes.data()), count};
        terrain::cast_apart(terrains_.at(view->order.terrain), view->order.rays, order.part,
                            view->order.big_endian, values, view->order.threads, &view->ended);
        if (view->ended) return;
        std::memcpy(answer.bytes.data() + values.size_bytes(), &order, sizeof order);
        communicator_.send(0, std::move(answer));
    } catch (const std::exception& error) {
        communicator_.send(0,
                           message_of(TerrainOrderKind::ViewFailed, FailedAnswer{order.job, error.what()}));
    }
}

}  // namespace

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
