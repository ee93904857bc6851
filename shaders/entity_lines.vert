#version 330 core
#include "entity_motion.glsl"
#include "line_quad.glsl"
#include "round_earth.glsl"

// A line an instance: to where the entity will be, or down to a height.
uniform mat4 view_projection;
uniform float leader_seconds;  // 0: down
uniform float foot;
uniform float opacity;

flat out vec4 colour;
flat out float half_width;
noperspective out float across;

void main()
{
    vec3 from = reckoned_place();
    vec3 to = leader_seconds > 0.0 ? from + leader_seconds * velocity : vec3(from.xy, foot);
    colour = vec4(force_colour(), (kind.z & is_stale) != 0u ? 0.5 * opacity : opacity);
    half_width = (leader_seconds > 0.0 ? 0.9 : 0.6) * pixel_ratio;
    across = 0.0;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    if (from == to) return;
    gl_Position = line_corner(view_projection * vec4(seen_place(from), 1.0), view_projection * vec4(seen_place(to), 1.0),
                              gl_VertexID, half_width, across);
}
