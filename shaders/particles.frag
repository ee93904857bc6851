#version 330 core

flat in vec4 colour;

// How much darker the rim is than the middle: 0 for flat discs.
uniform float rim_shade;

layout(location = 0) out vec4 pixel;

void main()
{
    vec2 across = 2.0 * gl_PointCoord - 1.0;
    float square = dot(across, across);
    if (square > colour.a) discard;
    pixel = vec4(colour.rgb * (1.0 - rim_shade * square), 1.0);
}
