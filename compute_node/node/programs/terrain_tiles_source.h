#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/terrain/overlays/height_tiles.h"
#include "model/programs/terrain_params.h"
#include "net/session/node_service.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

/// The program `terrain.tiles` as a stream's source of frames: docs/protocol.md, section 11. One frame for
/// each tile that was asked for, in that order; then it is idle until it is asked for others. Threads: as
/// FrameSource says.
class TerrainTilesSource final : public net::FrameSource {
public:
    /// Throws net::RpcError.
    TerrainTilesSource(std::shared_ptr<const OpenTerrain> terrain, const net::ProgramStart& start);

    [[nodiscard]] net::ProgramState state() const override;
    void update(const net::Json& params) override;
    [[nodiscard]] std::optional<net::ProducedFrame> produce(std::span<std::byte> buffer) override;
    [[nodiscard]] net::NoFrame why_no_frame() const override { return net::NoFrame::Idle; }
    [[nodiscard]] bool update_outdates_frames() const override { return true; }

private:
    std::shared_ptr<const OpenTerrain> terrain_;
    model::TerrainTilesParams params_;
    std::size_t next_ = 0;  ///< of the tiles
    std::uint64_t frames_ = 0;
};

}  // namespace farfield::node
