#include "model/styles/colour_map.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/common.hpp>

namespace farfield::model {
namespace {

template <std::size_t n>
glm::vec3 polynomial(const std::array<glm::vec3, n>& coefficients, float t)
{
    glm::vec3 sum(0.0F);
    for (std::size_t i = n; i-- > 0;) sum = sum * t + coefficients[i];
    return sum;
}

/// Colours: S. van der Walt, N. Smith, 2015 (matplotlib, CC0).
/// Polynomial: M. Zucker, shadertoy.com/view/WlfXRN, 2019 (CC0), fitted for the least largest error.
glm::vec3 viridis(float t)
{
    static constexpr std::array<glm::vec3, 7> coefficients{{{0.27773F, 0.00541F, 0.33410F},
                                                            {0.10509F, 1.40461F, 1.38459F},
                                                            {-0.33086F, 0.21485F, 0.09510F},
                                                            {-4.63423F, -5.79910F, -19.33244F},
                                                            {6.22827F, 14.17993F, 56.69055F},
                                                            {4.77638F, -13.74515F, -65.35303F},
                                                            {-5.43546F, 4.64585F, 26.31244F}}};
    return polynomial(coefficients, t);
}

/// Colours: J. Nunez, C. Anderton, R. Renslow, "Optimizing colormaps with consideration for color vision
/// deficiency", PLoS ONE 13(7), 2018. Polynomial, in 255ths: d3-scale-chromatic (ISC licence).
glm::vec3 cividis(float t)
{
    static constexpr std::array<glm::vec3, 6> coefficients{{{-4.54F, 32.49F, 81.24F},
                                                            {-35.34F, 170.73F, 442.36F},
                                                            {2381.73F, 52.82F, -2482.43F},
                                                            {-6402.70F, -131.46F, 6167.24F},
                                                            {7024.72F, 176.58F, -6614.94F},
                                                            {-2710.57F, -67.37F, 2475.67F}}};
    return polynomial(coefficients, t) / 255.0F;
}

/// Colours: A. Mikhailov, "Turbo, an improved rainbow colormap for visualization", Google AI Blog, 2019.
/// Polynomial: R. Du, published with it (Apache-2.0).
glm::vec3 turbo(float t)
{
    static constexpr std::array<glm::vec3, 6> coefficients{{{0.13572F, 0.09140F, 0.10667F},
                                                            {4.61539F, 2.19419F, 12.64195F},
                                                            {-42.66032F, 4.84297F, -60.58205F},
                                                            {132.13108F, -14.18503F, 110.36277F},
                                                            {-152.94239F, 4.27730F, -89.90311F},
                                                            {59.28638F, 2.82957F, 27.34825F}}};
    return polynomial(coefficients, t);
}

// CIE XYZ of the sRGB primaries and white point D65: IEC 61966-2-1.
constexpr glm::dvec3 white_point{0.950456, 1.0, 1.088754};

double srgb_from_linear(double c)
{
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1.0 / 2.4) - 0.055;
}

double lab_inverse(double f)
{
    constexpr double delta = 6.0 / 29.0;
    return f > delta ? f * f * f : 3.0 * delta * delta * (f - 4.0 / 29.0);
}

glm::dvec3 srgb_from_lab(glm::dvec3 lab)
{
    const double fy = (lab.x + 16.0) / 116.0;
    const glm::dvec3 xyz = white_point * glm::dvec3(lab_inverse(fy + lab.y / 500.0), lab_inverse(fy),
                                                    lab_inverse(fy - lab.z / 200.0));
    const glm::dvec3 linear(3.2404542 * xyz.x - 1.5371385 * xyz.y - 0.4985314 * xyz.z,
                            -0.9692660 * xyz.x + 1.8760108 * xyz.y + 0.0415560 * xyz.z,
                            0.0556434 * xyz.x - 0.2040259 * xyz.y + 1.0572252 * xyz.z);
    return {srgb_from_linear(linear.x), srgb_from_linear(linear.y), srgb_from_linear(linear.z)};
}

/// CIELAB in polar form: magnitude, saturation angle, hue angle.
struct Msh {
    double magnitude, saturation, hue;
};

glm::dvec3 srgb_from_msh(const Msh& msh)
{
    return srgb_from_lab({msh.magnitude * std::cos(msh.saturation),
                          msh.magnitude * std::sin(msh.saturation) * std::cos(msh.hue),
                          msh.magnitude * std::sin(msh.saturation) * std::sin(msh.hue)});
}

/// The hue at the white end, turned so that the path from the colour to white looks even. end: Msh of the
/// saturated end; white_magnitude: the larger one of white.
double unsaturated_hue(const Msh& end, double white_magnitude)
{
    const double turn = end.saturation *
                        std::sqrt(white_magnitude * white_magnitude - end.magnitude * end.magnitude) /
                        (end.magnitude * std::sin(end.saturation));
    return end.hue > -std::acos(-1.0) / 3.0 ? end.hue + turn : end.hue - turn;
}

/// Source: K. Moreland, "Diverging color maps for scientific visualization", ISVC 2009, figure 10 (algorithm)
/// and section 5 (end points and white of the cool to warm map).
glm::vec3 cool_warm(float t)
{
    constexpr Msh cool{80.0, 1.08, -1.1};
    constexpr Msh warm{80.0, 1.08, 0.5};
    constexpr double white_magnitude = 88.0;
    const Msh& end = t < 0.5F ? cool : warm;
    const double weight = std::abs(2.0 * static_cast<double>(t) - 1.0);  // weight of the saturated end
    const double white_hue = unsaturated_hue(end, white_magnitude);
    return glm::vec3(srgb_from_msh({std::lerp(white_magnitude, end.magnitude, weight),
                                    end.saturation * weight, std::lerp(white_hue, end.hue, weight)}));
}

/// Colours of heights: lowlands green, then grass, soil, rock and snow, the usual tints of relief maps.
glm::vec3 relief(float t)
{
    struct Stop {
        float at;
        glm::vec3 colour;
    };
    constexpr std::array<Stop, 6> stops{{{0.0F, {0.33F, 0.55F, 0.35F}},
                                         {0.2F, {0.55F, 0.68F, 0.40F}},
                                         {0.45F, {0.80F, 0.73F, 0.51F}},
                                         {0.7F, {0.62F, 0.49F, 0.36F}},
                                         {0.88F, {0.66F, 0.63F, 0.61F}},
                                         {1.0F, {0.97F, 0.97F, 0.98F}}}};
    std::size_t n = 1;
    while (n + 1 < stops.size() && stops[n].at < t) ++n;
    return glm::mix(stops[n - 1].colour, stops[n].colour,
                    (t - stops[n - 1].at) / (stops[n].at - stops[n - 1].at));
}

}  // namespace

glm::vec3 colour_at(ColourMap map, float t)
{
    const float inside = t > 0.0F ? std::min(t, 1.0F) : 0.0F;
    glm::vec3 colour(0.0F);
    switch (map) {
    case ColourMap::Viridis:
        colour = viridis(inside);
        break;
    case ColourMap::Cividis:
        colour = cividis(inside);
        break;
    case ColourMap::Turbo:
        colour = turbo(inside);
        break;
    case ColourMap::CoolWarm:
        colour = cool_warm(inside);
        break;
    case ColourMap::Relief:
        colour = relief(inside);
        break;
    }
    return glm::clamp(colour, 0.0F, 1.0F);
}

ColourTable colour_table(ColourMap map)
{
    ColourTable table;
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] =
            glm::u8vec3(colour_at(map, static_cast<float>(i) / (colour_map_entries - 1)) * 255.0F + 0.5F);
    return table;
}

}  // namespace farfield::model
