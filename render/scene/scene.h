#pragma once

#include "render/scene/colour_map.h"
#include "render/scene/ground_sheet.h"
#include "render/scene/ground_tile.h"
#include "render/scene/particle_frame.h"
#include "render/scene/rake_shape.h"
#include "render/scene/terrain_frame.h"
#include "render/scene/view.h"

#include <optional>
#include <string>
#include <vector>

namespace farfield::render {

struct ParticleStyle {
    float size = 4.0F;        ///< diameter, logical pixels; at the camera's target when perspective is set
    bool perspective = true;  ///< nearer particles are larger
    bool shaded = true;       ///< like small spheres, darker towards the rim; else flat discs
};

struct TrailStyle {
    /// Smooth lines of any width. Else lines one device pixel wide, which a software renderer draws twice
    /// as fast: set it from is_software_renderer().
    bool smooth = true;
    float width = 1.2F;    ///< logical pixels
    float opacity = 0.7F;  ///< of the newest segment; the oldest fades to nothing
};

/// Streamlines and their kin.
struct LineStyle {
    bool smooth = true;  ///< as in TrailStyle
    float width = 1.5F;  ///< logical pixels
    float opacity = 1.0F;
};

struct Legend {
    std::string title;  ///< such as "speed"
    std::string units;  ///< such as "m/s"; may be empty
};

/// Which layers are drawn.
struct Show {
    bool particles = true;
    bool trails = true;
    bool lines = true;
    bool outline = true;
    bool axes = true;
    bool legend = true;
    bool rakes = true;
    bool compass = true;  ///< over terrain
};

/// A line of text over the picture. position: its left end on the baseline, logical pixels.
struct OverlayText {
    std::string text;
    glm::vec2 position{0.0F};
    glm::vec4 colour{1.0F};
};

/// Colours are sRGB as displayed, 0 to 1.
struct Background {
    glm::vec3 top{0.085F, 0.100F, 0.125F};
    glm::vec3 bottom{0.030F, 0.036F, 0.048F};
};

/// Everything that one picture shows, as plain data. Viewer, headless playback and tests fill one and draw
/// it. Keep one and change it from frame to frame: its vectors then keep their memory.
struct Scene {
    CameraView camera;
    Viewport viewport;
    /// What (0, 0, 0) is in the coordinates that people see: places far from 0 would be too coarse in
    /// binary32. All other places of a scene are relative to it.
    glm::dvec3 origin{0.0};
    Bounds bounds;
    glm::vec3 frames_at{0.0F};  ///< where particles and lines count their positions from
    /// z is drawn so many times as long as it is: where it has other units than x and y, its own length says
    /// nothing. The camera is in the space that is drawn, all other places are as they are.
    float vertical_scale = 1.0F;
    /// Edges of a curvilinear domain, drawn in place of the box of the bounds when there are any.
    std::vector<std::vector<glm::vec3>> outline_curves;

    /// Given: the picture has a sky, and `terrain_view` below it once one is there. Places are in the
    /// terrain's local frame, and vertical_scale is 1.
    std::optional<TerrainStyle> terrain;
    std::optional<TerrainFrame> terrain_view;
    std::vector<GroundTile> ground;  ///< what is seen where the view does not tell
    std::optional<GroundSheet> ground_picture, viewshed;
    std::vector<std::shared_ptr<const GroundMarks>> marks;
    float metres_to_middle = 0.0F;  ///< to the ground in the middle of the picture, for a scale; 0: not known

    std::optional<ParticleFrame> particles;
    /// Frames of the history, newest first, usually beginning with `particles`; a trail needs two. Particle i
    /// of one frame is joined to particle i of the next; so end the list where the particles' order changed.
    /// It also ends where the count changes.
    std::vector<ParticleFrame> trail;
    /// Parts of one answer, in any order.
    std::vector<PolylineFrame> lines;
    ParticleStyle particle_style;
    TrailStyle trail_style;
    LineStyle line_style;

    ColourMap colour_map = ColourMap::Viridis;
    ScalarRange range;
    Legend legend;

    std::vector<RakeShape> rakes;
    std::optional<HandleId> highlighted;

    std::vector<OverlayText> texts;
    Background background;
    Show show;
};

/// What the scene is seen through.
[[nodiscard]] ViewTransform view_of(const Scene& scene);

}  // namespace farfield::render
