#include "render/primitives/round_earth.h"

namespace farfield::render {
RoundEarthUniforms::RoundEarthUniforms(const ShaderProgram& program)
    : eye_(program.uniform("eye")),
      curvature_(program.uniform("curvature")),
      stretch_(program.uniform("stretch"))
{}

void RoundEarthUniforms::set(const ViewTransform& view) const
{
    set_uniform(eye_, view.eye);
    set_uniform(curvature_, view.curvature / view.scale.z);
    set_uniform(stretch_, glm::vec2(view.scale));
}

}  // namespace farfield::render
