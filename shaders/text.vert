#version 330 core

layout(location = 0) in vec2 position;  // device pixels, y down
layout(location = 1) in vec2 texel;     // atlas pixels
layout(location = 2) in vec4 text_colour;

uniform vec2 viewport;  // device pixels
uniform sampler2D atlas;
uniform bool is_shadow;  // over bright ground, text stands out from it

flat out vec4 colour;
out vec2 at;

void main()
{
    colour = is_shadow ? vec4(vec3(0.0), 0.75 * text_colour.a) : text_colour;
    vec2 place = position + (is_shadow ? 1.0 : 0.0);
    at = texel / vec2(textureSize(atlas, 0));
    gl_Position = vec4(vec2(2.0, -2.0) * place / viewport + vec2(-1.0, 1.0), 0.0, 1.0);
}
