#pragma once

#include "render/gl/shader_program.h"
#include "render/scene/view.h"

namespace farfield::render {

/// The uniforms of shaders/round_earth.glsl.
class RoundEarthUniforms {
public:
    explicit RoundEarthUniforms(const ShaderProgram& program);
    /// Sets the uniforms of the program in use.
    void set(const ViewTransform& view) const;

private:
    int eye_, curvature_, stretch_;
};

}  // namespace farfield::render
