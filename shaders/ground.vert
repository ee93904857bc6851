#version 330 core

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 packed_normal;

uniform mat4 view_projection;
uniform vec3 eye;
uniform float curvature;  // 1 / metres: how far the round Earth falls away at a distance of 1 m

out vec3 from_eye;
out vec3 at;
out vec3 normal;

void main()
{
    at = place;
    normal = 2.0 * packed_normal - 1.0;
    vec2 away = place.xy - eye.xy;
    vec3 seen = vec3(place.xy, place.z - curvature * dot(away, away));
    from_eye = seen - eye;
    gl_Position = view_projection * vec4(seen, 1.0);
}
