#version 330 core

// The mean colour of all that is transparent, and how much of what is behind it is hidden.
uniform sampler2D sums;     // rgb x opacity x weight; the part of light that passes
uniform sampler2D weights;  // opacity x weight

layout(location = 0) out vec4 pixel;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(sums, at, 0);
    if (sum.a == 1.0) discard;
    pixel = vec4(sum.rgb / max(texelFetch(weights, at, 0).r, 1e-5), 1.0 - sum.a);
}
