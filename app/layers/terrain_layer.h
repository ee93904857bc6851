#pragma once

#include <optional>
#include <vector>

#include "app/layers/ground_heights.h"
#include "app/show/frames/frame_intake.h"
#include "app/show/frames/plain_intake.h"
#include "app/show/ground/tile_store.h"
#include "app/show/ground/view_pace.h"
#include "app/show/layer.h"
#include "model/layers/terrain_kind.h"
#include "render/layers/terrain/terrain_drawing.h"

namespace farfield::app {

/// Ground. In a window, a view is requested as soon as the last is on the screen, in a size that still comes
/// often enough; once the camera rests, a view of the picture's full size, given up when it moves again.
/// Tiles show the ground where the view does not. A playback requests the views of all frames at once.
class TerrainLayer final : public Layer, public GroundRole, public TickingRole {
public:
    TerrainLayer(const Stage& stage, model::Use use);

    [[nodiscard]] std::vector<Request> wanted(const LayerState& state) override;
    [[nodiscard]] bool requests_changed() override;
    [[nodiscard]] Intake& intake(std::string_view key) override;
    bool take(const ShowClock& clock, std::uint32_t outdated_before) override;
    [[nodiscard]] bool is_ready() const override
    {
        return views_.waiting() > 0 || (!plays_ && frame().has_value());
    }
    [[nodiscard]] GroundRole* as_ground() override { return this; }
    [[nodiscard]] bool take_ground() override;
    [[nodiscard]] std::shared_ptr<const render::GroundRaster> ground() const override { return raster_; }
    [[nodiscard]] const TickingRole* ticking() const override { return this; }
    [[nodiscard]] bool ticks() const override { return plays_; }
    [[nodiscard]] std::optional<LayerFrame> frame() const override;
    [[nodiscard]] const render::FrameSlots* slots_opened() const override { return views_.slots_opened(); }
    [[nodiscard]] const render::Legend* legend() const override { return &legend_; }
    void describe(const LayerState& state, const Drape& drape, render::Scene& scene) override;
    void completed(std::vector<Shown>& shown) override;
    void timed(double seconds, const ProgramRequest& request) override;
    void drawn() override;
    bool release_finished() override;

    [[nodiscard]] const ViewPace& pace() const noexcept { return pace_; }
    /// Columns and rows of the view that was shown last; zeros before the first.
    [[nodiscard]] std::array<std::uint32_t, 2> shown_size() const noexcept { return shown_size_; }
    /// Height in metres, in the terrain's frame; nullopt where no tile covers the place.
    [[nodiscard]] std::optional<double> height_at(glm::dvec2 place) const;
    /// Place of the ground at a point of a camera's picture, 0 to 1 from the left and the top; nullopt
    /// in the sky, or where the view was cast from elsewhere.
    [[nodiscard]] std::optional<glm::dvec3> seen_at(glm::dvec2 point, const render::CameraView& camera) const;
    [[nodiscard]] std::size_t tiles() const noexcept { return tiles_ ? tiles_->size() : 0; }
    /// Tiles that would have refined the last picture.
    [[nodiscard]] const std::vector<model::TileAddress>& missing_tiles() const noexcept { return missing_; }

private:
    [[nodiscard]] ProgramRequest view_request(const LayerState& state);
    [[nodiscard]] ProgramRequest tile_request(const LayerState& state) const;
    [[nodiscard]] model::TerrainViewParams view_params(const LayerState& state);
    void take_style(const LayerState& state);
    void ask_ground(const LayerState& state);
    void make_raster();
    void choose_tiles(const render::CameraView& camera);

    bool plays_;
    FrameIntake views_;
    PlainIntake tile_frames_;
    std::optional<TileStore> tiles_;
    std::string terrain_;                              ///< name of the terrain of tiles_
    std::vector<model::TileAddress> missing_, asked_;  ///< tiles
    std::size_t tiles_awaited_ = 0;
    std::uint32_t tiles_complete_ = 0;  ///< interaction number of complete tiles; 0: reported, or none
    bool wants_tiles_ = false;
    GroundHeights heights_;  ///< for layers that stand on the ground
    std::shared_ptr<render::GroundRaster> laid_out_;
    std::shared_ptr<const render::GroundRaster> raster_;
    bool wants_ground_ = false, has_heights_ = false;
    ViewPace pace_;
    std::array<std::uint32_t, 2> shown_size_{};
    bool is_new_ = false, is_styled_ = false;
    render::TerrainDrawing ground_;
    render::Legend legend_;
};

}  // namespace farfield::app
