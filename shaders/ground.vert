#version 330 core
#include "round_earth.glsl"

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 packed_normal;

uniform mat4 view_projection;

out vec3 from_eye;
out vec3 at;
out vec3 normal;

void main()
{
    at = place;
    normal = 2.0 * packed_normal - 1.0;
    vec3 seen = seen_place(place);
    from_eye = seen - eye;
    gl_Position = view_projection * vec4(seen, 1.0);
}
