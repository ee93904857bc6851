#version 330 core
#include "entity_motion.glsl"
#include "line_quad.glsl"
#include "round_earth.glsl"

// A segment an instance, as render::TrailSegment has it: `velocity` is its end, `heading` how fresh it is.
uniform mat4 view_projection;

flat out vec4 colour;
flat out float half_width;
noperspective out float across;

void main()
{
    colour = vec4(force_colour(), 0.08 + 0.5 * float(heading) / 65535.0);
    half_width = 0.7 * pixel_ratio;
    gl_Position = line_corner(view_projection * vec4(seen_place(place), 1.0),
                              view_projection * vec4(seen_place(velocity), 1.0), gl_VertexID, half_width, across);
}
