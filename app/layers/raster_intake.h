#pragma once

#include <optional>
#include <utility>

#include "app/show/frames/plain_intake.h"
#include "app/show/layer.h"
#include "model/programs/terrain_tile.h"
#include "render/scene/raster_overlay.h"

namespace farfield::app {

/// Intake of a program that sends raster overlays of a terrain; the newest is shown.
class RasterIntake {
public:
    explicit RasterIntake(model::TileKind kind) : kind_(kind) {}

    [[nodiscard]] Intake& intake() noexcept { return frames_; }
    /// Request for a program of overlays with side x side values.
    [[nodiscard]] ProgramRequest request(const LayerState& state, const char* program, std::uint32_t side,
                                         const ProgramWords& words) const;
    /// True when another overlay is shown now. Throws std::runtime_error where a frame is malformed.
    bool take();
    [[nodiscard]] const std::optional<render::RasterOverlay>& overlay() const noexcept { return overlay_; }
    /// Removes the overlay that is shown.
    void clear() { overlay_.reset(); }
    [[nodiscard]] bool has_released() noexcept { return frames_.has_released(); }
    void completed(std::string_view key, std::vector<Shown>& shown);

private:
    model::TileKind kind_;
    PlainIntake frames_{2};
    std::optional<render::RasterOverlay> overlay_;
    std::optional<net::FrameInfo> newest_;  ///< taken since the last picture
};

}  // namespace farfield::app
