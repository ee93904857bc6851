#version 330 core
#include "particle_frame.glsl"
#include "round_earth.glsl"
#include "scene_place.glsl"
#include "surface_frame.glsl"

// A corner of a triangle. It reads its own index, so that no buffer of indices in the machine's order is needed.
uniform mat4 view_projection;
uniform mat4 view;        // into the camera's space
uniform mat4 of_normals;  // likewise, of normals

out float scalar;
out vec3 normal;  // in the camera's space; 0: there is none
out vec3 place;   // in the camera's space
out vec3 edge;    // 1 at its own corner, 0 along the edge across

void main()
{
    int corner = gl_VertexID % 3;
    edge = vec3(corner == 0, corner == 1, corner == 2);
    scalar = 0.0;
    normal = place = vec3(0.0);
    // All corners in one place: see segments.vert.
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    int first = gl_VertexID - corner;
    for (int i = 0; i < 3; ++i) {
        int other = vertex_at(first + i);
        if (other < 0 || !is_finite(values_at(other).xyz)) return;
        if (scene_place(uintBitsToFloat(values_at(other).xyz)).w == 0.0) return;
    }
    int vertex = vertex_at(gl_VertexID);
    vec4 values = uintBitsToFloat(values_at(vertex));
    vec4 seen = vec4(seen_place(scene_place(values.xyz).xyz), 1.0);
    scalar = values.w;
    vec3 own = normal_at(vertex);
    normal = own == vec3(0.0) ? own : normalize(mat3(of_normals) * scene_normal(values.xy, own));
    place = (view * seen).xyz;
    gl_Position = view_projection * seen;
}
