#pragma once

#include "render/scene/colour_map.h"
#include "render/scene/rake_shape.h"
#include "render/scene/styles.h"
#include "render/scene/view.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace farfield::render {

class Drawing;

/// What the colours of one drawing stand for.
struct Legend {
    std::string title = {};  ///< such as "speed"
    std::string units = {};  ///< such as "m/s"; may be empty
    ColourMap colour_map = ColourMap::Viridis;
    ScalarRange range = {};
    friend bool operator==(const Legend&, const Legend&) = default;
};

/// A line of text over the picture. position: its left end on the baseline, logical pixels.
struct OverlayText {
    std::string text;
    glm::vec2 position{0.0F};
    glm::vec4 colour{1.0F};
};

/// Everything that one picture shows. Viewer, headless playback and tests fill one and draw it. Keep one and
/// change it from frame to frame: its vectors then keep their memory.
struct Scene {
    CameraView camera;
    Viewport viewport;
    /// What (0, 0, 0) is in the coordinates that people see: places far from 0 would be too coarse in
    /// binary32. All other places of a scene are relative to it.
    glm::dvec3 origin{0.0};
    Bounds bounds;
    /// What stands at the axes, with the unit where there is one: "x [m]", "longitude". Printable ASCII.
    std::array<std::string, 3> axis_names{"x", "y", "z"};
    /// z is drawn so many times as long as it is: where it has other units than x and y, its own length says
    /// nothing. Below 0 it is drawn downwards, as depths are. The camera is in the space that is drawn, all
    /// other places are as they are. 1 over ground.
    float vertical_scale = 1.0F;
    /// Edges of a curvilinear domain, drawn in place of the box of the bounds when there are any.
    std::vector<std::vector<glm::vec3>> outline_curves;

    /// What is shown in it, in the order in which they are drawn within a pass. They outlive the picture.
    std::vector<const Drawing*> drawings;
    std::vector<Legend> legends;    ///< from the top down
    float covered = 0.0F;           ///< logical pixels at the top that something else lies over
    float metres_to_middle = 0.0F;  ///< to the ground in the middle of the picture, for a scale; 0: not known

    std::vector<RakeShape> rakes;
    std::optional<HandleId> highlighted;

    std::vector<OverlayText> texts;
    Background background;
    Show show;
};

/// The style of the first drawing with ground: the picture's sky and horizon are its. Null: there is none.
[[nodiscard]] const TerrainStyle* ground_of(const Scene& scene);

/// What the scene is seen through.
[[nodiscard]] ViewTransform view_of(const Scene& scene);

}  // namespace farfield::render
