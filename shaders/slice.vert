#version 330 core
#include "round_earth.glsl"
#include "scene_place.glsl"

// A parallelogram in strips, one an instance, of two triangles a step.
uniform mat4 view_projection;
uniform vec3 origin;
uniform vec3 edge_u;
uniform vec3 edge_v;
uniform int strips;

out vec2 at;  // along both edges, 0 to 1
out float is_there;  // 1 where it has a place

void main()
{
    at = vec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1)) / float(strips);
    vec4 place = scene_place(origin + at.x * edge_u + at.y * edge_v);
    is_there = place.w;
    gl_Position = view_projection * vec4(seen_place(place.xyz), 1.0);
}
