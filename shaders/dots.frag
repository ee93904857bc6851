#version 330 core

flat in vec4 colour;
flat in vec2 radius_and_ring;

layout(location = 0) out vec4 pixel;

const vec3 ring_colour = vec3(0.96);

void main()
{
    float radius = radius_and_ring.x;
    float from_centre = length(gl_PointCoord - 0.5) * 2.0 * (radius + 1.0);
    float cover = clamp(radius + 0.5 - from_centre, 0.0, 1.0);
    float in_ring = clamp(from_centre - (radius - radius_and_ring.y) + 0.5, 0.0, 1.0);
    if (radius_and_ring.y <= 0.0) in_ring = 0.0;
    pixel = vec4(mix(colour.rgb, ring_colour, in_ring), colour.a * cover);
}
