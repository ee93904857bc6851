#version 330 core
#include "particle_frame.glsl"
#include "round_earth.glsl"

// As segments.vert, one pixel wide: what software renderers draw fast.
uniform usamplerBuffer newer_frame;
uniform usamplerBuffer older_frame;
uniform int newer_first;  // texel of the first particle
uniform int older_first;
uniform mat4 view_projection;
uniform vec2 opacity;       // at the newer end, at the older end

out vec4 colour;
noperspective out float across;

void main()
{
    int segment = gl_VertexID / 2;
    bool at_older = gl_VertexID % 2 == 1;
    uvec4 newer = native_order(texelFetch(newer_frame, newer_first + segment));
    uvec4 older = native_order(texelFetch(older_frame, older_first + segment));
    colour = vec4(0.0);
    across = 0.0;
    // Both ends in one place: see segments.vert.
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    if (!is_finite(newer.xyz) || !is_finite(older.xyz)) return;
    vec4 values = uintBitsToFloat(at_older ? older : newer);
    colour = vec4(colour_of(values.w), at_older ? opacity.y : opacity.x);
    gl_Position = view_projection * vec4(seen_place(values.xyz), 1.0);
}
