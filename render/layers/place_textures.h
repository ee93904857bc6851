#pragma once

#include <cstdint>
#include <deque>

#include "render/gl/gl_handles.h"
#include "render/primitives/draw_context.h"
#include "render/scene/drawing.h"
#include "render/scene/view.h"

namespace farfield::render {

/// The vertices of a drawing to keep, by their side of the ground, where that is known.
enum class GroundSide { Either, Above, Below };

/// The side of which a pass draws small things: below the ground in Pass::ThroughGround, above in the other
/// passes. The depth buffer is too coarse far away to decide it for things just below the ground.
[[nodiscard]] inline GroundSide side_in(Pass pass, const Placement& placement)
{
    if (!placement.through_ground) return GroundSide::Either;
    return pass == Pass::ThroughGround ? GroundSide::Below : GroundSide::Above;
}

/// The lattices of placements as textures, kept while pictures use them.
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

/// The scene's view for a drawing. If shaders apply its placement, the world stays the scene's, and `way`
/// leads there; else the drawing's own positions become the world.
[[nodiscard]] ViewTransform placed(const DrawContext& context, const Placement& placement,
                                   GroundSide side = GroundSide::Either);

}  // namespace farfield::render
