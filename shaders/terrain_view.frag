#version 330 core
#include "terrain_ground.glsl"
#include "terrain_cast.glsl"

// From the eye that the view was cast from, whichever way it looks now: x is -1 beyond the view's edges.
ivec2 pixel_met_by(vec3 ray, out bool is_sky)
{
    ivec2 pixel = pixel_towards(ray);
    is_sky = pixel.x >= 0 && !is_ground(range_at(pixel));
    return pixel;
}

#include "terrain_pixel.glsl"
