#version 330 core

flat in vec4 colour;
in vec2 at;

uniform sampler2D atlas;

layout(location = 0) out vec4 pixel;

void main()
{
    pixel = vec4(colour.rgb, colour.a * texture(atlas, at).r);
}
