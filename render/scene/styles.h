#pragma once

#include "render/scene/colour_map.h"

#include <glm/glm.hpp>

/// Styles of drawings. Colours are sRGB as displayed, 0 to 1.
namespace farfield::render {

struct ParticleStyle {
    bool drawn = true;
    float size = 4.0F;        ///< diameter, logical pixels; at the camera's target when perspective is set
    bool perspective = true;  ///< draws nearer particles larger
    bool shaded = true;       ///< draws small spheres, darker towards the rim; else flat discs
};

struct TrailStyle {
    bool drawn = true;
    /// Smooth lines of any width; else lines one device pixel wide, which a software renderer draws twice
    /// as fast: set it from is_software_renderer().
    bool smooth = true;
    float width = 1.2F;    ///< logical pixels
    float opacity = 0.7F;  ///< of the newest segment; the oldest fades to nothing
};

/// Style of streamlines, pathlines, streaklines and timelines.
struct LineStyle {
    bool drawn = true;
    bool smooth = true;  ///< as in TrailStyle
    float width = 1.5F;  ///< logical pixels
    float opacity = 1.0F;
    bool lit = false;  ///< draws thin tubes, lit by a lamp at the camera; else plain colours
};

/// Style of ground: colours, light, haze and lines.
struct TerrainStyle {
    ColourMap map = ColourMap::Relief;
    glm::vec2 heights{0.0F, 1000.0F};    ///< heights in metres at the two ends of the colours
    bool sea = true;                     ///< draws ground at 0 m or below blue, to a centimetre
    float sun_azimuth_degrees = 315.0F;  ///< clockwise from north
    float sun_elevation_degrees = 45.0F;
    float haze_metres = 0.0F;     ///< distance at which haze hides two thirds of the ground; 0: none
    float contour_metres = 0.0F;  ///< height between contour lines; 0: none
    float grid_metres = 0.0F;     ///< distance between lines of the local frame's grid; 0: none
    float curvature = 0.0F;       ///< 1/m: places at distance d are seen lower by curvature x d^2
    friend bool operator==(const TerrainStyle&, const TerrainStyle&) = default;
};

/// The parts of a scene that are drawn beside its drawings.
struct Show {
    bool outline = true;
    bool axes = true;
    bool legend = true;
    bool rakes = true;
    bool compass = true;  ///< over terrain
};

struct Background {
    glm::vec3 top{0.085F, 0.100F, 0.125F};
    glm::vec3 bottom{0.030F, 0.036F, 0.048F};
};

}  // namespace farfield::render
