#version 330 core
#include "terrain_ground.glsl"
#include "terrain_cast.glsl"

// From an eye elsewhere: what the view saw, at its new place.
uniform vec2 near_pixels;  // by so much of the picture a place may lie beside its ray
uniform float nearest_ground;
uniform int steps;  // in which a ray is searched for ground that hides the rest

// Whether a pixel's ground, seen by the camera, lies within a pixel or so of where the picture is being drawn.
bool is_here(ivec2 pixel, float range)
{
    vec3 seen = range * ray_of(pixel) - shift;
    vec2 at = vec2(dot(seen, right) / dot(right, right), dot(seen, up) / dot(up, up)) / dot(seen, forward);
    return all(lessThan(abs(at - corner), near_pixels));
}

// The distance along a ray of the camera to the place that the view saw; below 0 where the view has no value. A place is
// moved by the difference of the view's range there from its own, which for ground that is near level is Newton's method.
float place_along(vec3 ray, float from)
{
    float along = from;
    for (int step = 0; step < 6; ++step) {
        vec3 place = shift + along * ray;
        ivec2 pixel = pixel_towards(place);
        if (pixel.x < 0) return -1.0;
        float range = range_at(pixel);
        if (!is_ground(range)) return -1.0;
        if (is_here(pixel, range)) return along;
        float difference = range - length(place);
        along += difference * clamp(along / (along + dot(shift, ray)), 0.3, 2.0);
        if (along <= 0.0) return -1.0;
    }
    return -1.0;
}

// Whether a place of a ray is behind ground that the view saw, which then hides the rest from the camera too.
bool is_behind(vec3 place)
{
    ivec2 pixel = pixel_towards(place);
    if (pixel.x < 0) return false;
    float range = range_at(pixel);
    return is_ground(range) && length(place) > 1.03 * range;
}

// The first place along a ray before `end` that is behind seen ground; `end` where there is none. Steps are even as
// the view sees them.
float first_behind(vec3 ray, float end)
{
    float nearest = min(nearest_ground, 0.5 * end);
    float low = nearest, high = end;
    bool found = false;
    for (int step = 1; step < steps && !found; ++step) {
        float next = 1.0 / mix(1.0 / nearest, 1.0 / end, float(step) / float(steps));
        found = is_behind(shift + next * ray);
        if (found) high = next; else low = next;
    }
    if (!found) return end;
    for (int halving = 0; halving < 4; ++halving) {
        float middle = 0.5 * (low + high);
        if (is_behind(shift + middle * ray)) high = middle; else low = middle;
    }
    return high;
}

// The pixel of the view that shows the ground met by this ray of the camera; x is -1 where the view has none.
ivec2 pixel_met_by(vec3 ray, out bool is_sky)
{
    is_sky = false;
    ivec2 pixel = pixel_towards(ray);
    if (pixel.x < 0) return pixel;
    float range = range_at(pixel);
    if (!is_ground(range)) return ivec2(-1);
    float along = place_along(ray, range);
    float end = along > 0.0 ? along : range;
    float behind = first_behind(ray, end);
    if (behind == end && along <= 0.0) return ivec2(-1);
    if (behind == end) return pixel_towards(shift + end * ray);
    pixel = pixel_towards(shift + behind * ray);
    return pixel.x >= 0 && is_here(pixel, range_at(pixel)) ? pixel : ivec2(-1);
}

#include "terrain_pixel.glsl"
