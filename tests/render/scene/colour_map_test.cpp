#include "render/scene/colour_map.h"

#include "tests/catch.h"

#include <cmath>
#include <limits>

using namespace farfield::render;

namespace {

/// Y of CIE XYZ from sRGB: IEC 61966-2-1.
double luminance(glm::vec3 srgb)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(static_cast<double>(srgb.r)) + 0.7152 * linear(static_cast<double>(srgb.g)) +
           0.0722 * linear(static_cast<double>(srgb.b));
}

/// L* of CIELAB.
double lightness(glm::vec3 srgb)
{
    return 116.0 * std::cbrt(luminance(srgb)) - 16.0;
}

double largest_difference(glm::vec3 found, glm::vec3 expected_of_255)
{
    const glm::vec3 difference = glm::abs(found * 255.0F - expected_of_255);
    return static_cast<double>(std::max({difference.r, difference.g, difference.b}));
}

}  // namespace

TEST_CASE("ColourMap: every map is found by its name", "[colour]")
{
    for (const ColourMap map : all_colour_maps) CHECK(colour_map_named(name_of(map)) == map);
    CHECK_FALSE(colour_map_named("jet").has_value());
}

TEST_CASE("ColourMap: luminance of viridis and cividis rises all the way", "[colour]")
{
    for (const ColourMap map : {ColourMap::Viridis, ColourMap::Cividis}) {
        for (int i = 1; i < 256; ++i) {
            INFO(name_of(map) << " at entry " << i);
            const auto t = static_cast<float>(i);
            CHECK(luminance(colour_at(map, t / 255.0F)) > luminance(colour_at(map, (t - 1.0F) / 255.0F)));
        }
    }
}

TEST_CASE("ColourMap: viridis meets its published colours", "[colour]")
{
    // matplotlib's viridis at 0, 1/4, 1/2, 3/4 and 1; the polynomial is within two in a hundred.
    CHECK(largest_difference(colour_at(ColourMap::Viridis, 0.0F), {68, 1, 84}) < 5.0);
    CHECK(largest_difference(colour_at(ColourMap::Viridis, 0.25F), {59, 82, 139}) < 5.0);
    CHECK(largest_difference(colour_at(ColourMap::Viridis, 0.5F), {33, 145, 140}) < 5.0);
    CHECK(largest_difference(colour_at(ColourMap::Viridis, 0.75F), {94, 201, 98}) < 5.0);
    CHECK(largest_difference(colour_at(ColourMap::Viridis, 1.0F), {253, 231, 37}) < 5.0);
}

TEST_CASE("ColourMap: cividis and turbo end near their published colours", "[colour]")
{
    CHECK(largest_difference(colour_at(ColourMap::Cividis, 0.0F), {0, 32, 77}) < 8.0);
    CHECK(largest_difference(colour_at(ColourMap::Cividis, 1.0F), {255, 234, 70}) < 8.0);
    // The polynomial of turbo departs from its table most at the ends.
    CHECK(largest_difference(colour_at(ColourMap::Turbo, 0.0F), {48, 18, 59}) < 36.0);
    CHECK(largest_difference(colour_at(ColourMap::Turbo, 1.0F), {122, 4, 3}) < 36.0);
}

TEST_CASE("ColourMap: cool-warm has the published ends and a grey middle", "[colour]")
{
    // Moreland 2009, table of the 33 control points: first, middle and last.
    CHECK(largest_difference(colour_at(ColourMap::CoolWarm, 0.0F), {59, 76, 192}) < 1.0);
    CHECK(largest_difference(colour_at(ColourMap::CoolWarm, 0.5F), {221, 221, 221}) < 1.0);
    CHECK(largest_difference(colour_at(ColourMap::CoolWarm, 1.0F), {180, 4, 38}) < 1.0);
}

TEST_CASE("ColourMap: cool-warm is as light on one side as on the other", "[colour]")
{
    for (int i = 0; i <= 50; ++i) {
        const float t = static_cast<float>(i) / 100.0F;
        // The warm end is a little outside sRGB and is clamped there, by less than one unit of L*.
        CHECK(lightness(colour_at(ColourMap::CoolWarm, t)) ==
              Approx(lightness(colour_at(ColourMap::CoolWarm, 1.0F - t))).margin(1.0));
    }
}

TEST_CASE("ColourMap: what is outside takes the colour of the end, and NaN that of the low end", "[colour]")
{
    for (const ColourMap map : all_colour_maps) {
        CHECK(colour_at(map, -3.0F) == colour_at(map, 0.0F));
        CHECK(colour_at(map, 7.0F) == colour_at(map, 1.0F));
        CHECK(colour_at(map, std::numeric_limits<float>::quiet_NaN()) == colour_at(map, 0.0F));
    }
}
