#pragma once

#include "render/gl/shader_program.h"
#include "render/gl/vertex_stream.h"
#include "render/primitives/round_earth.h"
#include "render/scene/view.h"

#include <cstddef>
#include <vector>

#include <glm/glm.hpp>

namespace farfield::render {

/// Collects and draws smooth round dots of fixed size in the world, such as handles. Needs blending and
/// program point size on.
class DotBatch {
public:
    DotBatch();

    void clear();
    /// Adds a dot. diameter, ring: logical pixels; ring: width of a light rim, 0 for none.
    void add(glm::vec3 position, glm::vec4 colour, float diameter, float ring);
    void draw(const ViewTransform& view);

private:
    struct Vertex {
        glm::vec3 position;
        glm::u8vec4 colour;
        float diameter, ring;
    };

    ShaderProgram program_;
    RoundEarthUniforms earth_;
    int transform_, pixel_ratio_;
    VertexStream stream_;
    std::vector<Vertex> vertices_;
};

}  // namespace farfield::render
