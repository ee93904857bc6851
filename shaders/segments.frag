#version 330 core

in vec4 colour;
in float facing;  // how much the middle of the tube faces the lamp
noperspective in float across;

uniform float half_width;
uniform float lit;  // 1, or 0: the colour is as it is

layout(location = 0) out vec4 pixel;

vec3 lit_tube(vec3 rgb)
{
    const float least = 0.35, gloss = 0.25, narrow = 0.75, wide = 1.5;
    // A narrow line has no room for a rim.
    float round_part = smoothstep(narrow, wide, half_width);
    float off_middle = clamp(across / half_width, -1.0, 1.0);
    float cosine = facing * mix(1.0, sqrt(1.0 - off_middle * off_middle), round_part);
    return rgb * mix(least, 1.0, cosine) + gloss * round_part * pow(cosine, 32.0);
}

void main()
{
    float edge = clamp(max(half_width, 0.5) + 0.5 - abs(across), 0.0, 1.0);
    // What is hardly covered would still hide the lines behind it.
    if (edge < 0.25) discard;
    float cover = edge * min(2.0 * half_width, 1.0);
    pixel = vec4(lit > 0.0 ? lit_tube(colour.rgb) : colour.rgb, colour.a * cover);
}
