// A lamp at the camera lights both sides of a surface. The rim, which turns away from it, is lit a little by itself, so
// that a surface stands out from what is behind it.
// normal: of any length but 0; place: of the pixel. Both in the camera's space.
vec3 lit_surface(vec3 rgb, vec3 normal, vec3 place)
{
    const float least = 0.3, rim = 0.22;
    float facing = abs(dot(normalize(normal), normalize(place)));
    return rgb * mix(least, 1.0, facing) + rim * pow(1.0 - facing, 3.0);
}
