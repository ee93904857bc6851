// Lines as thin tubes, lit by a lamp at the camera: a tube that runs across the view is bright, one that runs along it
// is dark.
// Source: Zoeckler, Stalling, Hege, "Interactive visualization of 3D-vector fields using illuminated stream lines",
// IEEE Visualization 1996: the greatest cosine that a normal of the line has with the ray to the lamp.

uniform mat4 view;               // into the camera's space
uniform float lit;               // 1, or 0: the colours are as they are
uniform float luminance_behind;  // of the background; below 0: not known

// The sine between a segment and the ray to one of its ends, which is `at`.
float facing_of(vec3 start, vec3 end, vec3 at)
{
    if (lit == 0.0) return 1.0;
    vec3 from = (view * vec4(start, 1.0)).xyz, along = (view * vec4(end, 1.0)).xyz - from;
    vec3 ray = (view * vec4(at, 1.0)).xyz;
    float size = dot(along, along) * dot(ray, ray);
    float cosine = dot(along, ray);
    return size > 0.0 ? sqrt(max(1.0 - cosine * cosine / size, 0.0)) : 1.0;
}

// Before a dark background the luminance is at least so much above its own, before a light one so much below: what is
// lighter stays lighter.
vec3 apart_from_background(vec3 rgb)
{
    const float contrast = 0.12;
    if (luminance_behind < 0.0) return rgb;
    float luminance = dot(rgb, vec3(0.2126, 0.7152, 0.0722));
    if (luminance_behind < 0.5) {
        float least = luminance_behind + contrast;
        return mix(rgb, vec3(1.0), max(least - luminance, 0.0) / (1.0 - min(luminance, least)));
    }
    float most = luminance_behind - contrast;
    return rgb * min(most / max(luminance, most), 1.0);
}
