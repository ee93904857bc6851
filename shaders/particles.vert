#version 330 core
#include "particle_frame.glsl"
#include "round_earth.glsl"
#include "scene_place.glsl"

layout(location = 0) in uvec4 particle;

uniform mat4 view_projection;
// Device pixels: a fixed part, and a part that is divided by the distance.
uniform vec2 point_size;
uniform float largest_point;

// rgb, and the square of the radius that is drawn: below zero nothing is.
flat out vec4 colour;

void main()
{
    uvec4 bits = native_order(particle);
    vec4 values = uintBitsToFloat(bits);
    // A dead particle becomes one point; all its pixels are discarded. Were it put outside the clip volume, software
    // renderers would take the slow path for every vertex of its batch.
    vec4 place = is_finite(bits.xyz) ? scene_place(values.xyz) : vec4(0.0);
    bool alive = place.w > 0.0;
    gl_Position = alive ? view_projection * vec4(seen_place(place.xyz), 1.0) : vec4(0.0, 0.0, 0.0, 1.0);
    gl_PointSize = alive ? clamp(point_size.x + point_size.y / gl_Position.w, 1.0, largest_point) : 1.0;
    colour = vec4(colour_of(values.w), alive ? 1.0 : -1.0);
}
