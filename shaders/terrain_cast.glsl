// A view that was cast from one eye, drawn for a camera that may be elsewhere. Places are metres from the view's eye.
in vec2 corner;

uniform usamplerBuffer view;
uniform ivec2 view_size;
uniform int first_range;  // of the slot's 4-byte words
uniform int first_elevation;
uniform vec3 view_forward;
uniform vec3 view_right;  // as long as half the view is wide at a distance of 1
uniform vec3 view_up;
uniform vec2 view_eye;  // in the local frame
uniform vec2 grid_eye;  // the same, less many whole cells of the grid

uniform vec3 forward;  // the camera's, likewise
uniform vec3 right;
uniform vec3 up;
uniform vec3 shift;  // from the view's eye to the camera
uniform vec2 depth_of;     // of the depth buffer: x + y / (distance along `forward`)

layout(location = 0) out vec4 pixel_colour;

float word(int at)
{
    uint big_endian = texelFetch(view, at).r;
    uint halves = ((big_endian & 0x00FF00FFu) << 8) | ((big_endian >> 8) & 0x00FF00FFu);
    return uintBitsToFloat((halves << 16) | (halves >> 16));
}

// Compilers may take isnan() for always false.
bool is_ground(float range)
{
    return range >= 0.0 || range < 0.0;
}

vec3 ray_of(ivec2 pixel)
{
    vec2 at = 2.0 * (vec2(pixel) + 0.5) / vec2(view_size) - 1.0;
    return normalize(view_forward + at.x * view_right - at.y * view_up);
}

// Which pixel of the view sees what lies in this direction; x is -1 where none does.
ivec2 pixel_towards(vec3 direction)
{
    float ahead = dot(direction, view_forward);
    if (ahead <= 0.0) return ivec2(-1);
    vec2 at = vec2(dot(direction, view_right) / dot(view_right, view_right),
                   -dot(direction, view_up) / dot(view_up, view_up)) / ahead;
    // The last step of rounding: a view is seen whole from where it was cast.
    vec2 pixel = floor((at * 0.5 + 0.5) * vec2(view_size) + 1e-3);
    bool inside = all(greaterThanEqual(pixel, vec2(-0.5))) && all(lessThan(pixel, vec2(view_size) + 0.5));
    return inside ? clamp(ivec2(pixel), ivec2(0), view_size - 1) : ivec2(-1);
}

float range_at(ivec2 pixel)
{
    return word(first_range + pixel.y * view_size.x + pixel.x);
}

float elevation_at(ivec2 pixel)
{
    return word(first_elevation + pixel.y * view_size.x + pixel.x);
}
