#pragma once

#include "model/fields/fields.h"
#include "model/styles/colour_map.h"
#include "model/styles/particle_style.h"
#include "model/styles/range.h"

namespace farfield::model {

/// Style of a layer of lines: colours, width, opacity and light.
struct LineStyle {
    bool drawn = true;
    ColourMap colour_map = default_colour_map;
    ColourRange range = std::nullopt;
    double line_width = 2.5;  ///< logical pixels
    double line_opacity = 1.0;
    bool lit = true;  ///< draws thin tubes, lit by a lamp at the camera; else plain colours
    friend bool operator==(const LineStyle&, const LineStyle&) = default;

    static void fields(auto& visit)
    {
        visit("drawn", &LineStyle::drawn);
        visit("colour_map", &LineStyle::colour_map, names(colour_map_names));
        visit("range", &LineStyle::range, check_range);
        visit("line_width", &LineStyle::line_width, from_to(least_width, most_line_width));
        visit("line_opacity", &LineStyle::line_opacity, from_to(0.0, 1.0));
        visit("lit", &LineStyle::lit);
    }
};

}  // namespace farfield::model
