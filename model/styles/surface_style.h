#pragma once

#include <optional>
#include <string>

#include "model/fields/fields.h"
#include "model/styles/colour_map.h"
#include "model/styles/hex_colour.h"
#include "model/styles/range.h"

namespace farfield::model {

/// Style of an isosurface: colours, opacity and edges.
struct IsosurfaceStyle {
    std::optional<std::string> colour = std::nullopt;  ///< absent: coloured by the scalar of the vertices
    ColourMap colour_map = default_colour_map;
    ColourRange range = std::nullopt;
    double opacity = 1.0;
    bool edges = false;  ///< draws the edges of triangles
    friend bool operator==(const IsosurfaceStyle&, const IsosurfaceStyle&) = default;

    static void fields(auto& visit)
    {
        visit("colour", &IsosurfaceStyle::colour, check_colour_if_any);
        visit("colour_map", &IsosurfaceStyle::colour_map, names(colour_map_names));
        visit("range", &IsosurfaceStyle::range, check_range);
        visit("opacity", &IsosurfaceStyle::opacity, from_to(0.0, 1.0));
        visit("edges", &IsosurfaceStyle::edges);
    }
};

/// Style of boundaries: colours, opacity and edges.
struct BoundaryStyle {
    std::string colour = "#9aa0a6";
    bool by_scalar = false;  ///< coloured by the scalar of the vertices, not by `colour`
    ColourMap colour_map = default_colour_map;
    ColourRange range = std::nullopt;
    double opacity = 0.35;
    double behind = 0.2;  ///< factor on `opacity` for translucent walls that are seen from outside the flow
    bool edges = false;   ///< draws the edges of triangles
    friend bool operator==(const BoundaryStyle&, const BoundaryStyle&) = default;

    static void fields(auto& visit)
    {
        visit("colour", &BoundaryStyle::colour, check_colour);
        visit("by_scalar", &BoundaryStyle::by_scalar);
        visit("colour_map", &BoundaryStyle::colour_map, names(colour_map_names));
        visit("range", &BoundaryStyle::range, check_range);
        visit("opacity", &BoundaryStyle::opacity, from_to(0.0, 1.0));
        visit("behind", &BoundaryStyle::behind, from_to(0.0, 1.0));
        visit("edges", &BoundaryStyle::edges);
    }
};

}  // namespace farfield::model
