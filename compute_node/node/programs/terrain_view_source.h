#pragma once

#include "compute_node/node/data/open_terrains.h"
#include "compute_node/terrain/rays/view_rays.h"
#include "model/programs/terrain_view.h"
#include "net/session/node_service.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

/// The program `terrain.view` as a stream's source of frames: docs/protocol.md, section 10. One frame for
/// each pose, exact or in the detail that is asked for; then it is idle until something changes. Poses come
/// one by one, each in an update, or as a list. An update
/// that comes while a frame is cast ends that at once. Where others have the terrain they cast too. Threads:
/// as FrameSource says.
class TerrainViewSource final : public net::FrameSource {
public:
    /// Throws net::RpcError.
    TerrainViewSource(std::shared_ptr<const OpenTerrain> terrain, const net::ProgramStart& start,
                      int threads);

    [[nodiscard]] net::ProgramState state() const override;
    void update(const net::Json& params) override;
    [[nodiscard]] std::optional<net::ProducedFrame> produce(std::span<std::byte> buffer) override;
    [[nodiscard]] net::NoFrame why_no_frame() const override { return no_frame_; }
    void interrupt() noexcept override { interrupted_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool update_outdates_frames() const override { return true; }

private:
    [[nodiscard]] model::EyePose pose() const;
    void set_pose(const model::EyePose& pose);
    [[nodiscard]] terrain::ViewRays rays() const;
    void cast(const terrain::ViewRays& view, const terrain::ViewImage& image) const;
    [[nodiscard]] static std::uint64_t pixels_of(const model::TerrainViewParams& params)
    {
        return std::uint64_t{params.size[0]} * params.size[1];
    }
    [[nodiscard]] std::uint64_t pixels() const { return pixels_of(params_); }

    std::shared_ptr<const OpenTerrain> terrain_;
    std::uint64_t slot_bytes_;
    int threads_;
    model::TerrainViewParams params_;  ///< with a pose: that of the next frame, or the last of the list
    std::uint64_t frames_ = 0;
    bool is_done_ = false;        ///< what was asked for has been made
    std::size_t poses_cast_ = 0;  ///< of those listed
    net::NoFrame no_frame_ = net::NoFrame::Idle;
    std::atomic<bool> interrupted_{false};
};

}  // namespace farfield::node
