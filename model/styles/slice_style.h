#pragma once

#include "model/fields/fields.h"
#include "model/styles/colour_map.h"
#include "model/styles/range.h"
#include "model/styles/slice_contours.h"

namespace farfield::model {

/// Style of a slice: colours, opacity, contours and cells.
struct SliceStyle {
    ColourMap colour_map = default_colour_map;
    ColourRange range = std::nullopt;
    double opacity = 1.0;
    std::optional<SliceContours> contours = std::nullopt;  ///< absent: no contours
    bool cells = false;  ///< draws each value as an area with edges, without interpolation
    friend bool operator==(const SliceStyle&, const SliceStyle&) = default;

    static void fields(auto& visit)
    {
        visit("colour_map", &SliceStyle::colour_map, names(colour_map_names));
        visit("range", &SliceStyle::range, check_range);
        visit("opacity", &SliceStyle::opacity, from_to(0.0, 1.0));
        visit("contours", &SliceStyle::contours,
              words("number above 0, {`count`: 1 to 64}, or up to 64 numbers"));
        visit("cells", &SliceStyle::cells);
    }
};

}  // namespace farfield::model
