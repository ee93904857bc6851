// Lines as wide quads: OpenGL's own lines are one pixel wide on many drivers, and not smooth.

uniform vec2 viewport;  // device pixels

// Six corners of two triangles: along is 0 at the start and 1 at the end, side is -1 or 1.
int corner_along(int corner) { return (corner == 2 || corner == 3 || corner == 5) ? 1 : 0; }
float corner_side(int corner) { return (corner == 1 || corner == 4 || corner == 5) ? 1.0 : -1.0; }

// Moves an end that is behind the near plane onto it.
vec4 in_front(vec4 end, vec4 other)
{
    const float margin = 1e-6;
    float depth = end.z + end.w;
    float other_depth = other.z + other.w;
    if (depth >= margin || other_depth <= margin) return end;
    return mix(end, other, (margin - depth) / (other_depth - depth));
}

// The corner's clip position. across: distance from the middle line, device pixels; one pixel more than the
// half width, for the smooth edge.
vec4 line_corner(vec4 start, vec4 end, int corner, float half_width, out float across)
{
    vec4 a = in_front(start, end);
    vec4 b = in_front(end, start);
    vec2 pixel_a = a.xy / a.w * 0.5 * viewport;
    vec2 pixel_b = b.xy / b.w * 0.5 * viewport;
    vec2 along = pixel_b - pixel_a;
    float size = length(along);
    along = size > 1e-4 ? along / size : vec2(1.0, 0.0);
    across = corner_side(corner) * (half_width + 1.0);
    vec4 position = corner_along(corner) == 0 ? a : b;
    position.xy += vec2(-along.y, along.x) * across / (0.5 * viewport) * position.w;
    return position;
}
