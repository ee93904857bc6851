#include "render/layers/particle_drawing.h"

#include "render/layers/draw_context.h"
#include "render/layers/particle_layer.h"
#include "render/layers/trail_layer.h"

namespace farfield::render {

void ParticleDrawing::draw(Pass pass, DrawContext& context) const
{
    const bool particles = pass == Pass::Opaque && style.drawn && frame;
    const bool trails = pass == Pass::Translucent && trail_style.drawn && !trail.empty();
    if (slots == nullptr || !(particles || trails)) return;
    context.maps.bind(colour_map);
    const ViewTransform view = placed(context.view, placement);
    if (particles) context.painter<ParticleLayer>().draw(*frame, *slots, view, style, range);
    if (trails) context.painter<TrailLayer>().draw(trail, *slots, view, trail_style, range);
}

}  // namespace farfield::render
