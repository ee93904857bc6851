#version 330 core
#include "particle_frame.glsl"

in float scalar;
noperspective in float across;

uniform vec3 colour;
uniform float by_scalar;  // 1: coloured by the scalar, 0: by `colour`
uniform float half_width;

layout(location = 0) out vec4 pixel;

void main()
{
    float cover = clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
    pixel = vec4(by_scalar == 0.0 ? colour : colour_of(scalar), cover);
}
