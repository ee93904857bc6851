// What surfaces and slices give to a picture: a colour, or where they are transparent, their part in the sums of
// weighted blended order-independent transparency.
// Source: McGuire, Bavoil, "Weighted Blended Order-Independent Transparency", Journal of Computer Graphics Techniques
// 2 (2), 2013; the weight is its equation 9, of the distance in units of that of the camera's target.

uniform float nearness;  // 1 / the target's distance; 0: not summed

layout(location = 0) out vec4 pixel;         // or: rgb x opacity x weight, opacity
layout(location = 1) out float weight_of_it;  // opacity x weight

void put(vec3 rgb, float opacity)
{
    if (nearness == 0.0) {
        pixel = vec4(rgb, opacity);
        weight_of_it = 0.0;
        return;
    }
    float distance = 0.5 * nearness / gl_FragCoord.w;
    weight_of_it = opacity * clamp(0.03 / (1e-5 + pow(distance, 4.0)), 1e-2, 3e3);
    pixel = vec4(rgb * weight_of_it, opacity);
}
