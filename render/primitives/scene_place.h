#pragma once

#include "render/gl/shader_program.h"
#include "render/scene/view.h"

namespace farfield::render {

/// Of what is seen through the ground.
inline constexpr float opacity_through_ground = 0.4F;

/// SceneWay::above_ground of what has heights of its own, and is drawn where these are above the ground.
inline constexpr float only_above_ground = -2.0F;

/// While it lives what is drawn is seen whatever the ground hides, in Pass::ThroughGround; nothing changes
/// where that is not asked for. Leaves the depth test of that step.
class ThroughGroundDepth {
public:
    explicit ThroughGroundDepth(bool is_through);
    ThroughGroundDepth(const ThroughGroundDepth&) = delete;
    ThroughGroundDepth& operator=(const ThroughGroundDepth&) = delete;
    ~ThroughGroundDepth();

private:
    bool is_through_;
};

/// While it lives what is drawn opaque blends with what is behind it, as seen through the ground; nothing
/// changes where that is not asked for. Leaves the usual blending.
class FaintBlending {
public:
    explicit FaintBlending(bool is_faint);
    FaintBlending(const FaintBlending&) = delete;
    FaintBlending& operator=(const FaintBlending&) = delete;
    ~FaintBlending();

private:
    bool is_faint_;
};

/// The uniforms of shaders/scene_place.glsl.
class ScenePlaceUniforms {
public:
    explicit ScenePlaceUniforms(const ShaderProgram& program);
    /// Of the program in use. Binds textures to units 6 and 7.
    void set(const SceneWay& way) const;

private:
    int offset_, scale_, nodes_, lattice_, turn_, height_, ground_nodes_, ground_lattice_, above_ground_,
        below_ground_;
};

}  // namespace farfield::render
