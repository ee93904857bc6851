#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/show/frames/frame_stream.h"
#include "app/show/frames/tile_store.h"
#include "render/layers/terrain/terrain_drawing.h"

namespace farfield::app {

/// A terrain's part of the picture: the newest view that the node cast, the tiles for where it does not
/// tell, and what is marked on the ground.
/// Contexts: as FrameStream, for open(), forget(), take(), drawn() and release_finished(). Threads: the
/// GUI's.
class GroundPicture {
public:
    /// Another terrain, the same opened again, or none: no tile of before stays.
    void set_terrain(const std::optional<model::TerrainDescription>& terrain);

    /// The ring of a program `terrain.view` that is about to start. The last view stays until its first.
    net::FrameRing& open(const FrameStream::Settings& settings);
    void forget();

    void put_tile(std::span<const std::byte> payload);
    /// Tiles that the last picture could have used.
    [[nodiscard]] const std::vector<model::TileAddress>& missing_tiles() const noexcept { return missing_; }
    /// Metres; nothing where no tile tells.
    [[nodiscard]] std::optional<double> height_at(glm::dvec2 place) const;
    /// The place of the ground at a point of a camera's picture, 0 to 1 from the left and the top; nothing
    /// over the sky, or where the view was cast from elsewhere.
    [[nodiscard]] std::optional<glm::dvec3> seen_at(glm::dvec2 point, const render::CameraView& camera) const;

    void set_overlay(std::shared_ptr<const render::GroundMarks> marks) { overlay_ = std::move(marks); }
    void set_sight_marks(std::shared_ptr<const render::GroundMarks> marks) { sight_ = std::move(marks); }

    /// The newest view, if one came since the last call.
    [[nodiscard]] std::optional<net::FrameInfo> take();
    /// View, tiles and marks, for a camera.
    void describe(render::TerrainDrawing& terrain, const render::CameraView& camera);
    /// Whether there is anything that needs its context to be destroyed.
    [[nodiscard]] bool has_streams() const noexcept { return shown_ || next_; }
    void drawn();
    [[nodiscard]] bool release_finished() { return shown_ && shown_->release_finished(); }

private:
    std::unique_ptr<FrameStream> shown_;
    std::unique_ptr<FrameStream> next_;  ///< opened, no view yet
    std::optional<TileStore> tiles_;
    std::vector<model::TileAddress> missing_;
    std::shared_ptr<const render::GroundMarks> overlay_, sight_;
};

}  // namespace farfield::app
