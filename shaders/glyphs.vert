#version 330 core
#include "particle_frame.glsl"
#include "round_earth.glsl"
#include "scene_place.glsl"

// An arrow an instance, at the place of one value of a slice: a shaft and a head, round their axis in steps. Its
// vertices are made here; the vector and the scalar come from the payload, big-endian, after the preamble.
uniform usamplerBuffer texels;  // four words each: a value
uniform ivec2 size;             // values along both edges
uniform vec3 origin;
uniform vec3 edge_u;
uniform vec3 edge_v;
uniform mat4 view;        // into the camera's space
uniform mat4 projection;
uniform float full_length;  // of an arrow, in the scene's units
uniform float longest;      // vector that has it, as drawn; 0: all have it

flat out vec3 colour;
out vec3 normal;  // in the camera's space
out vec3 place;   // in the camera's space

const int preamble_texels = 12;
const int sides = 8;
// In lengths of the arrow.
const float shaft_radius = 0.045, head_radius = 0.13, head_length = 0.35;

// Around the axis, which is x: a unit vector for each step.
vec3 outward(int step)
{
    float angle = 6.28318530718 * float(step) / float(sides);
    return vec3(0.0, cos(angle), sin(angle));
}

// A corner of the shaft: two triangles a side.
vec3 shaft_corner(int side, int corner, out vec3 upright)
{
    upright = outward(side + ((corner == 1 || corner == 4 || corner == 5) ? 1 : 0));
    float along = (corner == 2 || corner == 3 || corner == 5) ? 1.0 - head_length : 0.0;
    return vec3(along, 0.0, 0.0) + shaft_radius * upright;
}

// A corner of the head: a triangle a side to the tip (corner 0), or of the disc that closes it (centre: 0).
vec3 head_corner(int side, int corner, bool is_disc, out vec3 upright)
{
    vec3 out_at = outward(side + (corner == 2 ? 1 : 0));
    upright = is_disc ? vec3(-1.0, 0.0, 0.0) : head_length * out_at + vec3(head_radius, 0.0, 0.0);
    if (corner == 0) return vec3(is_disc ? 1.0 - head_length : 1.0, 0.0, 0.0);
    return vec3(1.0 - head_length, 0.0, 0.0) + head_radius * out_at;
}

vec3 arrow_corner(int id, out vec3 upright)
{
    if (id < 6 * sides) return shaft_corner(id / 6, id % 6, upright);
    int of_head = id - 6 * sides;
    return head_corner(of_head / 3 % sides, of_head % 3, of_head >= 3 * sides, upright);
}

// Its first axis is along a unit vector.
mat3 axes_along(vec3 direction)
{
    vec3 across = normalize(cross(direction, abs(direction.x) < 0.9 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0)));
    return mat3(direction, across, cross(direction, across));
}

void main()
{
    uvec4 bits = native_order(texelFetch(texels, preamble_texels + gl_InstanceID));
    vec4 value = uintBitsToFloat(bits);
    colour = normal = place = vec3(0.0);
    // All corners in one place: see segments.vert.
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    if (!is_finite(bits.xyz)) return;
    vec2 at = (vec2(gl_InstanceID % size.x, gl_InstanceID / size.x) + 0.5) / vec2(size);
    vec3 own = origin + at.x * edge_u + at.y * edge_v;
    vec3 vector = mat3(view) * scene_vector(own.xy, value.xyz);
    float magnitude = length(vector);
    vec4 at_tail = scene_place(own);
    if (!(magnitude > 0.0) || at_tail.w == 0.0) return;
    vec3 tail = (view * vec4(seen_place(at_tail.xyz), 1.0)).xyz;
    mat3 axes = axes_along(vector / magnitude);
    vec3 upright;
    vec3 corner = arrow_corner(gl_VertexID, upright);
    colour = colour_of(value.w);
    normal = axes * upright;
    place = tail + full_length * (longest > 0.0 ? magnitude / longest : 1.0) * (axes * corner);
    gl_Position = projection * vec4(place, 1.0);
}
