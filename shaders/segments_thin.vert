#version 330 core
#include "particle_frame.glsl"
#include "lit_line.glsl"
#include "round_earth.glsl"
#include "scene_place.glsl"

// As segments.vert, one pixel wide: what software renderers draw fast.
uniform usamplerBuffer newer_frame;
uniform usamplerBuffer older_frame;
uniform int newer_first;  // texel of the first particle
uniform int older_first;
uniform mat4 view_projection;
uniform vec2 opacity;       // at the newer end, at the older end

out vec4 colour;
out float facing;
noperspective out float across;

void main()
{
    int segment = gl_VertexID / 2;
    bool at_older = gl_VertexID % 2 == 1;
    uvec4 newer = native_order(texelFetch(newer_frame, newer_first + segment));
    uvec4 older = native_order(texelFetch(older_frame, older_first + segment));
    colour = vec4(0.0);
    across = 0.0;
    facing = 1.0;
    // Both ends in one place: see segments.vert.
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    if (!is_finite(newer.xyz) || !is_finite(older.xyz)) return;
    vec4 newer_place = scene_place(uintBitsToFloat(newer.xyz)), older_place = scene_place(uintBitsToFloat(older.xyz));
    if (newer_place.w == 0.0 || older_place.w == 0.0) return;
    vec3 from = seen_place(newer_place.xyz), to = seen_place(older_place.xyz);
    vec3 at = at_older ? to : from;
    vec3 rgb = apart_from_background(colour_of(uintBitsToFloat(at_older ? older.w : newer.w)));
    colour = vec4(rgb, at_older ? opacity.y : opacity.x);
    facing = facing_of(from, to, at);
    gl_Position = view_projection * vec4(at, 1.0);
}
