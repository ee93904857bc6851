#version 330 core
#include "round_earth.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 dot_colour;
layout(location = 2) in float diameter;  // logical pixels
layout(location = 3) in float ring;      // width of a light ring inside the rim, logical pixels

uniform mat4 transform;
uniform float pixel_ratio;

flat out vec4 colour;
flat out vec2 radius_and_ring;

void main()
{
    float size = diameter * pixel_ratio;
    gl_Position = transform * vec4(seen_place(position), 1.0);
    gl_PointSize = size + 2.0;
    colour = dot_colour;
    radius_and_ring = vec2(0.5 * size, ring * pixel_ratio);
}
