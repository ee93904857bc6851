#version 330 core

in float up;

uniform sampler1D colour_map;

layout(location = 0) out vec4 pixel;

void main()
{
    pixel = vec4(texelFetch(colour_map, int(clamp(up, 0.0, 1.0) * 255.0 + 0.5), 0).rgb, 1.0);
}
