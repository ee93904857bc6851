#include "compute_node/ranks/shared_terrains.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

class SharedTerrains::Holders final : public terrain::ViewHelpers {
public:
    Holders(SharedTerrains& terrains, std::uint32_t terrain, std::vector<int> threads)
        : terrains_{terrains}, terrain_{terrain}, threads_{std::move(threads)}
    {}
    ~Holders() override
    {
        terrains_.communicator_.send_to_all(message_of(TerrainOrderKind::DropTerrain, terrain_));
    }
    Holders(const Holders&) = delete;
    Holders& operator=(const Holders&) = delete;

    void leave_out(int rank) { threads_[rank] = 0; }
    [[nodiscard]] std::unique_ptr<terrain::ViewHelp> begin(const terrain::ViewRays& rays, bool big_endian,
                                                           int threads) override
    {
        std::vector<int> each = threads_;
        for (int& own : each)
            if (own > 0 && threads > 0) own = threads;
        return terrains_.begin({0, terrain_, rays, big_endian, threads}, std::move(each));
    }

private:
    SharedTerrains& terrains_;
    std::uint32_t terrain_;
    std::vector<int> threads_;  ///< [ranks] 0: it takes no part
};

std::shared_ptr<terrain::ViewHelpers> SharedTerrains::share(terrain::Terrain& terrain,
                                                            std::vector<int> threads)
{
    TerrainOrder order;
    {
        const std::lock_guard lock{mutex_};
        order.terrain = next_terrain_++;
    }
    if (terrain.file)
        order.file = *terrain.file;
    else
        order.memory = move_to_shared_memory(terrain.blocks);
    order.columns = terrain.blocks.columns;
    order.rows = terrain.blocks.rows;
    order.lowest = terrain.blocks.lowest;
    order.highest = terrain.blocks.highest;
    order.voids = terrain.blocks.voids;
    const auto holders = std::make_shared<Holders>(*this, order.terrain, std::move(threads));
    for (const auto& [rank, why] : ask_all_to_hold(order)) {
        holders->leave_out(rank);
        terrain.info.notes.push_back(fmt::format("rank {} of {} casts no views of it: its cache '{}' {}",
                                                 rank, communicator_.size(), order.file.file.string(), why));
    }
    return holders;
}

/// Moves blocks to shared memory; returns its number.
std::uint32_t SharedTerrains::move_to_shared_memory(terrain::HeightBlocks& blocks)
{
    const terrain::BlockLayout layout = terrain::layout_of(blocks.columns, blocks.rows);
    const Communicator::Shared shared = communicator_.share_memory(layout.bytes);
    const std::shared_ptr<std::byte> memory{
        shared.begin, [this, id = shared.id](std::byte*) { communicator_.release_memory(id); }};
    terrain::copy_blocks(blocks, layout, {memory.get(), layout.bytes});
    communicator_.publish_memory(shared.id);
    terrain::HeightBlocks moved = terrain::blocks_in(layout, {memory.get(), layout.bytes}, memory);
    moved.lowest = blocks.lowest;
    moved.highest = blocks.highest;
    moved.voids = blocks.voids;
    blocks = std::move(moved);
    return shared.id;
}

/// Waits until all have answered; returns the reasons of ranks that do not hold the terrain.
std::map<int, std::string> SharedTerrains::ask_all_to_hold(const TerrainOrder& order)
{
    std::unique_lock lock{mutex_};
    asked_[order.terrain] = {};
    communicator_.send_to_all(message_of(TerrainOrderKind::Terrain, order));
    answered_.wait(lock, [&] {
        return !failure_.empty() || asked_.at(order.terrain).answers == communicator_.size() - 1;
    });
    std::map<int, std::string> refusals = std::move(asked_.at(order.terrain).refusals);
    asked_.erase(order.terrain);
    if (!failure_.empty()) throw std::runtime_error(failure_);
    return refusals;
}

std::unique_ptr<terrain::ViewHelp> SharedTerrains::begin(ViewOrder order, std::vector<int> threads)
{
    const std::lock_guard lock{mutex_};
    if (!failure_.empty()) throw std::runtime_error(failure_);
    auto answers = std::make_shared<ViewAnswers>(std::move(threads));
    order.view = next_view_++;
    views_.add(order.view, answers);
    communicator_.send_to_all(message_of(TerrainOrderKind::View, order));
    using RemoteView = RemoteWork<terrain::TileRange, terrain::CastTiles, TerrainOrderKind::Tiles,
                                  TerrainOrderKind::EndView>;
    return std::make_unique<RemoteView>(communicator_, order.view, std::move(answers));
}

void SharedTerrains::take(int from, RankMessage message)
{
    const std::lock_guard lock{mutex_};
    switch (static_cast<TerrainOrderKind>(message.kind)) {
    case TerrainOrderKind::HasTerrain: {
        auto answer = content_of<HasTerrainAnswer>(message);
        const auto asked = asked_.find(answer.terrain);
        if (asked == asked_.end()) break;
        ++asked->second.answers;
        if (!answer.failure.empty()) asked->second.refusals[from] = std::move(answer.failure);
        answered_.notify_all();
        break;
    }
    case TerrainOrderKind::CastTiles:
        take_tiles(from, std::move(message.bytes));
        break;
    default: {
        const auto answer = content_of<FailedAnswer>(message);
        views_.fail(answer.job, fmt::format("rank {}: {}", from, answer.text));
        break;
    }
    }
}

void SharedTerrains::take_tiles(int from, std::vector<std::byte> bytes)
{
    TilesOrder order;
    std::memcpy(&order, bytes.data() + bytes.size() - sizeof order, sizeof order);
    if (const auto answers = views_.find(order.job)) answers->add(from, {order.part, std::move(bytes)}, true);
}

void SharedTerrains::fail(const std::string& text)
{
    const std::lock_guard lock{mutex_};
    failure_ = text;
    views_.fail_all(text);
    answered_.notify_all();
}

}  // namespace farfield::compute
