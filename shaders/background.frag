#version 330 core

in float up;

uniform vec3 top;
uniform vec3 bottom;

layout(location = 0) out vec4 pixel;

void main()
{
    // Ordered noise of one 8-bit step hides the bands of a faint gradient.
    // Source: Jimenez, "Next generation post processing in Call of Duty", SIGGRAPH 2014 (interleaved gradient noise).
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    pixel = vec4(mix(bottom, top, up) + (noise - 0.5) / 255.0, 1.0);
}
