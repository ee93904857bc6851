#pragma once

#include "compute_node/ranks/communicator.h"
#include "compute_node/ranks/rank_tasks.h"
#include "compute_node/ranks/terrain_orders.h"
#include "compute_node/terrain/tree/height_blocks.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace farfield::compute {

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

}  // namespace farfield::compute
