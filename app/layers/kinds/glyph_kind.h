#pragma once

#include "model/document/layer_kind.h"
#include "model/programs/glyphs.h"
#include "model/styles/glyph_style.h"

namespace farfield::app {

inline constexpr std::array not_of_glyphs{"time_step", "repeat"};

/// The parameters of arrows. How results follow each other is up to the clock.
using GlyphLayerParams = model::LayerParams<model::GlyphParams, not_of_glyphs>;

/// On a horizontal plane through the middle.
inline model::Json first_glyphs(const model::LayerData& data)
{
    const model::SlicePlane plane{.axis = model::SliceAxis::Z,
                                  .position = (data.bounds[0][2] + data.bounds[1][2]) / 2.0};
    return {{"planes", model::Json::array({model::write(plane)})}};
}

/// A vector on planes.
inline constexpr model::LayerKind glyph_kind{.name = "glyphs",
                                             .data = model::DataKind::Dataset,
                                             .has_rakes = false,
                                             .ticks = false,
                                             .params = model::part_of<GlyphLayerParams>,
                                             .style = model::part_of<model::GlyphStyle>,
                                             .first_params = first_glyphs};

}  // namespace farfield::app
