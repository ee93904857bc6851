#pragma once

#include "compute_node/node/data/asked_viewshed.h"
#include "compute_node/node/data/open_terrains.h"
#include "compute_node/node/data/program_memory.h"
#include "compute_node/terrain/overlays/height_tiles.h"
#include "model/programs/terrain_params.h"
#include "net/session/node_service.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace farfield::node {

/// The program `terrain.viewshed` as a stream's source of frames: docs/protocol.md, section 11. One frame for
/// each observer; then it is idle until something changes. An update that comes while one is worked out ends
/// that at once. Threads: as FrameSource says.
class ViewshedSource final : public net::FrameSource {
public:
    /// memory: of all programs; null: not counted. Throws net::RpcError.
    ViewshedSource(std::shared_ptr<const OpenTerrain> terrain, const net::ProgramStart& start, int threads,
                   std::shared_ptr<MemoryBudget> memory = nullptr);

    [[nodiscard]] net::ProgramState state() const override;
    void update(const net::Json& params) override;
    [[nodiscard]] std::optional<net::ProducedFrame> produce(std::span<std::byte> buffer) override;
    [[nodiscard]] net::NoFrame why_no_frame() const override { return no_frame_; }
    void interrupt() noexcept override { interrupted_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool update_outdates_frames() const override { return true; }

private:
    struct Plan {
        model::ViewshedParams params;
        AskedViewshed asked;
        terrain::PostSteps columns, rows;  ///< that are sent
    };

    [[nodiscard]] Plan planned(const model::ViewshedParams& params);
    [[nodiscard]] static std::uint64_t frame_bytes(const Plan& plan);
    void write_values(std::span<std::byte> values) const;

    std::shared_ptr<const OpenTerrain> terrain_;
    std::uint64_t slot_bytes_;
    int threads_;
    ProgramMemory memory_;
    Plan plan_;
    std::vector<std::uint8_t> posts_;  ///< of the window
    std::uint64_t frames_ = 0;
    bool is_done_ = false;  ///< what was asked for has been made
    net::NoFrame no_frame_ = net::NoFrame::Idle;
    std::atomic<bool> interrupted_{false};
};

}  // namespace farfield::node
