// Particles as they come from the wire: x y z s, big-endian, read as unsigned integers.

// Bytes of each component reversed: first within the halves, then the halves.
uvec4 native_order(uvec4 big_endian)
{
    uvec4 halves = ((big_endian & 0x00FF00FFu) << 8) | ((big_endian >> 8) & 0x00FF00FFu);
    return (halves << 16) | (halves >> 16);
}

// By the exponent's bits, since compilers may take isnan() for always false.
bool is_finite(uvec3 bits)
{
    return all(notEqual(bits & 0x7F800000u, uvec3(0x7F800000u)));
}

// Scalar to entry: x is entries per unit, y the entry of zero.
uniform vec2 entry_of_scalar;
uniform sampler1D colour_map;

const int last_entry = 255;
const vec3 colour_of_nan = vec3(0.55);

vec3 colour_of(float scalar)
{
    float entry = scalar * entry_of_scalar.x + entry_of_scalar.y;
    // NaN fails both comparisons, whatever the compiler does with isnan().
    if (!(entry >= 0.0 || entry < 0.0)) return colour_of_nan;
    return texelFetch(colour_map, int(clamp(entry, 0.0, float(last_entry)) + 0.5), 0).rgb;
}
