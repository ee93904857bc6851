#include "compute_node/terrain/fractal/fractal_noise.h"
#include "compute_node/terrain/fractal/fractal_terrain.h"
#include "compute_node/terrain/heights/height_range.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/terrain_helpers.h"

#include <algorithm>
#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

// The classic terrain's definition, post by post: value noise, H = 1, wavelengths 1024 to 2 posts, amplitude
// a tenth of the wavelength.
double classic_corner(std::uint32_t x, std::uint32_t y, std::uint32_t octave)
{
    std::uint32_t h = x * 374761393U + y * 668265263U + octave * 2246822519U;
    h = (h ^ (h >> 13)) * 1274126177U;
    h ^= h >> 16;
    h *= 2246822519U;
    h ^= h >> 13;
    return h / 4294967296.0;
}

double classic_height(std::uint32_t i, std::uint32_t j)
{
    const auto smooth = [](double x) { return x * x * x * (x * (x * 6 - 15) + 10); };
    double height = 0;
    std::uint32_t octave = 0;
    for (std::uint32_t wavelength = 1024; wavelength >= 2; wavelength /= 2, ++octave) {
        const std::uint32_t a = i / wavelength, b = j / wavelength;
        const double sx = smooth((i % wavelength) / double(wavelength)),
                     sy = smooth((j % wavelength) / double(wavelength));
        const double south = std::lerp(classic_corner(a, b, octave), classic_corner(a + 1, b, octave), sx);
        const double north =
            std::lerp(classic_corner(a, b + 1, octave), classic_corner(a + 1, b + 1, octave), sx);
        height += 0.10 * wavelength * std::lerp(south, north, sy);
    }
    return height;
}

std::vector<float> heights_with(FractalSettings settings, int threads)
{
    settings.threads = threads;
    return heights_of(*make_fractal(settings));
}

}  // namespace

TEST_CASE("Fractal: the classic terrain is its formula", "[terrain]")
{
    const auto source = open_fractal("fractal-bench:3000");
    const auto heights = heights_of(*source);
    for (const auto& [column, row] : {std::pair{0, 0},
                                      {1, 0},
                                      {0, 1},
                                      {1023, 1024},
                                      {2047, 2048},
                                      {777, 1999},
                                      {2999, 2998},
                                      {2999, 2999}})
        CHECK(heights[row * 3000 + column] == Approx(classic_height(column, row)).epsilon(1e-5));
    CHECK(source->info().frame.coordinates_of({5, 7}) == glm::dvec2{5, 7});
}

TEST_CASE("Fractal: the same bits for one thread and for more", "[terrain]")
{
    for (const bool classic : {false, true}) {
        const FractalSettings settings{.posts = 301, .classic = classic};
        CHECK(heights_with(settings, 1) == heights_with(settings, 2));
        CHECK(heights_with(settings, 1) == heights_with(settings, 7));
    }
}

TEST_CASE("Fractal: rows are the same in bands of any size", "[terrain]")
{
    for (const char* name : {"fractal:211:5", "fractal-bench:211"}) {
        const auto source = open_fractal(name);
        const auto whole = heights_of(*source);
        CHECK(heights_of(*source, 1) == whole);
        CHECK(heights_of(*source, 64) == whole);
    }
}

TEST_CASE("Fractal: seeds give other landscapes, and a larger one goes on from a smaller", "[terrain]")
{
    const auto one = heights_of(*open_fractal("fractal:100:1")),
               two = heights_of(*open_fractal("fractal:100:2"));
    CHECK(one != two);
    CHECK(heights_of(*open_fractal("fractal:100")) == one);
    const auto larger = heights_of(*open_fractal("fractal:200:1"));
    for (std::int64_t row = 0; row < 100; ++row)
        CHECK(std::equal(&one[row * 100], &one[row * 100] + 100, &larger[row * 200]));
}

TEST_CASE("Fractal: mountains are as high and as steep as mountains are", "[terrain]")
{
    const auto source = open_fractal("fractal:1024");
    const HeightRange range = measure_heights(*source);
    CHECK(range.voids() == 0);
    CHECK(range.lowest() > -500.0F);
    CHECK(range.highest() < 6000.0F);
    CHECK(range.highest() - range.lowest() > 1500.0F);
    const auto heights = heights_of(*source);
    double steepest = 0.0, mean = 0.0;
    for (std::size_t i = 1; i < heights.size(); ++i) {
        if (i % 1024 == 0) continue;
        const double slope = std::abs(heights[i] - heights[i - 1]) / 30.0;
        steepest = std::max(steepest, slope);
        mean += slope / double(heights.size());
    }
    CHECK(mean > 0.1);
    CHECK(mean < 0.7);
    CHECK(steepest < 5.0);  // no seams between batches
}

TEST_CASE("Fractal: post spacing samples the same landscape", "[terrain]")
{
    // At wavelengths that both have the heights agree; the finer one adds detail of less than 60 m.
    const auto coarse = heights_of(*make_fractal({.posts = 64, .spacing_metres = 60.0}));
    const auto fine = heights_of(*make_fractal({.posts = 127, .spacing_metres = 30.0}));
    for (std::int64_t row = 0; row < 64; ++row)
        for (std::int64_t column = 0; column < 64; ++column)
            REQUIRE(std::abs(coarse[row * 64 + column] - fine[2 * row * 127 + 2 * column]) < 60.0F);
}

TEST_CASE("Fractal: a million posts a side are read a row at a time", "[terrain]")
{
    const auto source = open_fractal("fractal:1048576");
    CHECK(source->info().columns == 1'048'576);
    std::vector<float> row(1'048'576);
    source->read_rows(1'048'575, 1, row);
    CHECK(std::all_of(row.begin(), row.end(), [](float h) { return std::isfinite(h); }));
    std::sort(row.begin(), row.end());
    CHECK(std::unique(row.begin(), row.end()) - row.begin() > 100'000);
    CHECK(source->info().frame.coordinates_of({0, 1'048'575}) == glm::dvec2{0, 0});
}

TEST_CASE("Fractal: names are distinguished, and limits named", "[terrain]")
{
    CHECK(is_fractal_name("fractal:10"));
    CHECK(is_fractal_name("fractal-bench:10"));
    CHECK_FALSE(is_fractal_name("fractal.tif"));
    CHECK_FALSE(is_fractal_name("fractal"));
    CHECK(open_fractal("fractal:10")->info().name == "fractal:10:1");
    for (const char* name : {"fractal:", "fractal:1", "fractal:1048577", "fractal:ten",
                             "fractal:10:", "fractal:10:x", "fractal:10:1:2", "fractal:10:-1",
                             "fractal:10:4294967296", "fractal-bench:10:1", "fractal:99999999999999999999"})
        CHECK(contains(error_of([&] { (void)open_fractal(name); }), "max_fractal_posts = 1048576"));
    CHECK(contains(error_of([] { (void)make_fractal({.posts = 1}); }), "2 to max_fractal_posts"));
    CHECK(contains(error_of([] { (void)make_fractal({.spacing_metres = std::nan("")}); }),
                   "max_fractal_spacing_metres"));
    CHECK(contains(error_of([] { (void)make_fractal({.spacing_metres = 2000}); }),
                   "max_fractal_spacing_metres = 1000"));
}

TEST_CASE("gradient_noise: its derivatives are those of its value", "[terrain]")
{
    constexpr float h = 1.0F / 1024.0F;
    for (const auto& [x, y] : {std::pair{0.3F, 0.7F}, {2.25F, -1.5F}, {-0.9F, 5.1F}, {7.0F, 3.5F}}) {
        const NoiseSample at = gradient_noise(10, 20, x, y, 3);
        const float dx =
            gradient_noise(10, 20, x + h, y, 3).value - gradient_noise(10, 20, x - h, y, 3).value;
        const float dy =
            gradient_noise(10, 20, x, y + h, 3).value - gradient_noise(10, 20, x, y - h, 3).value;
        CHECK(at.dx == Approx(dx / (2 * h)).margin(2e-3));
        CHECK(at.dy == Approx(dy / (2 * h)).margin(2e-3));
    }
}
