#version 330 core

// A frame by force, in it a shape by domain that points where the entity does. Distances are in device pixels,
// negative inside.
in vec2 at;
flat in vec3 colour;
flat in float radius;
flat in vec2 ahead;
flat in uvec3 looks;  // shape, force, state

layout(location = 0) out vec4 pixel;

uniform float pixel_ratio;
uniform float opacity;

const float least_lettered = 8.0;  // radius, logical pixels

const vec3 ink = vec3(0.03, 0.05, 0.09);

float box(vec2 p, vec2 half_size)
{
    vec2 beyond = abs(p) - half_size;
    return length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0);
}

// Inside of all edges: each a normal and its distance from the middle.
float triangle(vec2 p, float inner)
{
    return max(-p.y - inner, 0.8660254 * abs(p.x) + 0.5 * p.y - inner);
}

float frame(vec2 p)
{
    if (looks.y == 1u) return length(p) - radius;
    if (looks.y == 2u) return (abs(p.x) + abs(p.y)) * 0.70710678 - 0.92 * radius;
    if (looks.y == 3u) return box(p, vec2(0.88 * radius));
    return triangle(p + vec2(0.0, 0.12 * radius), 0.78 * radius);
}

// p: x to the right, y ahead, in radii.
float shape(vec2 p)
{
    if (looks.x == 0u) return min(box(p, vec2(0.34, 0.46)), box(p - vec2(0.0, 0.52), vec2(0.09, 0.2)));
    if (looks.x == 1u)  // a dart with a notch behind
        return max(0.89 * abs(p.x) + 0.45 * p.y - 0.29, -(0.45 * abs(p.x) + 0.89 * p.y + 0.33));
    if (looks.x == 2u)  // a bow ahead, square behind
        return max(max(abs(p.x) - 0.3, -p.y - 0.62), 0.86 * abs(p.x) + 0.5 * p.y - 0.36);
    if (looks.x == 3u) return length(vec2(p.x, max(abs(p.y) - 0.36, 0.0))) - 0.27;
    if (looks.x == 4u)  // a head and shoulders
        return min(length(p - vec2(0.0, 0.3)) - 0.27, max(length(p + vec2(0.0, 0.62)) - 0.55, -p.y - 0.6));
    return length(p) - 0.4;
}

float stroke(vec2 p, vec2 from, vec2 to)
{
    vec2 way = to - from;
    return length(p - from - clamp(dot(p - from, way) / dot(way, way), 0.0, 1.0) * way);
}

// From the strokes of the force's letter, which is 2 high.
float letter(vec2 p)
{
    if (looks.y == 1u)
        return min(stroke(p, vec2(-0.5, -1.0), vec2(-0.5, 1.0)),
                   min(stroke(p, vec2(-0.5, 1.0), vec2(0.7, 1.0)), stroke(p, vec2(-0.5, 0.05), vec2(0.5, 0.05))));
    if (looks.y == 2u) return abs(length(p) - 0.9);
    float sides = min(stroke(p, vec2(-0.7, -1.0), vec2(-0.7, 1.0)), stroke(p, vec2(0.7, -1.0), vec2(0.7, 1.0)));
    if (looks.y == 3u) return min(sides, stroke(p, vec2(-0.7, 1.0), vec2(0.7, -1.0)));
    // U: the sides without their lower parts, and half a ring.
    return p.y > -0.3 ? min(abs(p.x + 0.7), abs(p.x - 0.7)) + max(p.y - 1.0, 0.0) : abs(length(p + vec2(0.0, 0.3)) - 0.7);
}

float cover(float distance) { return clamp(0.5 - distance, 0.0, 1.0); }

void over(inout vec4 below, vec3 rgb, float alpha)
{
    float left = below.a * (1.0 - alpha);
    float sum = alpha + left;
    below = sum > 0.0 ? vec4((rgb * alpha + below.rgb * left) / sum, sum) : vec4(0.0);
}

void main()
{
    const uint stale = 1u, selected = 4u, old = 8u;
    const float dots = 10.0;
    bool is_dotted = (looks.z & old) != 0u, is_hollow = is_dotted || (looks.z & stale) != 0u;
    float edge = frame(at);
    // Humans stand upright, whatever they look at.
    vec2 own = looks.x == 4u ? at : vec2(dot(at, vec2(ahead.y, -ahead.x)), dot(at, ahead));
    float inside = shape(own / radius) * radius;
    float line = 1.6 * pixel_ratio;
    pixel = vec4(0.0);
    if ((looks.z & selected) != 0u)
        over(pixel, vec3(1.0), cover(abs(edge - 2.5 * pixel_ratio) - 1.0 * pixel_ratio));
    over(pixel, ink, 0.8 * cover(edge - 1.2 * pixel_ratio));
    float of_frame = cover(is_hollow ? abs(edge + 0.5 * line) - 0.5 * line : edge);
    if (is_dotted) of_frame *= step(fract(atan(at.y, at.x) * dots / 6.28318531), 0.55);
    over(pixel, colour, of_frame);
    over(pixel, is_hollow ? colour : ink, cover(inside));
    if (radius >= least_lettered * pixel_ratio) {
        vec2 beside = at - 0.82 * radius * vec2(-1.0, 1.0);
        float badge = 0.52 * radius, half_height = 0.52 * badge;
        over(pixel, ink, cover(length(beside) - badge));
        over(pixel, vec3(1.0), cover(letter(beside / half_height) * half_height - 0.065 * radius));
    }
    pixel.a *= opacity;
    if (pixel.a <= 0.0) discard;
}
