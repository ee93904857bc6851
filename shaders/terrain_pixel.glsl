// The part of a view that is drawn at a pixel of the picture, once pixel_met_by() has found it.

vec3 place_at(ivec2 pixel)
{
    return range_at(clamp(pixel, ivec2(0), view_size - 1)) * ray_of(pixel);
}

// From a pixel's place to the next one's along an axis, on the side where the ground goes on with the smaller step: not
// over the edge of a hill. NaN where it stands alone.
vec3 step_along(ivec2 pixel, vec3 here, ivec2 axis)
{
    vec3 on = place_at(pixel + axis) - here, back = here - place_at(pixel - axis);
    bool goes_on = dot(on, on) <= dot(back, back) || !is_ground(dot(back, back));
    // Beyond the edge there is no neighbour.
    if (any(lessThan(pixel - axis, ivec2(0)))) goes_on = true;
    if (any(greaterThanEqual(pixel + axis, view_size))) goes_on = false;
    return goes_on ? on : back;
}

void main()
{
    vec3 ray = normalize(forward + corner.x * right + corner.y * up);
    bool is_sky;
    ivec2 pixel = pixel_met_by(ray, is_sky);  // of the view
    if (is_sky) {
        pixel_colour = vec4(sky_colour(ray), 1.0);
        gl_FragDepth = 1.0;
        return;
    }
    if (pixel.x < 0) discard;
    float range = range_at(pixel);
    vec3 here = range * ray_of(pixel);
    vec3 across = step_along(pixel, here, ivec2(1, 0));
    vec3 down = step_along(pixel, here, ivec2(0, 1));
    float elevation = elevation_at(pixel);
    vec3 colour = painted(height_colour(elevation, range), view_eye + here.xy) * light_on(cross(down, across), here);
    if (contour_metres > 0.0) {
        vec2 slope = vec2(across.z, down.z);
        colour *= 1.0 - 0.55 * contour_at(elevation, slope, range);
    }
    if (grid_metres > 0.0) {
        vec2 at = grid_eye + here.xy;
        float line = max(line_at(at.x, vec2(across.x, down.x), grid_metres), line_at(at.y, vec2(across.y, down.y), grid_metres));
        colour = mix(colour, grid_colour, 0.7 * line);
    }
    vec3 from_camera = here - shift;
    pixel_colour = vec4(in_haze(colour, length(from_camera)), 1.0);
    gl_FragDepth = depth_of.x + depth_of.y / dot(from_camera, forward);
}
