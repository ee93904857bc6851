#include "render/layers/line_drawing.h"

#include "render/layers/draw_context.h"
#include "render/layers/line_layer.h"

namespace farfield::render {

void LineDrawing::draw(Pass pass, DrawContext& context) const
{
    // Their edges blend, but they hide what is behind them.
    if (pass != Pass::Blended || slots == nullptr || parts.empty() || !style.drawn) return;
    context.maps.bind(colour_map);
    context.painter<LineLayer>().draw(parts, *slots, placed(context.view, placement), style, range);
}

}  // namespace farfield::render
