#version 330 core
#include "particle_frame.glsl"
#include "surface_light.glsl"
#include "transparent.glsl"

in float scalar;
in vec3 normal;
in vec3 place;
in vec3 edge;

uniform vec3 colour;
uniform float by_scalar;   // 1: coloured by the scalar, 0: by `colour`
uniform float opacity;
uniform float behind;      // of the opacity, where the normal points away from the eye
uniform float edge_width;  // half of it, device pixels; 0: no edges

const vec3 colour_without_scalar = vec3(0.78);

vec3 own_colour()
{
    if (by_scalar == 0.0) return colour;
    bool has_scalar = scalar >= 0.0 || scalar < 0.0;
    return has_scalar ? colour_of(scalar) : colour_without_scalar;
}

// 1 within an edge's width, 0 beyond.
float on_edge()
{
    vec3 pixels = edge / max(fwidth(edge), vec3(1e-20));
    return 1.0 - smoothstep(edge_width, edge_width + 1.0, min(pixels.x, min(pixels.y, pixels.z)));
}

void main()
{
    const float edge_shade = 0.75;
    // Where a vertex has no normal, that of the triangle.
    vec3 upright = dot(normal, normal) > 0.25 ? normal : cross(dFdx(place), dFdy(place));
    vec3 rgb = lit_surface(own_colour(), upright, place);
    if (edge_width > 0.0) rgb *= 1.0 - edge_shade * on_edge();
    bool from_behind = dot(normal, place) > 0.0;
    put(rgb, from_behind ? opacity * behind : opacity);
}
