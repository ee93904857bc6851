#pragma once

#include "render/gl/shader_program.h"
#include "render/gl/vertex_stream.h"
#include "render/primitives/round_earth.h"
#include "render/scene/view.h"

#include <cstddef>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

/// Collects straight lines and draws them smooth, with a width in pixels, in the world or through any
/// transform to clip space.
/// Needs blending on (source alpha); sets neither depth test nor depth mask.
class LineBatch {
public:
    LineBatch();

    void clear();
    /// Adds a line. colour: sRGB and opacity, 0 to 1. width: logical pixels.
    void add(glm::vec3 start, glm::vec3 end, glm::vec4 colour, float width);
    /// Draws the lines. transform: from their coordinates to clip space.
    void draw(const glm::mat4& transform, const Viewport& viewport);
    /// Draws the lines in the world.
    void draw(const ViewTransform& view);

private:
    struct Vertex {
        glm::vec3 start, end;
        glm::u8vec4 colour;
        float width;
    };

    ShaderProgram program_;
    RoundEarthUniforms earth_;
    int transform_, viewport_, pixel_ratio_;
    VertexStream stream_;
    std::vector<Vertex> vertices_;
    bool changed_ = false;
};

/// The transform from logical pixels (y down) to clip space.
[[nodiscard]] glm::mat4 pixel_transform(const Viewport& viewport);

}  // namespace farfield::render
