#version 330 core
#include "particle_frame.glsl"
#include "line_quad.glsl"
#include "round_earth.glsl"
#include "scene_place.glsl"
#include "surface_frame.glsl"

// Segments of a part: six corners each, of a quad as wide as the line.
uniform mat4 view_projection;
uniform float half_width;  // device pixels

out float scalar;
noperspective out float across;

void main()
{
    int segment = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    scalar = across = 0.0;
    // All corners in one place: see segments.vert.
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    int start = vertex_at(2 * segment), end = vertex_at(2 * segment + 1);
    if (start < 0 || end < 0) return;
    uvec4 at_start = values_at(start), at_end = values_at(end);
    if (!is_finite(at_start.xyz) || !is_finite(at_end.xyz)) return;
    vec4 start_place = scene_place(uintBitsToFloat(at_start.xyz)), end_place = scene_place(uintBitsToFloat(at_end.xyz));
    if (start_place.w == 0.0 || end_place.w == 0.0) return;
    vec4 from = view_projection * vec4(seen_place(start_place.xyz), 1.0);
    vec4 to = view_projection * vec4(seen_place(end_place.xyz), 1.0);
    scalar = uintBitsToFloat(corner_along(corner) == 1 ? at_end.w : at_start.w);
    gl_Position = line_corner(from, to, corner, half_width, across);
}
