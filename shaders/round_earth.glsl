// On a round Earth places fall away with the distance from the eye.

uniform vec3 eye;
uniform float curvature;  // 1 / metres: how far at a distance of 1 m; 0: the Earth is flat
uniform vec2 stretch;     // metres of a unit of x and of y

// Where a place is seen.
vec3 seen_place(vec3 place)
{
    vec2 away = (place.xy - eye.xy) * stretch;
    // Where the Earth is flat the square of a distance may be beyond any number.
    return vec3(place.xy, curvature > 0.0 ? place.z - curvature * dot(away, away) : place.z);
}
