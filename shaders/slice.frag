#version 330 core
#include "particle_frame.glsl"
#include "transparent.glsl"

in vec2 at;
in float is_there;

uniform usamplerBuffer words;  // the payload: big-endian binary32 after the preamble
uniform vec2 size;             // values along both edges
uniform float opacity;
uniform float contours;         // from one contour line to the next; 0: none
uniform int lines;              // at values of their own
uniform float line_values[64];  // of these, ascending
uniform bool cells;             // each value has an area of its own, with edges

const int first_word = 48;

// Its bits, of the nearest value within the slice.
uint value_at(ivec2 place)
{
    ivec2 last = ivec2(size) - 1;
    ivec2 within = clamp(place, ivec2(0), last);
    return native_order(uvec4(texelFetch(words, first_word + within.y * (last.x + 1) + within.x).x)).x;
}

bool is_nothing(uint bits)
{
    return (bits & 0x7F800000u) == 0x7F800000u;
}

// The four values about a place, blended; x: the value, y: how much of it there is.
vec2 blended(vec2 place)
{
    ivec2 lowest = ivec2(floor(place));
    vec2 part = place - vec2(lowest);
    float sum = 0.0, weights = 0.0;
    for (int corner = 0; corner < 4; ++corner) {
        ivec2 step = ivec2(corner & 1, corner >> 1);
        uint bits = value_at(lowest + step);
        if (is_nothing(bits)) continue;
        vec2 near = mix(1.0 - part, part, vec2(step));
        sum += near.x * near.y * uintBitsToFloat(bits);
        weights += near.x * near.y;
    }
    return vec2(weights > 0.0 ? sum / weights : 0.0, weights);
}

// 1 on a line through the whole numbers, 0 from a pixel beside it on. pixel: what a pixel adds.
float line_at(float number, float pixel)
{
    if (pixel == 0.0) return 0.0;  // the same everywhere about it
    float away = abs(fract(number - 0.5) - 0.5) / pixel;
    return 1.0 - smoothstep(0.6, 1.4, away);
}

// The same of a line where a value is one of line_values.
float line_of_values(float value, float pixel)
{
    if (pixel == 0.0) return 0.0;
    float nearest = 1e30, spacing = 1e30;
    for (int n = 0; n < lines; ++n) {
        nearest = min(nearest, abs(value - line_values[n]));
        if (n > 0) spacing = min(spacing, line_values[n] - line_values[n - 1]);
    }
    return pixel < 0.5 * spacing ? 1.0 - smoothstep(0.6, 1.4, nearest / pixel) : 0.0;
}

void main()
{
    vec2 place = at * size;
    vec2 pixel = fwidth(place);
    vec2 shown = blended(place - 0.5);
    if (cells) {
        uint bits = value_at(ivec2(floor(place)));
        shown = is_nothing(bits) ? vec2(0.0) : vec2(uintBitsToFloat(bits), 1.0);
    }
    float number = contours > 0.0 ? shown.x / contours : 0.5;
    float pixel_of_number = fwidth(number), pixel_of_value = fwidth(shown.x);
    if (shown.y < 0.5 || is_there < 0.999) discard;
    // Lines that are denser than pixels would be a grey veil.
    float line = contours > 0.0 && pixel_of_number < 0.5 ? line_at(number, pixel_of_number) : 0.0;
    if (lines > 0) line = max(line, line_of_values(shown.x, pixel_of_value));
    if (cells && max(pixel.x, pixel.y) < 0.25)
        line = max(line, max(line_at(place.x, pixel.x), line_at(place.y, pixel.y)));
    put(mix(colour_of(shown.x), vec3(0.0), 0.7 * line), opacity);
}
