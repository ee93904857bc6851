#pragma once

#include "render/gl/shader_program.h"
#include "render/primitives/round_earth.h"
#include "render/primitives/scene_place.h"
#include "render/scene/particle_frame.h"
#include "render/scene/styles.h"

#include <glm/glm.hpp>

namespace farfield::render {

class FrameSlots;

/// Point sizes for particles.vert: a fixed part, and a part that it divides by the distance. Device
/// pixels.
[[nodiscard]] glm::vec2 point_size_for(const ParticleStyle& style, const ViewTransform& view);

/// Largest diameter of a particle in perspective, logical pixels.
inline constexpr float largest_particle = 48.0F;
/// Factor by which a shaded particle's rim is darker than its middle; lighter where its colour is dark.
inline constexpr float particle_rim_shade = 0.55F;

/// Draws particles as round points, coloured by their scalar. The vertex shader swaps the bytes.
/// draw() needs the colour map bound to texture unit 0, depth test and program point size on, blending off.
class ParticlePainter {
public:
    ParticlePainter();
    void draw(const ParticleFrame& frame, const FrameSlots& slots, const ViewTransform& view,
              const ParticleStyle& style, const ScalarRange& range) const;

private:
    ShaderProgram program_;
    RoundEarthUniforms earth_{program_};
    ScenePlaceUniforms place_{program_};
    int view_projection_, point_size_, largest_point_, entry_of_scalar_, rim_shade_;
    VertexArray array_ = VertexArray::create();
};

}  // namespace farfield::render
