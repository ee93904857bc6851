#pragma once

#include "render/scene/drawing.h"
#include "render/scene/ground_tile.h"
#include "render/scene/raster_overlay.h"
#include "render/scene/terrain_frame.h"

#include <memory>
#include <optional>
#include <vector>

namespace farfield::render {

class FrameSlots;

/// A terrain: the newest cast view of its ground, tiles for the ground outside of that, raster overlays and
/// annotations. Of several terrains the first one's view covers its tiles; views of others are depth-tested.
struct TerrainDrawing final : Drawing {
    TerrainStyle style;
    glm::vec3 offset{0.0F};             ///< place of the local frame's origin in the scene
    const FrameSlots* slots = nullptr;  ///< slots with the view, published; null: no view
    std::optional<TerrainFrame> view;
    std::vector<GroundTile> tiles;
    std::optional<RasterOverlay> picture, viewshed;
    std::vector<std::shared_ptr<const GroundAnnotations>> annotations;

    void draw(Pass pass, DrawContext& context) const override;
    [[nodiscard]] const TerrainStyle* ground() const override { return &style; }

private:
    void draw_ground(DrawContext& context) const;
};

}  // namespace farfield::render
