#version 330 core
#include "terrain_ground.glsl"

in vec2 corner;

uniform vec3 forward;
uniform vec3 right;
uniform vec3 up;

layout(location = 0) out vec4 pixel;

void main()
{
    pixel = vec4(sky_colour(forward + corner.x * right + corner.y * up), 1.0);
}
