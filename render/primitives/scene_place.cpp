#include "render/primitives/scene_place.h"

#include <epoxy/gl.h>
#include <glm/gtc/type_ptr.hpp>

#include "render/primitives/weighted_blending.h"

namespace farfield::render {
namespace {

constexpr int place_nodes_unit = 6, ground_nodes_unit = 7;

void bind_nodes(int unit, std::uint32_t texture)
{
    glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
    glBindTexture(GL_TEXTURE_2D, texture);
}

}  // namespace

ThroughGroundDepth::ThroughGroundDepth(bool is_through) : is_through_(is_through)
{
    if (is_through_) glDepthFunc(GL_ALWAYS);
}

ThroughGroundDepth::~ThroughGroundDepth()
{
    if (is_through_) glDepthFunc(GL_GREATER);
}

FaintBlending::FaintBlending(bool is_faint) : is_faint_(is_faint)
{
    if (!is_faint_) return;
    glBlendColor(0.0F, 0.0F, 0.0F, opacity_through_ground);
    glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
}

FaintBlending::~FaintBlending()
{
    if (is_faint_) WeightedBlending::set_plain_blending();
}

ScenePlaceUniforms::ScenePlaceUniforms(const ShaderProgram& program)
    : offset_(program.uniform("place_offset")),
      scale_(program.uniform("place_scale")),
      nodes_(program.uniform("place_nodes")),
      lattice_(program.uniform("place_lattice")),
      turn_(program.uniform("place_turn")),
      height_(program.uniform("place_height")),
      ground_nodes_(program.uniform("ground_nodes")),
      ground_lattice_(program.uniform("ground_lattice")),
      above_ground_(program.uniform("above_ground")),
      below_ground_(program.uniform("below_ground"))
{}

void ScenePlaceUniforms::set(const SceneWay& way) const
{
    set_uniform(offset_, way.offset);
    set_uniform(scale_, way.scale);
    glUniform4fv(lattice_, 1, glm::value_ptr(way.lattice));
    set_uniform(turn_, way.turn);
    set_uniform(height_, way.height_scale);
    glUniform4fv(ground_lattice_, 1, glm::value_ptr(way.ground));
    set_uniform(above_ground_, way.above_ground);
    set_uniform(below_ground_, way.below_ground ? 1 : 0);
    // Samplers of two types must not share a unit, even when neither is read.
    set_uniform(nodes_, place_nodes_unit);
    set_uniform(ground_nodes_, ground_nodes_unit);
    if (way.nodes_texture != 0) bind_nodes(place_nodes_unit, way.nodes_texture);
    if (way.ground_texture != 0) bind_nodes(ground_nodes_unit, way.ground_texture);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace farfield::render
