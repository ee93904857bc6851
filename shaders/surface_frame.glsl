// A part of a surface as it comes from the wire: after the preamble x y z s per vertex, binary32; then a normal per
// vertex, two 16-bit integers; then the vertices of each element, 32-bit integers. All big-endian.

uniform usamplerBuffer texels;  // the payload, four words a texel
uniform usamplerBuffer words;   // the payload, a word a texel
uniform int vertices;           // of the part

const int preamble_texels = 8;
const int preamble_words = 32;

uint word_at(int place) { return native_order(uvec4(texelFetch(words, place).x)).x; }

// Which vertex a corner of an element is. -1: none that there is.
int vertex_at(int corner)
{
    uint vertex = word_at(preamble_words + 5 * vertices + corner);
    return vertex < uint(vertices) ? int(vertex) : -1;
}

uvec4 values_at(int vertex) { return native_order(texelFetch(texels, preamble_texels + vertex)); }

// Of length 1; 0 where the vertex has none.
// Source: Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors", Journal of Computer
// Graphics Techniques 3 (2), 2014.
vec3 normal_at(int vertex)
{
    int both = int(word_at(preamble_words + 4 * vertices + vertex));
    ivec2 halves = ivec2(both >> 16, (both << 16) >> 16);
    if (halves == ivec2(-32768)) return vec3(0.0);
    vec2 at = vec2(halves) / 32767.0;
    vec3 normal = vec3(at, 1.0 - abs(at.x) - abs(at.y));
    if (normal.z < 0.0) normal.xy = (1.0 - abs(at.yx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(at, vec2(0.0)));
    return normalize(normal);
}
