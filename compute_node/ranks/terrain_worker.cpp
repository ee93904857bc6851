#include "compute_node/ranks/terrain_worker.h"

#include <cstring>
#include <exception>
#include <utility>

namespace farfield::compute {

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

}  // namespace farfield::compute
