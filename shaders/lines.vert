#version 330 core
#include "line_quad.glsl"
#include "round_earth.glsl"

layout(location = 0) in vec3 start;
layout(location = 1) in vec3 end;
layout(location = 2) in vec4 line_colour;
layout(location = 3) in float width;  // logical pixels

uniform mat4 transform;
uniform float pixel_ratio;

flat out vec4 colour;
flat out float half_width;
noperspective out float across;

void main()
{
    colour = line_colour;
    half_width = 0.5 * width * pixel_ratio;
    gl_Position = line_corner(transform * vec4(seen_place(start), 1.0), transform * vec4(seen_place(end), 1.0),
                              gl_VertexID % 6, half_width, across);
}
