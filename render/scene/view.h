#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <glm/glm.hpp>

#include "render/scene/place_map.h"

namespace farfield::render {

/// An axis-aligned box. The default is the unit cube.
struct Bounds {
    glm::vec3 min{0.0F};
    glm::vec3 max{1.0F};
    [[nodiscard]] glm::vec3 centre() const { return 0.5F * (min + max); }
    [[nodiscard]] glm::vec3 size() const { return max - min; }
    friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// The box as it is drawn where z is drawn vertical_scale times as long as it is; below 0: and downwards.
[[nodiscard]] Bounds drawn_bounds(const Bounds& bounds, float vertical_scale);

/// What is drawn into. Everything else in this folder that is given in pixels is in *logical* pixels, as
/// Qt's mouse events are: origin at the top left, y down, device pixels divided by pixel_ratio.
struct Viewport {
    int width = 1280;  ///< device pixels
    int height = 720;  ///< device pixels
    float pixel_ratio = 1.0F;
    [[nodiscard]] glm::vec2 logical_size() const { return glm::vec2(width, height) / pixel_ratio; }
    [[nodiscard]] float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }
    friend bool operator==(const Viewport&, const Viewport&) = default;
};

/// A camera, in the space that is drawn: where z is drawn longer or shorter than it is, so are these.
struct CameraView {
    glm::vec3 eye{0.0F, -3.0F, 0.0F};
    glm::vec3 target{0.0F};
    glm::vec3 up{0.0F, 0.0F, 1.0F};
    float fov_y_radians = 0.6F;
    friend bool operator==(const CameraView&, const CameraView&) = default;
};

/// The way from a drawing's own positions into the scene, as shaders/scene_place.glsl takes it; the default:
/// own positions are the world's.
struct SceneWay {
    glm::vec3 offset{0.0F}, scale{1.0F};
    glm::vec4 lattice{0.0F};    ///< of a PlaceMap: first node, and nodes a unit; 0: there is none
    glm::vec2 turn{0.0F};       ///< as PlaceMap has it; x in the middle
    float height_scale = 1.0F;  ///< likewise
    glm::vec4 ground{0.0F};     ///< of a GroundRaster, as `lattice`
    float above_ground = -1.0F;
    bool below_ground = false;        ///< only what is below the ground is drawn
    std::uint32_t nodes_texture = 0;  ///< OpenGL's numbers
    std::uint32_t ground_texture = 0;
};

/// World to clip space for one frame, and what the layers need beside it. The world is that of positions as
/// they are: how long z is drawn is part of `view`.
struct ViewTransform {
    glm::mat4 view{1.0F};
    glm::mat4 projection{1.0F};
    glm::mat4 view_projection{1.0F};
    glm::vec3 eye{0.0F};           ///< in the world
    float target_distance = 1.0F;  ///< as drawn
    float curvature = 0.0F;        ///< 1/m: places at distance d are seen lower by curvature x d^2
    glm::vec3 scale{1.0F};         ///< how long a unit of the positions is in the scene; for `curvature`
    Viewport viewport;
    /// Of the background, 0 to 1: lines stand out from it. Nothing: ground and sky are behind them.
    std::optional<float> luminance_behind = std::nullopt;
    SceneWay way;
};

/// How a drawing's own positions lie in the scene: offset + scale x own, by component.
struct Placement {
    glm::vec3 offset{0.0F};
    glm::vec3 scale{1.0F};                                 ///< each above 0
    std::shared_ptr<const PlaceMap> map = nullptr;         ///< in place of offset and scale; null: these hold
    std::shared_ptr<const GroundRaster> ground = nullptr;  ///< null: it is not known, and taken to be at 0
    /// All lies so high above the ground, whatever its own z; below 0: where z says.
    float above_ground = -1.0F;
    bool through_ground = false;  ///< what is below the ground is seen faintly through it

    /// It takes more than offset and scale to say where things are.
    [[nodiscard]] bool is_in_shader() const { return map || above_ground >= 0.0F || through_ground; }
    friend bool operator==(const Placement&, const Placement&) = default;
};

/// The scene's view for things with positions of their own, which become its world: by offset and scale.
[[nodiscard]] ViewTransform placed(const ViewTransform& view, const Placement& placement);

/// Where a place is seen on a round Earth, which falls away with the distance from the eye; both in the
/// world.
[[nodiscard]] glm::vec3 seen_place(const ViewTransform& view, glm::vec3 place);
/// The place that is seen there.
[[nodiscard]] glm::vec3 place_seen_at(const ViewTransform& view, glm::vec3 seen);

/// Near and far planes are laid tightly around the bounds, so that depth keeps its precision at any scale.
/// vertical_scale: z is drawn so many times as long as it is, below 0 downwards. nearest: the near plane is
/// no nearer than this part of the far plane's distance.
[[nodiscard]] ViewTransform make_view_transform(const CameraView& camera, const Viewport& viewport,
                                                const Bounds& bounds, float vertical_scale = 1.0F,
                                                float nearest = 1e-3F);

}  // namespace farfield::render
