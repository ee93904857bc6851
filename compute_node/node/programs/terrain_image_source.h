#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/terrain/gdal/gdal_picture.h"
#include "model/programs/terrain_params.h"
#include "model/programs/terrain_tile.h"
#include "net/session/node_service.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace farfield::node {

/// The program `terrain.image` as a stream's source of frames: docs/protocol.md, section 11. One frame for
/// each picture; then it is idle until something changes. An update that comes while one is read ends that
/// at once. Threads: as FrameSource says.
class TerrainImageSource final : public net::FrameSource {
public:
    /// Opens pictures by the names that viewers give them; throws as GdalPicture does, and net::RpcError.
    using Open = std::function<std::shared_ptr<const terrain::GdalPicture>(const std::string& file)>;

    /// Throws net::RpcError, and what `open` throws.
    TerrainImageSource(std::shared_ptr<const OpenTerrain> terrain, Open open, const net::ProgramStart& start);

    [[nodiscard]] net::ProgramState state() const override;
    void update(const net::Json& params) override;
    [[nodiscard]] std::optional<net::ProducedFrame> produce(std::span<std::byte> buffer) override;
    [[nodiscard]] net::NoFrame why_no_frame() const override { return no_frame_; }
    void interrupt() noexcept override { interrupted_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool update_outdates_frames() const override { return true; }

private:
    struct Plan {
        model::TerrainImageParams params;
        std::shared_ptr<const terrain::GdalPicture> picture;
        model::TerrainTilePreamble preamble;  ///< sides and places
    };

    [[nodiscard]] Plan planned(Plan plan, const model::FieldSet& changed) const;
    [[nodiscard]] terrain::PictureGrid grid() const;

    std::shared_ptr<const OpenTerrain> terrain_;
    Open open_;
    std::uint64_t slot_bytes_;
    Plan plan_;
    std::uint64_t frames_ = 0;
    bool is_done_ = false;  ///< what was asked for has been made
    net::NoFrame no_frame_ = net::NoFrame::Idle;
    std::atomic<bool> interrupted_{false};
};

}  // namespace farfield::node
