#version 330 core
#include "particle_frame.glsl"
#include "line_quad.glsl"
#include "lit_line.glsl"
#include "round_earth.glsl"
#include "scene_place.glsl"

// One segment per pair of points: a particle in two frames, or a point of a line and the next.
uniform usamplerBuffer newer_frame;
uniform usamplerBuffer older_frame;
uniform int newer_first;  // texel of the first particle
uniform int older_first;
uniform mat4 view_projection;
uniform float half_width;   // device pixels
uniform vec2 opacity;       // at the newer end, at the older end

out vec4 colour;
out float facing;
noperspective out float across;

void main()
{
    int segment = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    uvec4 newer = native_order(texelFetch(newer_frame, newer_first + segment));
    uvec4 older = native_order(texelFetch(older_frame, older_first + segment));
    colour = vec4(0.0);
    across = 0.0;
    facing = 1.0;
    // All corners in one place: no area, and no clipping, which software renderers pay for by the batch.
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    if (!is_finite(newer.xyz) || !is_finite(older.xyz)) return;
    vec4 newer_place = scene_place(uintBitsToFloat(newer.xyz)), older_place = scene_place(uintBitsToFloat(older.xyz));
    if (newer_place.w == 0.0 || older_place.w == 0.0) return;
    vec3 from = seen_place(newer_place.xyz), to = seen_place(older_place.xyz);
    bool at_older = corner_along(corner) == 1;
    vec3 rgb = apart_from_background(colour_of(uintBitsToFloat(at_older ? older.w : newer.w)));
    colour = vec4(rgb, at_older ? opacity.y : opacity.x);
    facing = facing_of(from, to, at_older ? to : from);
    gl_Position = line_corner(view_projection * vec4(from, 1.0), view_projection * vec4(to, 1.0), corner, half_width,
                              across);
}
