#pragma once

#include <cstdint>
#include <deque>

#include "render/gl/gl_handles.h"
#include "render/layers/draw_context.h"
#include "render/scene/drawing.h"
#include "render/scene/view.h"

namespace farfield::render {

/// Which vertices of a drawing have a place, where the ground is known.
enum class GroundSide { Either, Above, Below };

/// The side that small things are drawn on in a step: what is below the ground in Pass::ThroughGround, all
/// else in the others. Depths far away are too coarse to say it of what lies just below the ground.
[[nodiscard]] inline GroundSide side_in(Pass pass, const Placement& placement)
{
    if (!placement.through_ground) return GroundSide::Either;
    return pass == Pass::ThroughGround ? GroundSide::Below : GroundSide::Above;
}

/// The lattices of placements as textures, for as long as they are drawn with.
class PlaceTextures {
public:
    [[nodiscard]] GlId texture_of(const PlaceMap& map, std::uint64_t picture);
    [[nodiscard]] GlId texture_of(const GroundRaster& ground, std::uint64_t picture);

private:
    struct Held {
        std::uint64_t id = 0;
        std::uint64_t picture = 0;
        GlHandle<GlKind::Texture> texture = GlHandle<GlKind::Texture>::create();
    };
    std::deque<Held> maps_, grounds_;
};

/// The scene's view for a drawing. Where its placement is one for shaders the world stays the scene's, and
/// the view's way leads there; else the drawing's own positions become the world.
[[nodiscard]] ViewTransform placed(const DrawContext& context, const Placement& placement,
                                   GroundSide side = GroundSide::Either);

}  // namespace farfield::render
