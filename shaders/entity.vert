#version 330 core
#include "entity_motion.glsl"
#include "round_earth.glsl"

// A symbol an instance: a square that faces the eye.
uniform mat4 view_projection;
uniform vec2 viewport;      // device pixels
uniform float size;         // least, logical pixels
uniform float nearer;       // part of the distance by which it is drawn nearer to the eye
uniform float depth_at_0;   // clip z of the eye
uniform float pixels_at_1;  // device pixels of a metre at distance 1

out vec2 at;  // from the middle, device pixels, y up
flat out vec3 colour;
flat out float radius;
flat out vec2 ahead;  // in the picture
flat out uvec3 looks;

// Metres; land, air, sea, below it, human, other.
const float lengths[6] = float[6](8.0, 20.0, 100.0, 80.0, 2.0, 5.0);

// Where its heading points in the picture; upwards where that is at the eye.
vec2 seen_heading(vec4 clip)
{
    float angle = float(heading) * (6.28318530718 / 65536.0);
    vec4 by = view_projection * vec4(sin(angle), cos(angle), 0.0, 0.0);
    vec2 moved = (by.xy * clip.w - clip.xy * by.w) * viewport;
    float amount = length(moved);
    return amount > 1e-6 * clip.w * length(viewport) ? moved / amount : vec2(0.0, 1.0);
}

void main()
{
    const vec2 corners[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
    vec4 clip = view_projection * vec4(seen_place(reckoned_place()), 1.0);
    colour = force_colour();
    looks = kind.xyz;
    at = ahead = vec2(0.0);
    radius = 0.0;
    // All corners in one place: see segments.vert.
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    if (!(clip.w > 0.0)) return;
    radius = 0.5 * max(size * pixel_ratio, lengths[min(kind.x, 5u)] * pixels_at_1 / clip.w);
    ahead = seen_heading(clip);
    at = corners[gl_VertexID] * (1.5 * radius + 3.0 * pixel_ratio);
    float depth = ((1.0 - nearer) * clip.z + nearer * depth_at_0) / ((1.0 - nearer) * clip.w);
    gl_Position = vec4(clip.xy + at / (0.5 * viewport) * clip.w, clamp(depth, -1.0, 0.999999) * clip.w, clip.w);
}
