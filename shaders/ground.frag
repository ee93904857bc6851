#version 330 core
#include "terrain_ground.glsl"

in vec3 from_eye;
in vec3 at;
in vec3 normal;

layout(location = 0) out vec4 pixel;

void main()
{
    vec3 colour = painted(height_colour(at.z, length(from_eye)), at.xy) * light_on(normal, from_eye);
    vec3 across = dFdx(at), down = dFdy(at);
    if (contour_metres > 0.0) colour *= 1.0 - 0.55 * contour_at(at.z, vec2(across.z, down.z), length(from_eye));
    if (grid_metres > 0.0)
        colour = mix(colour, grid_colour, 0.7 * max(line_at(at.x, vec2(across.x, down.x), grid_metres),
                                                    line_at(at.y, vec2(across.y, down.y), grid_metres)));
    pixel = vec4(in_haze(colour, length(from_eye)), 1.0);
}
