// An entity as render::EntityMark has it.

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 velocity;  // a second
layout(location = 2) in uint heading;   // 65,536 is a turn, clockwise from y
layout(location = 3) in uvec4 kind;     // shape, force, state, colour

uniform float seconds;  // since it was there
uniform float pixel_ratio;
uniform sampler1D colour_map;

const uint is_stale = 1u, is_cut_off = 2u, is_selected = 4u;

vec3 reckoned_place() { return place + seconds * velocity; }

vec3 force_colour()
{
    vec3 colour = kind.y == 1u ? vec3(0.31, 0.68, 1.00)
                : kind.y == 2u ? vec3(1.00, 0.36, 0.33)
                : kind.y == 3u ? vec3(0.34, 0.84, 0.47)
                               : vec3(1.00, 0.84, 0.31);
    if (kind.w != 0u) colour = texelFetch(colour_map, int(kind.w), 0).rgb;
    return (kind.z & is_cut_off) != 0u ? vec3(0.62) : colour;
}
