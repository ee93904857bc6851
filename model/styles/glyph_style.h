#pragma once

#include "model/fields/fields.h"
#include "model/styles/colour_map.h"
#include "model/styles/range.h"

namespace farfield::model {

inline constexpr double most_glyph_scale = 100.0;

/// Style of arrows: colours and length.
struct GlyphStyle {
    ColourMap colour_map = default_colour_map;
    ColourRange range = std::nullopt;
    double scale = 1.0;  ///< length of the longest arrow, in 1.5 spacings
    bool equal = false;  ///< true: all arrows are as long as the longest
    friend bool operator==(const GlyphStyle&, const GlyphStyle&) = default;

    static void fields(auto& visit)
    {
        visit("colour_map", &GlyphStyle::colour_map, names(colour_map_names));
        visit("range", &GlyphStyle::range, check_range);
        visit("scale", &GlyphStyle::scale, from_to(0.0, most_glyph_scale));
        visit("equal", &GlyphStyle::equal);
    }
};

}  // namespace farfield::model
