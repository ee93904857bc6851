#include "render/layers/line_drawing.h"

#include "render/layers/line_painter.h"
#include "render/layers/place_textures.h"
#include "render/primitives/scene_place.h"

namespace farfield::render {

void LineDrawing::draw(Pass pass, DrawContext& context) const
{
    const bool through = pass == Pass::ThroughGround && placement.through_ground;
    // Lines have blended edges, but hide what is behind them.
    if ((pass != Pass::Blended && !through) || slots == nullptr || parts.empty() || !style.drawn) return;
    context.maps.bind(colour_map);
    LineStyle shown = style;
    if (through) shown.opacity *= opacity_through_ground;
    const ThroughGroundDepth depth(through);
    context.painter<LinePainter>().draw(parts, *slots, placed(context, placement, side_in(pass, placement)),
                                        shown, range);
}

}  // namespace farfield::render
