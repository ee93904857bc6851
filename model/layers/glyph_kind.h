#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/glyphs.h"
#include "model/styles/glyph_style.h"

namespace farfield::model {

inline constexpr std::array not_of_glyphs{"time_step", "repeat"};

/// The parameters of arrows. The clock decides the times of results.
using GlyphLayerParams = LayerParams<GlyphParams, not_of_glyphs>;

/// First parameters: arrows on a horizontal plane through the middle.
inline Json first_glyphs(const LayerData& data)
{
    const SlicePlane plane{.axis = SliceAxis::Z, .position = (data.bounds[0][2] + data.bounds[1][2]) / 2.0};
    return {{"planes", Json::array({write(plane)})}};
}

/// The kind of layers that show a vector on planes.
inline constexpr LayerKind glyph_kind{.name = "glyphs",
                                      .data = DataKind::Dataset,
                                      .has_rakes = false,
                                      .ticks = false,
                                      .params = part_of<GlyphLayerParams>,
                                      .style = part_of<GlyphStyle>,
                                      .first_params = first_glyphs};

}  // namespace farfield::model
