#pragma once

#include <cstdint>

#include "model/fields/fields.h"
#include "model/styles/colour_map.h"
#include "model/styles/range.h"

namespace farfield::model {

inline constexpr double most_point_size = 1000.0;         ///< logical pixels
inline constexpr double least_width = 0.1;                ///< of points and lines, logical pixels
inline constexpr double most_line_width = 100.0;          ///< logical pixels
inline constexpr std::uint32_t most_trail_frames = 1000;  ///< each takes a slot of the frame ring

/// Style of a layer of particles and its trails. Lengths are logical pixels.
struct ParticleStyle {
    bool drawn = true;
    ColourMap colour_map = default_colour_map;
    ColourRange range = std::nullopt;
    double point_size = 4.0;          ///< diameter; at the camera's target when perspective is set
    bool perspective = true;          ///< draws nearer particles larger
    bool shaded = true;               ///< draws particles like small spheres; else as flat discs
    std::uint32_t trail_frames = 16;  ///< past frames that a trail connects; 0: no trails
    double trail_width = 1.2;
    double trail_opacity = 0.7;
    friend bool operator==(const ParticleStyle&, const ParticleStyle&) = default;

    static void fields(auto& visit)
    {
        visit("drawn", &ParticleStyle::drawn);
        visit("colour_map", &ParticleStyle::colour_map, names(colour_map_names));
        visit("range", &ParticleStyle::range, check_range);
        visit("point_size", &ParticleStyle::point_size, from_to(least_width, most_point_size));
        visit("perspective", &ParticleStyle::perspective);
        visit("shaded", &ParticleStyle::shaded);
        visit("trail_frames", &ParticleStyle::trail_frames, from_to(0, most_trail_frames));
        visit("trail_width", &ParticleStyle::trail_width, from_to(least_width, most_line_width));
        visit("trail_opacity", &ParticleStyle::trail_opacity, from_to(0.0, 1.0));
    }
};

}  // namespace farfield::model
