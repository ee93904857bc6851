#version 330 core
// The least that draws coloured points, from native floats: what particles.vert is measured against.

layout(location = 0) in vec4 particle;

uniform mat4 view_projection;
uniform vec2 point_size;
uniform float largest_point;
uniform vec2 entry_of_scalar;
uniform sampler1D colour_map;

flat out vec4 colour;

void main()
{
    gl_Position = view_projection * vec4(particle.xyz, 1.0);
    gl_PointSize = clamp(point_size.x + point_size.y / gl_Position.w, 1.0, largest_point);
    float entry = particle.w * entry_of_scalar.x + entry_of_scalar.y;
    colour = vec4(texelFetch(colour_map, int(clamp(entry, 0.0, 255.0) + 0.5), 0).rgb, 1.0);
}
