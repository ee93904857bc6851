#include "compute_node/terrain/sight/viewshed.h"

#include "compute_node/terrain/fractal/fractal_terrain.h"
#include "tests/catch.h"
#include "tests/compute_node/terrain/posts.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;

namespace {

HeightBlocks blocks_of(std::int64_t columns, std::int64_t rows, FunctionHeights::Function height)
{
    return terrain_of(columns, rows, std::move(height)).blocks;
}

/// Rough ground of so many columns and rows, with voids on request.
HeightBlocks rough_terrain(std::int64_t columns, std::int64_t rows, bool has_holes = false)
{
    const std::int64_t posts = std::max(columns, rows);
    const auto fractal = make_fractal({.posts = posts, .seed = 5});
    std::vector<float> heights(static_cast<std::size_t>(posts * posts));
    fractal->read_rows(0, posts, heights);
    return blocks_of(columns, rows, [&](std::int64_t column, std::int64_t row) {
        const bool is_hole = has_holes && (column * 7 + row * 13) % 61 < 2;
        return is_hole ? std::nan("") : heights[static_cast<std::size_t>(row * posts + column)];
    });
}

double surface(const HeightBlocks& terrain, double x, double y)
{
    const std::int64_t i = std::min(static_cast<std::int64_t>(x), terrain.columns - 2);
    const std::int64_t j = std::min(static_cast<std::int64_t>(y), terrain.rows - 2);
    const double u = x - static_cast<double>(i), v = y - static_cast<double>(j);
    return (terrain.height_at(i, j) * (1 - u) + terrain.height_at(i + 1, j) * u) * (1 - v) +
           (terrain.height_at(i, j + 1) * (1 - u) + terrain.height_at(i + 1, j + 1) * u) * v;
}

/// Cuts the line wherever it crosses a row or column of posts, and looks at each piece over all cells that
/// touch it: clearance there is a polynomial of second degree, known by three of its values.
bool is_visible(const HeightBlocks& terrain, const ViewshedSettings& s, std::int64_t column, std::int64_t row)
{
    const double dx = static_cast<double>(column) - s.eye.x, dy = static_cast<double>(row) - s.eye.y;
    if (dx == 0.0 && dy == 0.0) return true;
    const double metres_x = dx * s.post_metres.x, metres_y = dy * s.post_metres.y;
    const double fall = s.curvature * (metres_x * metres_x + metres_y * metres_y);
    const double end = terrain.height_at(column, row) + s.target_metres;
    std::vector<double> cuts{0.0, 1.0};
    const auto cut = [&](double eye, double d, std::int64_t posts) {
        for (std::int64_t k = 0; k < posts && d != 0.0; ++k) {
            const double t = (static_cast<double>(k) - eye) / d;
            if (t > 0.0 && t < 1.0) cuts.push_back(t);
        }
    };
    cut(s.eye.x, dx, terrain.columns);
    cut(s.eye.y, dy, terrain.rows);
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
        const double begin = cuts[k], length = cuts[k + 1] - begin, middle = begin + 0.5 * length;
        const double x = s.eye.x + middle * dx, y = s.eye.y + middle * dy;
        constexpr double aside = 1e-9;  // a line along an edge lies on both cells
        for (auto j = static_cast<std::int64_t>(std::floor(y - aside)); double(j) <= y + aside; ++j)
            for (auto i = static_cast<std::int64_t>(std::floor(x - aside)); double(i) <= x + aside; ++i) {
                if (i < 0 || j < 0 || i > terrain.columns - 2 || j > terrain.rows - 2) continue;
                const double a = terrain.height_at(i, j), b = terrain.height_at(i + 1, j);
                const double c = terrain.height_at(i, j + 1), d = terrain.height_at(i + 1, j + 1);
                const auto clear = [&](double t) {
                    const double u = s.eye.x + t * dx - double(i), v = s.eye.y + t * dy - double(j);
                    const double ground = (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v;
                    return s.eye.z + t * (end - s.eye.z) - fall * t * (1.0 - t) - ground;
                };
                const double p = clear(begin), q = clear(middle), r = clear(begin + length);
                const double second = 2.0 * (p - 2.0 * q + r), first = r - p - second;
                double lowest = std::min(p, r);
                if (second > 0.0 && first < 0.0 && -first < 2.0 * second)
                    lowest = std::min(lowest, p - first * first / (4.0 * second));
                if (lowest < -2e-8) return false;
            }
    }
    return true;
}

std::vector<std::uint8_t> viewshed(const HeightBlocks& terrain, const ViewshedSettings& settings,
                                   int threads = 0)
{
    std::vector<std::uint8_t> image(static_cast<std::size_t>(terrain.columns * terrain.rows), 99);
    (void)compute_viewshed(terrain, settings, {whole_window(terrain), image}, threads);
    return image;
}

void check_all(const HeightBlocks& terrain, const ViewshedSettings& settings)
{
    const std::vector<std::uint8_t> image = viewshed(terrain, settings);
    std::size_t wrong = 0;
    for (std::int64_t row = 0; row < terrain.rows; ++row)
        for (std::int64_t column = 0; column < terrain.columns; ++column) {
            const bool has_height = !std::isnan(terrain.height_at(column, row));
            const std::uint8_t expected = !has_height                                  ? post_without_height
                                          : is_visible(terrain, settings, column, row) ? post_visible
                                                                                       : post_hidden;
            const std::uint8_t found = image[static_cast<std::size_t>(row * terrain.columns + column)];
            if (found == expected) continue;
            UNSCOPED_INFO("post " << column << " " << row << ": expected " << int{expected} << ", found "
                                  << int{found});
            ++wrong;
        }
    CHECK(wrong == 0);
}

ViewshedSettings from(const HeightBlocks& terrain, double x, double y, double height, double target = 0.0)
{
    return {.eye = {x, y, surface(terrain, x, y) + height}, .target_metres = target};
}

}  // namespace

TEST_CASE("compute_viewshed: every post is what a line of sight says", "[viewshed]")
{
    const auto [columns, rows] = GENERATE(table<std::int64_t, std::int64_t>({{66, 66}, {131, 35}, {5, 70}}));
    const bool has_holes = GENERATE(false, true);
    const HeightBlocks terrain = rough_terrain(columns, rows, has_holes);
    const auto c = static_cast<double>(columns), r = static_cast<double>(rows);
    const std::vector<glm::dvec2> eyes{{std::floor(c / 2) + 1, std::floor(r / 2)},
                                       {std::floor(c / 3) + 0.5, std::floor(r / 2)},
                                       {c / 3 + 0.01, r / 4 + 0.77},
                                       {0, 0},
                                       {c - 1, r / 3},
                                       {c - 1, r - 1}};
    for (const glm::dvec2& eye : eyes)
        for (const double height : {0.0, 2.0, 500.0}) {
            if (std::isnan(surface(terrain, eye.x, eye.y))) continue;
            for (const double target : {0.0, 2.0})
                for (const double curvature : {0.0, earth_curvature(0.13)}) {
                    ViewshedSettings settings = from(terrain, eye.x, eye.y, height, target);
                    settings.curvature = curvature;
                    settings.post_metres = {300.0, -200.0};
                    CAPTURE(columns, rows, has_holes, eye.x, eye.y, height, target, curvature);
                    check_all(terrain, settings);
                }
        }
}

TEST_CASE("compute_viewshed: far posts are right, too", "[viewshed]")
{
    const HeightBlocks terrain = rough_terrain(1500, 1100);
    ViewshedSettings settings = from(terrain, 411.3, 380.0, 20.0, GENERATE(0.0, 3.0));
    settings.post_metres = {30.0, -30.0};
    settings.curvature = earth_curvature(0.13);
    const std::vector<std::uint8_t> image = viewshed(terrain, settings);
    for (std::int64_t post = 17; post < 1500 * 1100; post += 1009) {
        const bool expected = is_visible(terrain, settings, post % 1500, post / 1500);
        CHECK((image[static_cast<std::size_t>(post)] == post_visible) == expected);
    }
}

TEST_CASE("compute_viewshed: lines that lie on the ground touch it, and hide nothing", "[viewshed]")
{
    const HeightBlocks plane = blocks_of(70, 50, [](auto column, auto row) {
        return 2.5 * static_cast<double>(column) - 1.25 * static_cast<double>(row);
    });
    for (const auto& [x, y] : {std::pair{20.0, 30.0}, std::pair{20.3, 30.7}, std::pair{0.0, 49.0}}) {
        const std::vector<std::uint8_t> image = viewshed(plane, from(plane, x, y, 0.0));
        CHECK(std::all_of(image.begin(), image.end(), [](auto post) { return post == post_visible; }));
    }
}

TEST_CASE("compute_viewshed: a ridge hides what is below the line over it", "[viewshed]")
{
    // The line from 2 m up over the crest, 10 m up and 20 posts away, rises 0.4 m a post.
    const HeightBlocks ridge = blocks_of(100, 9, [](auto column, auto) { return column == 20 ? 10.0 : 0.0; });
    ViewshedSettings settings = from(ridge, 0.0, 4.0, 2.0);
    const auto seen = [&](std::int64_t column) {
        return viewshed(ridge, settings)[static_cast<std::size_t>(4 * 100 + column)] == post_visible;
    };
    CHECK(seen(19));
    CHECK(seen(20));
    CHECK_FALSE(seen(21));
    settings.target_metres = 2.0 + 0.4 * 50 - 1e-4;
    CHECK(seen(49));
    CHECK_FALSE(seen(50));
    settings.target_metres = 2.0 + 0.4 * 50;  // it touches the crest
    CHECK(seen(50));
    CHECK_FALSE(seen(51));
}

TEST_CASE("compute_viewshed: from a pit its rim is seen, and no post behind it", "[viewshed]")
{
    const HeightBlocks pit = blocks_of(41, 41, [](auto column, auto row) {
        return std::max(std::abs(column - 20), std::abs(row - 20)) <= 5 ? 0.0 : 8.0;
    });
    const std::vector<std::uint8_t> image = viewshed(pit, from(pit, 20.0, 20.0, 1.0));
    for (std::int64_t row = 0; row < 41; ++row)
        for (std::int64_t column = 0; column < 41; ++column) {
            // Over a corner's cell the ground bulges above the line to its outermost post.
            const std::int64_t across = std::abs(column - 20), down = std::abs(row - 20);
            const bool is_seen = std::max(across, down) <= 6 && std::min(across, down) < 6;
            CHECK((image[static_cast<std::size_t>(row * 41 + column)] == post_visible) == is_seen);
        }
}

TEST_CASE("compute_viewshed: a wall of holes hides nothing", "[viewshed]")
{
    const HeightBlocks terrain = blocks_of(60, 60, [](auto column, auto) {
        return column == 30 ? std::nan("") : column == 29 ? 50.0 : 0.0;
    });
    const std::vector<std::uint8_t> image = viewshed(terrain, from(terrain, 31.0, 30.0, 1.0));
    CHECK(image[30 * 60 + 30] == post_without_height);
    CHECK(image[30 * 60 + 29] == post_visible);
    CHECK(image[30 * 60 + 50] == post_visible);
}

TEST_CASE("compute_viewshed: a post without neighbours is seen over a ridge that hides all else",
          "[viewshed]")
{
    const HeightBlocks terrain = blocks_of(120, 60, [](auto column, auto row) {
        if (column == 90 && row == 31) return 5000.0;
        const bool is_beside = std::abs(column - 90) <= 1 && std::abs(row - 31) <= 1;
        return is_beside ? std::nan("") : column == 10 ? 50.0 : 0.0;
    });
    const ViewshedSettings settings = from(terrain, 5.0, 30.0, 1.0);
    CHECK(viewshed(terrain, settings)[31 * 120 + 90] == post_visible);
    check_all(terrain, settings);
}

TEST_CASE("compute_viewshed: amid holes, a corner that a line runs through hides what is behind it",
          "[viewshed]")
{
    // There is ground around the target, and one cell, which the line to the target only touches.
    constexpr std::int64_t size = 161, eye = 80;
    const auto [along, across] = GENERATE(table<std::int64_t, std::int64_t>({{8, 5}, {7, 5}, {11, 6}}));
    for (const std::int64_t toward_x : {-1, 1})
        for (const std::int64_t toward_y : {-1, 1})
            for (std::int64_t part = 1; part < 6; ++part) {
                const std::int64_t dx = toward_x * along, dy = toward_y * across;
                const std::int64_t x = eye + part * dx, y = eye + part * dy;
                const std::int64_t aside_x = x + toward_x, aside_y = y - toward_y;
                const std::int64_t end_x = eye + 7 * dx, end_y = eye + 7 * dy;
                const auto is_seen_past = [&](double corner) {
                    const HeightBlocks terrain = blocks_of(size, size, [&](auto column, auto row) {
                        const auto away = std::max(std::abs(column - end_x), std::abs(row - end_y));
                        if (away <= 5) return away == 0 ? 0.0 : -200.0;
                        const bool is_cell =
                            (column == x || column == aside_x) && (row == y || row == aside_y);
                        return is_cell ? corner : std::nan("");
                    });
                    const ViewshedSettings settings{.eye = {eye, eye, 0.0}};
                    return viewshed(terrain, settings)[end_y * size + end_x] == post_visible;
                };
                CAPTURE(dx, dy, part);
                CHECK_FALSE(is_seen_past(1.0));
                CHECK(is_seen_past(-1.0));
            }
}

TEST_CASE("compute_viewshed: the same for any number of threads", "[viewshed]")
{
    const HeightBlocks terrain = rough_terrain(700, 500, true);
    const ViewshedSettings settings = from(terrain, 301.4, 222.2, 30.0);
    const std::vector<std::uint8_t> one = viewshed(terrain, settings, 1);
    CHECK(one == viewshed(terrain, settings, 2));
    CHECK(one == viewshed(terrain, settings, 5));
}

TEST_CASE("compute_viewshed: outside of the radius and the azimuths nothing is visible", "[viewshed]")
{
    const HeightBlocks terrain = rough_terrain(160, 120);
    ViewshedSettings settings = from(terrain, 70.0, 50.0, 100.0);
    settings.post_metres = {30.0, -20.0};
    const std::vector<std::uint8_t> all = viewshed(terrain, settings);
    const auto [from_degrees, to_degrees] = GENERATE(table<double, double>(
        {{0, 360}, {0, 90}, {350, 10}, {10, 350}, {90, 270}, {-30, 200}, {180, 181}, {45, 45}, {720, 800}}));
    const double radius = GENERATE(std::numeric_limits<double>::infinity(), 900.0, 10.0);
    settings.from_degrees = from_degrees;
    settings.to_degrees = to_degrees;
    settings.radius_metres = radius;
    CAPTURE(from_degrees, to_degrees, radius);
    std::vector<std::uint8_t> image(all.size());
    const ViewshedCounts counts = compute_viewshed(terrain, settings, {whole_window(terrain), image});
    std::uint64_t posts = 0, visible = 0, wrong = 0;
    for (std::int64_t row = 0; row < 120; ++row)
        for (std::int64_t column = 0; column < 160; ++column) {
            const double east = 30.0 * static_cast<double>(column - 70);
            const double north = -20.0 * static_cast<double>(row - 50);
            const double azimuth = std::atan2(east, north) * 180.0 / 3.14159265358979323846;
            const double after = std::fmod(azimuth - from_degrees + 1440.0 + 1e-9, 360.0);
            const double span = to_degrees - from_degrees >= 360.0
                                    ? 360.0
                                    : std::fmod(to_degrees - from_degrees + 720.0, 360.0);
            const bool is_inside =
                std::hypot(east, north) <= radius && (after <= span + 2e-9 || (east == 0.0 && north == 0.0));
            const std::size_t post = static_cast<std::size_t>(row * 160 + column);
            posts += is_inside ? 1 : 0;
            visible += is_inside && all[post] == post_visible ? 1 : 0;
            wrong += image[post] == (is_inside ? all[post] : post_hidden) ? 0 : 1;
        }
    CHECK(wrong == 0);
    CHECK(counts.posts == posts);
    CHECK(counts.visible == visible);
}

TEST_CASE("compute_viewshed: an image of another size is refused", "[viewshed]")
{
    const HeightBlocks terrain = rough_terrain(8, 8);
    std::vector<std::uint8_t> image(63);
    ViewshedSettings settings = from(terrain, 1, 1, 1);
    const auto compute = [&](const PostWindow& window) {
        return compute_viewshed(terrain, settings, {window, std::span{image}.first(window.posts())});
    };
    CHECK_THROWS_AS(compute_viewshed(terrain, settings, {whole_window(terrain), image}),
                    std::invalid_argument);
    CHECK_THROWS_AS(compute({0, 0, 7, 8}), std::invalid_argument);
    settings.radius_metres = 2.5;
    CHECK_NOTHROW(compute({0, 0, 5, 5}));
    CHECK_THROWS_AS(compute({0, 0, 4, 5}), std::invalid_argument);
    CHECK_THROWS_AS(compute({4, 0, 5, 5}), std::invalid_argument);  // leads off the map
}

TEST_CASE("viewshed_window: holds all posts within the radius, and is never empty", "[viewshed]")
{
    const HeightBlocks terrain = rough_terrain(100, 60);
    ViewshedSettings settings = from(terrain, 40.5, 30.0, 2.0);
    settings.post_metres = {30.0, -10.0};
    CHECK(viewshed_window(terrain, settings) == whole_window(terrain));
    settings.radius_metres = 60.0;
    CHECK(viewshed_window(terrain, settings) == PostWindow{38, 23, 6, 15});
    settings.radius_metres = 1e-30;
    CHECK(viewshed_window(terrain, settings) == PostWindow{40, 29, 2, 3});
    settings.eye = {99.0, 0.0, 500.0};
    CHECK(viewshed_window(terrain, settings) == PostWindow{98, 0, 2, 2});
}

TEST_CASE("compute_viewshed: in a window it is what it is in the whole image", "[viewshed]")
{
    const HeightBlocks terrain = rough_terrain(300, 200, true);
    const auto [x, y] =
        GENERATE(table<double, double>({{120.0, 80.0}, {33.3, 190.2}, {299.0, 0.0}, {0.5, 101.0}}));
    ViewshedSettings settings = from(terrain, x, y, 40.0);
    settings.post_metres = {30.0, -20.0};
    settings.radius_metres = GENERATE(10.0, 777.0, 3000.0);
    settings.to_degrees = GENERATE(360.0, 200.0);
    CAPTURE(x, y, settings.radius_metres, settings.to_degrees);
    const std::vector<std::uint8_t> whole = viewshed(terrain, settings);
    const PostWindow window = viewshed_window(terrain, settings);
    std::vector<std::uint8_t> image(window.posts(), 99);
    const ViewshedCounts counts = compute_viewshed(terrain, settings, {window, image});
    std::vector<std::uint8_t> again(whole.size());
    const ViewshedCounts expected = compute_viewshed(terrain, settings, {whole_window(terrain), again});
    CHECK((counts.posts == expected.posts && counts.visible == expected.visible));
    std::size_t wrong = 0;
    for (std::int64_t row = window.first_row; row < window.first_row + window.rows; ++row)
        for (std::int64_t column = window.first_column; column < window.first_column + window.columns;
             ++column)
            wrong += image[static_cast<std::size_t>(window.index_of(column, row))] ==
                             whole[static_cast<std::size_t>(row * 300 + column)]
                         ? 0
                         : 1;
    CHECK(wrong == 0);
}

TEST_CASE("compute_viewshed: what is outside may have a value of its own", "[viewshed]")
{
    const HeightBlocks terrain = rough_terrain(50, 50);
    ViewshedSettings settings = from(terrain, 20.0, 20.0, 2.0);
    settings.radius_metres = 5.5;
    std::vector<std::uint8_t> image(50 * 50);
    const ViewshedCounts counts = compute_viewshed(terrain, settings, {whole_window(terrain), image, 77});
    CHECK(std::count(image.begin(), image.end(), 77) ==
          static_cast<std::int64_t>(image.size() - counts.posts));
    CHECK(image[20 * 50 + 26] == 77);
    CHECK(image[20 * 50 + 25] != 77);
}

TEST_CASE("compute_viewshed: ends soon when it is cancelled", "[viewshed]")
{
    const HeightBlocks terrain = rough_terrain(900, 900);
    const ViewshedSettings settings = from(terrain, 450.0, 450.0, 20.0);
    std::vector<std::uint8_t> image(900 * 900, 99);
    const std::atomic<bool> cancelled{true};
    const ViewshedCounts counts =
        compute_viewshed(terrain, settings, {whole_window(terrain), image}, 2, &cancelled);
    CHECK(counts.posts == 0);
    // Of the posts around the eye none has been decided.
    CHECK(std::count(image.begin(), image.end(), post_hidden) == 900 * 900);
}
