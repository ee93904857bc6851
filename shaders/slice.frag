#version 330 core
#include "particle_frame.glsl"
#include "transparent.glsl"

in vec2 at;

uniform usamplerBuffer words;  // the payload: big-endian binary32 after the preamble
uniform vec2 size;             // values along both edges
uniform float opacity;

const int first_word = 48;

// Its bits, of the nearest value within the slice.
uint value_at(ivec2 place)
{
    ivec2 last = ivec2(size) - 1;
    ivec2 within = clamp(place, ivec2(0), last);
    return native_order(uvec4(texelFetch(words, first_word + within.y * (last.x + 1) + within.x).x)).x;
}

void main()
{
    vec2 place = at * size - 0.5;
    ivec2 lowest = ivec2(floor(place));
    vec2 part = place - vec2(lowest);
    float sum = 0.0, weights = 0.0;
    for (int corner = 0; corner < 4; ++corner) {
        ivec2 step = ivec2(corner & 1, corner >> 1);
        uint bits = value_at(lowest + step);
        if ((bits & 0x7F800000u) == 0x7F800000u) continue;  // nothing there
        vec2 near = mix(1.0 - part, part, vec2(step));
        sum += near.x * near.y * uintBitsToFloat(bits);
        weights += near.x * near.y;
    }
    if (weights < 0.5) discard;
    put(colour_of(sum / weights), opacity);
}
