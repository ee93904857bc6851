#pragma once

#include "compute_node/ranks/orders.h"
#include "compute_node/terrain/tree/height_blocks.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace farfield::compute {

/// The terrains that a rank other than 0 has, and the views it casts tiles of.
/// Threads: begin(), end() and end_all() are called by the postman's, the others by the one that casts.
class TerrainHolder {
public:
    /// Borrows it.
    explicit TerrainHolder(Postman& postman) : postman_{postman} {}

    /// Tells rank 0 that it is there, or why not.
    void hold(const TerrainOrder& order);
    void drop(std::uint32_t terrain) { terrains_.erase(terrain); }

    void begin(const ViewOrder& order);
    /// Tiles that are being cast are left as they are.
    void end(std::uint32_t view);
    void end_all();

    /// Sends the tiles to rank 0, unless their view has ended.
    void cast(const TilesOrder& order);

private:
    struct View {
        ViewOrder order;
        std::atomic<bool> ended{false};
    };

    [[nodiscard]] terrain::HeightBlocks blocks_of(const TerrainOrder& order);
    [[nodiscard]] std::shared_ptr<const View> view_of(std::uint32_t number);

    Postman& postman_;
    std::map<std::uint32_t, terrain::HeightBlocks> terrains_;
    std::mutex mutex_;
    std::map<std::uint32_t, std::shared_ptr<View>> views_;
};

}  // namespace farfield::compute
