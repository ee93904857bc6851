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

/// A legend: the quantity that a drawing's colours show.
struct Legend {
    std::string title = {};  ///< name of the quantity: "speed"
    std::string units = {};  ///< "m/s"; may be empty
    ColourMap colour_map = model::default_colour_map;
    ScalarRange range = {};
    friend bool operator==(const Legend&, const Legend&) = default;
};

/// A line of text over the picture. position: left end of its baseline, logical pixels.
struct OverlayText {
    std::string text;
    glm::vec2 position{0.0F};
    glm::vec4 colour{1.0F};
};

/// The content of one picture. Viewer, headless playback and tests fill one and draw it. Keep it and
/// change it from frame to frame: its vectors then keep their memory.
struct Scene {
    CameraView camera;
    Viewport viewport;
    /// The coordinates, as people see them, of the scene's (0, 0, 0); binary32 would be too coarse for places
    /// far from 0. All other places of a scene are relative to it.
    glm::dvec3 origin{0.0};
    Bounds bounds;
    /// Names at the axes, with the unit if there is one: "x [m]", "longitude". Printable ASCII.
    std::array<std::string, 3> axis_names{"x", "y", "z"};
    /// Factor by which z is drawn longer, as z may have other units than x and y. Below 0 z is drawn
    /// downwards, as for depths. The camera is in the drawn space, with stretched z; all other places have
    /// their own z. 1 over ground.
    float vertical_scale = 1.0F;
    /// Edges of a curvilinear domain, drawn in place of the box of the bounds when there are any.
    std::vector<std::vector<glm::vec3>> outline_curves;

    /// The drawings, in their order within a pass; not owned, and alive until the picture is drawn.
    std::vector<const Drawing*> drawings;
    std::vector<Legend> legends;    ///< from the top down
    float covered = 0.0F;           ///< logical pixels at the top that something else covers
    float metres_to_middle = 0.0F;  ///< distance of the ground in the middle of the picture; 0: unknown

    std::vector<RakeShape> rakes;
    std::optional<HandleId> highlighted;

    std::vector<OverlayText> texts;
    Background background;
    Show show;
};

/// The style of the first drawing with ground, which gives the picture its sky and horizon; null: no ground.
[[nodiscard]] const TerrainStyle* ground_of(const Scene& scene);

/// The transform of the scene's camera, viewport and bounds.
[[nodiscard]] ViewTransform view_of(const Scene& scene);

}  // namespace farfield::render
