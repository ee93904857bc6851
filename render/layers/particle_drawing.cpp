#include "render/layers/particle_drawing.h"

#include "render/layers/particle_painter.h"
#include "render/layers/place_textures.h"
#include "render/layers/trail_painter.h"
#include "render/primitives/scene_place.h"

namespace farfield::render {

void ParticleDrawing::draw(Pass pass, DrawContext& context) const
{
    const bool through = pass == Pass::ThroughGround && placement.through_ground;
    const bool particles = (pass == Pass::Opaque || through) && style.drawn && frame;
    const bool trails = (pass == Pass::Translucent || through) && trail_style.drawn && !trail.empty();
    if (slots == nullptr || !(particles || trails)) return;
    context.maps.bind(colour_map);
    const ViewTransform view = placed(context, placement, side_in(pass, placement));
    const ThroughGroundDepth depth(through);
    if (particles) {
        const FaintBlending faint(through);
        context.painter<ParticlePainter>().draw(*frame, *slots, view, style, range);
    }
    if (!trails) return;
    TrailStyle shown = trail_style;
    if (through) shown.opacity *= opacity_through_ground;
    context.painter<TrailPainter>().draw(trail, *slots, view, shown, range);
}

}  // namespace farfield::render
