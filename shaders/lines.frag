#version 330 core

flat in vec4 colour;
flat in float half_width;
noperspective in float across;

layout(location = 0) out vec4 pixel;

void main()
{
    // A line thinner than a pixel stays one pixel wide and gets fainter.
    float cover = clamp(max(half_width, 0.5) + 0.5 - abs(across), 0.0, 1.0) * min(2.0 * half_width, 1.0);
    pixel = vec4(colour.rgb, colour.a * cover);
}
