#version 330 core

in vec4 colour;
noperspective in float across;

uniform float half_width;

layout(location = 0) out vec4 pixel;

void main()
{
    float cover = clamp(max(half_width, 0.5) + 0.5 - abs(across), 0.0, 1.0) * min(2.0 * half_width, 1.0);
    pixel = vec4(colour.rgb, colour.a * cover);
}
