#pragma once

#include "render/gl/shader_program.h"
#include "render/scene/styles.h"

namespace farfield::render {

/// Fills the picture with a gradient from top to bottom, or with one colour if both are the same, which a
/// software renderer draws faster. Needs depth test and blending off.
class BackgroundPainter {
public:
    BackgroundPainter();
    void draw(const Background& background) const;

private:
    ShaderProgram program_;
    int top_, bottom_;
    VertexArray array_ = VertexArray::create();
};

}  // namespace farfield::render
