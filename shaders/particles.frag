#version 330 core

flat in vec4 colour;

// How much darker the rim is than the middle, or lighter, of a colour that is dark itself: 0 for flat discs.
uniform float rim_shade;

// Dark discs with darker rims would not be seen before a dark background.
float rim_of(vec3 rgb)
{
    const float dark = 0.12, bright = 0.25, light_rim = 0.6;
    return light_rim * (1.0 - smoothstep(dark, bright, dot(rgb, vec3(0.2126, 0.7152, 0.0722))));
}

layout(location = 0) out vec4 pixel;

void main()
{
    vec2 across = 2.0 * gl_PointCoord - 1.0;
    float square = dot(across, across);
    if (square > colour.a) discard;
    pixel = vec4(mix(colour.rgb, vec3(rim_of(colour.rgb)), rim_shade * square), 1.0);
}
