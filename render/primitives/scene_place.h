#pragma once

#include "render/gl/shader_program.h"
#include "render/scene/view.h"

namespace farfield::render {

/// Opacity of things seen through the ground.
inline constexpr float opacity_through_ground = 0.4F;

/// Value of SceneWay::above_ground for data with own heights of which only the parts above ground are drawn.
inline constexpr float only_above_ground = -2.0F;

/// During its life depth is not tested, so that hidden things are drawn in Pass::ThroughGround; no effect if
/// is_through is false. Its end restores that pass's depth test.
class ThroughGroundDepth {
public:
    explicit ThroughGroundDepth(bool is_through);
    ThroughGroundDepth(const ThroughGroundDepth&) = delete;
    ThroughGroundDepth& operator=(const ThroughGroundDepth&) = delete;
    ~ThroughGroundDepth();

private:
    bool is_through_;
};

/// During its life opaque things blend with what is behind them by opacity_through_ground; no effect if
/// is_faint is false. Its end restores the plain blending.
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
    /// Sets the uniforms of the program in use. Binds textures to units 6 and 7.
    void set(const SceneWay& way) const;

private:
    int offset_, scale_, nodes_, lattice_, turn_, height_, ground_nodes_, ground_lattice_, above_ground_,
        below_ground_;
};

}  // namespace farfield::render
