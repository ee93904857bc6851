#pragma once

#include "render/scene/colour_map.h"

#include <glm/glm.hpp>

/// How what is drawn looks. Colours are sRGB as displayed, 0 to 1.
namespace farfield::render {

struct ParticleStyle {
    bool drawn = true;
    float size = 4.0F;        ///< diameter, logical pixels; at the camera's target when perspective is set
    bool perspective = true;  ///< nearer particles are larger
    bool shaded = true;       ///< like small spheres, darker towards the rim; else flat discs
};

struct TrailStyle {
    bool drawn = true;
    /// Smooth lines of any width. Else lines one device pixel wide, which a software renderer draws twice
    /// as fast: set it from is_software_renderer().
    bool smooth = true;
    float width = 1.2F;    ///< logical pixels
    float opacity = 0.7F;  ///< of the newest segment; the oldest fades to nothing
};

/// Streamlines and their kin.
struct LineStyle {
    bool drawn = true;
    bool smooth = true;  ///< as in TrailStyle
    float width = 1.5F;  ///< logical pixels
    float opacity = 1.0F;
    bool lit = false;  ///< as thin tubes, by a lamp at the camera; else the colours are as they are
};

/// How ground is coloured.
struct TerrainStyle {
    ColourMap map = ColourMap::Relief;
    glm::vec2 heights{0.0F, 1000.0F};    ///< metres: where the colours begin and end
    bool sea = true;                     ///< ground at 0 m or below is blue, to a centimetre
    float sun_azimuth_degrees = 315.0F;  ///< clockwise from north
    float sun_elevation_degrees = 45.0F;
    float haze_metres = 0.0F;     ///< at which haze hides two thirds of the ground; 0: none
    float contour_metres = 0.0F;  ///< between contour lines; 0: none
    float grid_metres = 0.0F;     ///< between lines of the local frame's grid; 0: none
    float curvature = 0.0F;       ///< 1/m: at distance d all is seen lower by curvature x d^2
    friend bool operator==(const TerrainStyle&, const TerrainStyle&) = default;
};

/// Which parts of a scene are drawn beside its drawings.
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
