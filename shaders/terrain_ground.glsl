// How ground and sky are coloured, wherever their places come from. z is up, distances are metres.

uniform sampler1D height_colours;
uniform vec2 entry_of_height;  // x is entries per metre, y the entry of 0 m
uniform bool sea;
uniform vec3 sun;              // towards it, 1 long
uniform float haze;            // 1 / metres; 0: none
uniform float contour_metres;  // 0: none
uniform float grid_metres;

uniform sampler2D picture;  // laid over the ground
uniform bool has_picture;
uniform vec2 picture_first;      // place of its first value
uniform vec2 picture_per_metre;  // values
uniform vec2 picture_stretch;    // so many times nearer the last value may be than the others
uniform sampler2D viewshed;
uniform bool has_viewshed;
uniform vec2 viewshed_first;
uniform vec2 viewshed_per_metre;
uniform vec2 viewshed_stretch;

const vec3 seen_colour = vec3(0.35, 1.0, 0.35);
const vec3 hidden_colour = vec3(0.75, 0.25, 0.25);
const vec3 sea_colour = vec3(0.33, 0.53, 0.68);
const vec3 horizon_colour = vec3(0.80, 0.87, 0.93);
const vec3 zenith_colour = vec3(0.38, 0.58, 0.84);
const vec3 grid_colour = vec3(0.15, 0.17, 0.25);
const float ambient = 0.35;

const vec3 no_ground_colour = vec3(0.42, 0.45, 0.50);  // below the horizon, where there are no heights

vec3 sky_colour(vec3 direction)
{
    float up = normalize(direction).z;
    if (up < 0.0) return mix(horizon_colour, no_ground_colour, clamp(-20.0 * up, 0.0, 1.0));
    return mix(horizon_colour, zenith_colour, sqrt(min(up, 1.0)));
}

// The error of heights of level ground, seen from this distance, in metres: ranges are right to a millionth.
float roughness_at(float range)
{
    return max(0.01, 2e-6 * range);
}

// Water's heights are not all exactly 0 once they have been cast.
vec3 height_colour(float height, float range)
{
    if (sea && height <= roughness_at(range)) return sea_colour;
    float entry = clamp(height * entry_of_height.x + entry_of_height.y, 0.0, 255.0);
    return texelFetch(height_colours, int(entry + 0.5), 0).rgb;
}

// A texture's coordinates at a place: values are at the middles of its texels.
vec2 on_sheet(sampler2D sheet, vec2 place, vec2 first, vec2 per_metre, vec2 stretch)
{
    vec2 count = vec2(textureSize(sheet, 0));
    vec2 at = (place - first) * per_metre;
    at += max(at - (count - 2.0), 0.0) * (stretch - 1.0);
    return (at + 0.5) / count;
}

// The colour of the raster overlays at a place of the local frame.
vec3 painted(vec3 colour, vec2 place)
{
    if (has_picture) {
        vec2 at = on_sheet(picture, place, picture_first, picture_per_metre, picture_stretch);
        vec4 paint = textureLod(picture, at, 0.0);
        if (clamp(at, 0.0, 1.0) == at) colour = mix(colour, paint.rgb, paint.a);
    }
    if (has_viewshed) {
        vec2 at = on_sheet(viewshed, place, viewshed_first, viewshed_per_metre, viewshed_stretch);
        float judged = textureLod(viewshed, at, 0.0).r * 255.0;
        if (clamp(at, 0.0, 1.0) == at && judged < 1.5)
            colour = mix(colour, judged > 0.5 ? seen_colour : hidden_colour, 0.45);
    }
    return colour;
}

// The part of the light that falls on ground with this normal, of any length, on whichever side it is seen from.
float light_on(vec3 normal, vec3 to_ground)
{
    float size = length(normal);
    if (!(size > 0.0)) return 0.5 * (1.0 + ambient);
    float facing = dot(normal, sun) / size * (dot(normal, to_ground) > 0.0 ? -1.0 : 1.0);
    return ambient + (1.0 - ambient) * max(facing, 0.0);
}

vec3 in_haze(vec3 colour, float range)
{
    return haze > 0.0 ? mix(horizon_colour, colour, exp(-range * haze)) : colour;
}

// How much of a line through multiples of `interval` lies on a pixel with the value `at`, which grows by `slope` to the
// next one across and down; where lines are close, none.
float line_at(float at, vec2 slope, float interval)
{
    float per_pixel = max(length(slope), 1e-6);
    float beside = abs(at - interval * floor(at / interval + 0.5)) / per_pixel;  // pixels
    return clamp(1.2 - beside, 0.0, 1.0) * clamp(2.0 - 8.0 * per_pixel / interval, 0.0, 1.0);
}

// The same of a contour on ground so far away; on ground that is level but for what casting it left, none.
float contour_at(float height, vec2 slope, float range)
{
    float steep = clamp(8.0 * length(slope) / roughness_at(range) - 1.0, 0.0, 1.0);
    return steep * line_at(height, slope, contour_metres);
}
