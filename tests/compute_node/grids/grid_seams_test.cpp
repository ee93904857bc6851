// Grids over the Earth that go around it.
#include "compute_node/grids/grid_seams.h"
#include "tests/catch.h"
#include "tests/compute_node/displaced_globe.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/rotating_earth.h"

#include <algorithm>
#include <functional>
#include <utility>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

constexpr int columns = 120;

/// A ring of nodes about a pole of its own: rows from 20 to 80 degrees north of that grid's equator, every
/// three degrees around. to_earth: from its directions to the Earth's.
GridData ring(const Turning& turning, int nodes, const std::function<glm::dvec3(glm::dvec3)>& to_earth)
{
    constexpr int rows = 31;
    GridData data = geographic_data({nodes, rows, 1});
    CurvilinearGeometry grid;
    double before = 0.0;
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < nodes; ++i) {
            const glm::dvec2 place = place_of(to_earth(direction_of(3.0 * i, 20.0 + 2.0 * j)));
            before += std::remainder(place.x - before, 360.0);
            grid.points.emplace_back(before, place.y, 0.0);
            push_velocity(data, turning.at(place.x, place.y));
        }
    data.geometry = grid;
    close_seams(data);
    return data;
}

/// Its pole over Greenland, so that the Earth's lies among the nodes.
glm::dvec3 displaced(glm::dvec3 own)
{
    const double angle = 15.0 * to_radians;
    return {own.x * std::cos(angle) + own.z * std::sin(angle), own.y,
            own.z * std::cos(angle) - own.x * std::sin(angle)};
}

LineSettings settings_for(double seconds)
{
    LineSettings settings;
    settings.step = 0.25;
    settings.max_steps = 10'000;
    settings.max_time = seconds;
    return settings;
}

}  // namespace

TEST_CASE("close_seams: a grid that lacks the last cells around the globe gets them", "[grid][sphere]")
{
    const Turning turning{glm::normalize(glm::dvec3{0.1, -0.05, 1.0})};
    for (const int nodes : {columns, columns + 1, columns + 2}) {  // open, closed, and overlapping
        const GridData data = ring(turning, nodes, displaced);
        CHECK(data.dims.front().x == static_cast<unsigned>(nodes == columns ? columns + 1 : nodes));
        const auto field = Dataset{"ring", data}.field();
        for (const float longitude : {10.0F, 179.0F, -181.0F, 355.0F}) {
            const glm::vec3 seed{longitude, 55.0F, 0.0F};
            const TracedLine line = trace_one(field, settings_for(400.0), seed);
            CHECK(line.reason == Termination::TimeLimit);
            const glm::dvec3 expected = turning.carried(direction_of(seed.x, seed.y), 400.0);
            CHECK(angle_between(expected, direction_of(line.end().x, line.end().y)) < 0.25);
            CHECK(line.end().x > longitude + 340.0);  // more than a turn, without a jump
        }
    }
}

TEST_CASE("close_seams: rows about a pole of the grid's own lie in the turn of those about the Earth's",
          "[grid][sphere]")
{
    const GridData data = displaced_globe();
    const auto& points = std::get<CurvilinearGeometry>(data.geometry).points;
    const auto [west, east] = std::ranges::minmax(points, {}, &glm::vec3::x);
    CHECK(east.x - west.x <= 360.0F + 2.0F * 6.0F);  // and a column at either end
    CHECK(west.x >= -186.0F);
    CHECK(data.remarks.back().starts_with("Longitudes lay in more than one turn"));
    for (std::size_t n = 0; n < points.size(); ++n) {
        const auto i = static_cast<int>(n % 61), j = static_cast<int>(n / 61);
        CHECK(angle_between(displaced_node(i, j), direction_of(points[n].x, points[n].y)) < 1e-4);
        // Rows south of the pole keep their nodes in order.
        if (i > 0 && j < 10) CHECK(points[n].x > points[n - 1].x);
    }
}

TEST_CASE("close_seams: a grid that ends stays open", "[grid][sphere]")
{
    const GridData data = ring({{0.0, 0.0, 1.0}}, columns - 20, displaced);
    CHECK(data.dims.front().x == columns - 20);
    CHECK(data.remarks.empty());
}

TEST_CASE("Field: a displaced pole's rows are right to the Earth's pole", "[grid][sphere]")
{
    const Turning turning{{1.0, 0.0, 0.0}};
    const auto field = Dataset{"ring", ring(turning, columns, displaced)}.field();
    double worst = 0.0;
    for (float latitude = 70.0F; latitude < 90.0F; latitude += 0.9F)
        for (float longitude = 3.0F; longitude < 360.0F; longitude += 17.0F) {
            const double from_own_pole =
                angle_between(direction_of(longitude, latitude), displaced({0.0, 0.0, 1.0}));
            const auto sample = field->sample({longitude, latitude, 0.0F});
            REQUIRE(sample.has_value() == (from_own_pole > 10.0));
            if (!sample) continue;
            const glm::dvec2 right = turning.at(longitude, latitude) / metres_per_degree;
            worst = std::max(worst, glm::length(glm::dvec2{sample->velocity} - right));
        }
    CHECK(worst < 1e-3);  // cells of 3 by 2 degrees: an eighth of their width's square
}

TEST_CASE("close_seams: a last row that lies folded along a seam is joined to itself", "[grid][sphere]")
{
    // Between two poles on land, at 60 degrees north, rows close in on the great circle that joins them.
    const Turning turning{{0.3, 0.1, 0.9}};
    constexpr int rows = 16;
    GridData data = geographic_data({columns, rows, 1});
    CurvilinearGeometry grid;
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) {
            // Ellipses about the north pole of the plane, the last of them half a row from the seam.
            const double along = (2.0 * (i + 0.5) / columns) * std::numbers::pi;
            const double out = 0.02 * (rows - j - 0.5);
            const double x = std::sqrt(0.25 + out * out) * std::cos(along), y = out * std::sin(along);
            const glm::dvec2 place = place_of(glm::normalize(glm::dvec3{x, y, 1.0}));
            grid.points.emplace_back(place.x, place.y, 0.0);
            push_velocity(data, turning.at(place.x, place.y));
        }
    data.geometry = grid;
    const auto open = Dataset{"tripolar", data}.field();
    close_seams(data);
    CHECK(data.dims.front() == glm::uvec3{columns + 1, rows + 1, 1});
    const auto closed = Dataset{"tripolar", data}.field();
    const glm::vec3 on_seam{0.0F, 80.0F, 0.0F}, at_pole{20.0F, 89.9F, 0.0F};
    for (const glm::vec3& place : {on_seam, at_pole}) {
        CHECK_FALSE(open->sample(place));
        const auto sample = closed->sample(place);
        REQUIRE(sample);
        const glm::dvec2 right = turning.at(place.x, place.y) / metres_per_degree;
        CHECK(glm::length(glm::dvec2{sample->velocity} - right) < 2e-3);
    }
}

TEST_CASE("close_seams: rows about the Earth's pole are rings, not folded along a seam", "[grid][sphere]")
{
    // Rows that end before the poles, as Gaussian ones do: the last nodes lie within two rows of each other.
    const auto [width, height] = GENERATE(std::pair{96, 48}, std::pair{16, 8}, std::pair{320, 160});
    const bool is_southward = GENERATE(false, true);
    GridData data = geographic_data({width, height, 1});
    CurvilinearGeometry grid;
    const double spacing = 180.0 / height;
    for (int j = 0; j < height; ++j)
        for (int i = 0; i < width; ++i) {
            const double latitude = (is_southward ? -1.0 : 1.0) * (-90.0 + (j + 0.5) * spacing);
            grid.points.emplace_back(360.0 * i / width, latitude, 0.0);
            push_velocity(data, {1.0, 0.0});
        }
    data.geometry = grid;
    close_seams(data);
    CHECK(data.dims.front() == glm::uvec3{width + 1, height, 1});
    CHECK(data.remarks.size() == 1);
    CHECK(data.remarks.front().starts_with("The grid goes around the globe"));
    const auto field = Dataset{"rows", data}.field();
    for (const float side : {-1.0F, 1.0F}) {
        CHECK_FALSE(field->sample({100.0F, side * static_cast<float>(90.0 - 0.25 * spacing), 0.0F}));
        CHECK(field->sample({100.0F, side * static_cast<float>(90.0 - 0.75 * spacing), 0.0F}));
    }
}
