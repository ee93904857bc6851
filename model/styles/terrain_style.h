#pragma once

#include "model/fields/fields.h"
#include "model/styles/colour_map.h"
#include "model/styles/range.h"

namespace farfield::model {

inline constexpr double most_metres_of_style = 1e7;  ///< a distance beyond the horizon of any place

/// Style of ground: colours, light, haze and lines.
struct TerrainStyle {
    ColourMap colour_map = ColourMap::Relief;
    ColourRange heights = std::nullopt;  ///< metres
    bool sea = true;                     ///< draws ground at 0 m or below blue, to a centimetre
    double sun_azimuth = 315.0;          ///< degrees clockwise from north
    double sun_elevation = 45.0;         ///< degrees above the horizon
    double haze_metres = 0.0;            ///< distance at which haze hides two thirds of the ground; 0: none
    double contour_metres = 0.0;         ///< height between contour lines; 0: none
    double grid_metres = 0.0;            ///< distance between lines of the local frame's grid; 0: none
    double views_per_second = 20.0;      ///< in a window, while the camera moves: views become smaller for it
    friend bool operator==(const TerrainStyle&, const TerrainStyle&) = default;

    static void fields(auto& visit)
    {
        visit("colour_map", &TerrainStyle::colour_map, names(colour_map_names));
        visit("heights", &TerrainStyle::heights, check_range);
        visit("sea", &TerrainStyle::sea);
        visit("sun_azimuth", &TerrainStyle::sun_azimuth, from_to(-360.0, 360.0));
        visit("sun_elevation", &TerrainStyle::sun_elevation, from_to(-90.0, 90.0));
        visit("haze_metres", &TerrainStyle::haze_metres, from_to(0.0, most_metres_of_style));
        visit("contour_metres", &TerrainStyle::contour_metres, from_to(0.0, most_metres_of_style));
        visit("grid_metres", &TerrainStyle::grid_metres, from_to(0.0, most_metres_of_style));
        visit("views_per_second", &TerrainStyle::views_per_second, from_to(1.0, 240.0));
    }
};

}  // namespace farfield::model
