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

/// The box as drawn, with z multiplied by vertical_scale, which may be below 0.
[[nodiscard]] Bounds drawn_bounds(const Bounds& bounds, float vertical_scale);

/// The surface to draw into. All other pixels in this folder are *logical* pixels, as in
/// Qt's mouse events are: origin at the top left, y down, device pixels divided by pixel_ratio.
struct Viewport {
    int width = 1280;  ///< device pixels
    int height = 720;  ///< device pixels
    float pixel_ratio = 1.0F;
    [[nodiscard]] glm::vec2 logical_size() const { return glm::vec2(width, height) / pixel_ratio; }
    [[nodiscard]] float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }
    friend bool operator==(const Viewport&, const Viewport&) = default;
};

/// A camera in the drawn space, whose z is multiplied by the vertical scale.
struct CameraView {
    glm::vec3 eye{0.0F, -3.0F, 0.0F};
    glm::vec3 target{0.0F};
    glm::vec3 up{0.0F, 0.0F, 1.0F};
    float fov_y_radians = 0.6F;
    friend bool operator==(const CameraView&, const CameraView&) = default;
};

/// The way from a drawing's own positions into the scene, as shaders/scene_place.glsl takes it. By default
/// own positions are places of the world.
struct SceneWay {
    glm::vec3 offset{0.0F}, scale{1.0F};
    glm::vec4 lattice{0.0F};    ///< of a PlaceMap: first node, and nodes per unit; 0: no map
    glm::vec2 turn{0.0F};       ///< PlaceMap::turn; x of the lattice's middle
    float height_scale = 1.0F;  ///< PlaceMap::height_scale
    glm::vec4 ground{0.0F};     ///< of a GroundRaster, like `lattice`
    float above_ground = -1.0F;
    bool below_ground = false;        ///< true: draws only parts below the ground
    std::uint32_t nodes_texture = 0;  ///< OpenGL names of textures
    std::uint32_t ground_texture = 0;
};

/// The transform from world to clip space for one frame, and related values. The world has unstretched
/// places; the vertical scale is part of `view`.
struct ViewTransform {
    glm::mat4 view{1.0F};
    glm::mat4 projection{1.0F};
    glm::mat4 view_projection{1.0F};
    glm::vec3 eye{0.0F};           ///< in the world
    float target_distance = 1.0F;  ///< as drawn
    float curvature = 0.0F;        ///< 1/m: places at distance d are seen lower by curvature x d^2
    glm::vec3 scale{1.0F};         ///< scene units per unit of the positions; for `curvature`
    Viewport viewport;
    /// Luminance of the background, 0 to 1, from which lines stand out. nullopt: ground and sky are behind.
    std::optional<float> luminance_behind = std::nullopt;
    SceneWay way;
};

/// The place of a drawing in the scene: offset + scale x own position, by component.
struct Placement {
    glm::vec3 offset{0.0F};
    glm::vec3 scale{1.0F};                                 ///< each above 0
    std::shared_ptr<const PlaceMap> map = nullptr;         ///< replaces offset and scale if not null
    std::shared_ptr<const GroundRaster> ground = nullptr;  ///< null: unknown, and taken to be at 0
    /// Height above the ground at which everything is drawn, whatever its z; below 0: z decides.
    float above_ground = -1.0F;
    bool through_ground = false;  ///< draws what is below the ground faintly through it

    /// True when offset and scale do not suffice, so that shaders compute the places.
    [[nodiscard]] bool is_in_shader() const { return map || above_ground >= 0.0F || through_ground; }
    friend bool operator==(const Placement&, const Placement&) = default;
};

/// The scene's view for a drawing with own positions, which become the world, by offset and scale.
[[nodiscard]] ViewTransform placed(const ViewTransform& view, const Placement& placement);

/// The place at which a world place is seen on a round Earth, which falls away with the distance from the
/// eye; both in the world.
[[nodiscard]] glm::vec3 seen_place(const ViewTransform& view, glm::vec3 place);
/// The world place that is seen at `seen`: the inverse of seen_place().
[[nodiscard]] glm::vec3 place_seen_at(const ViewTransform& view, glm::vec3 seen);

/// Makes the transform. Near and far planes lie tightly around the bounds, for depth precision at any scale.
/// vertical_scale: factor on z, below 0: downwards. nearest: the near plane is at no less than this part of
/// the far plane's distance.
[[nodiscard]] ViewTransform make_view_transform(const CameraView& camera, const Viewport& viewport,
                                                const Bounds& bounds, float vertical_scale = 1.0F,
                                                float nearest = 1e-3F);

}  // namespace farfield::render
