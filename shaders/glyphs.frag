#version 330 core
#include "surface_light.glsl"

flat in vec3 colour;
in vec3 normal;
in vec3 place;

layout(location = 0) out vec4 pixel;

void main() { pixel = vec4(lit_surface(colour, normal, place), 1.0); }
