// Longitudes that go around the globe.
#include "compute_node/grids/geo.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"

#include <cmath>
#include <limits>
#include <numbers>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

/// Every 30 degrees, from 0 to 330 or further; one degree a second eastward, and `northward`. The scalar is
/// the cosine of the longitude at the nodes.
GridData globe(bool equally_spaced, double northward = 0.0, int columns = 12)
{
    GridData data;
    RectilinearGeometry grid;
    for (int i = 0; i < columns; ++i) grid.coordinates[0].push_back(30.0 * i);
    grid.coordinates[1] = equally_spaced ? std::vector{-60.0, 0.0, 60.0} : std::vector{-60.0, 0.0, 50.0};
    grid.coordinates[2] = {0.0};
    NodeValues velocity{"velocity", 3, {}, "m/s"}, cosine{"cosine", 1, {}, ""};
    for (const double latitude : grid.coordinates[1])
        for (const double longitude : grid.coordinates[0]) {
            const double u = std::cos(latitude * std::numbers::pi / 180.0) * metres_per_degree;
            for (const double v : {u, northward * metres_per_degree, 0.0})
                velocity.values.own().push_back(static_cast<float>(v));
            cosine.values.own().push_back(static_cast<float>(std::cos(longitude * std::numbers::pi / 180.0)));
        }
    data.dims = {{grid.coordinates[0].size(), 3, 1}};
    data.geometry = grid;
    data.geographic = true;
    data.arrays = {velocity, cosine};
    close_longitudes(data);
    return data;
}

std::shared_ptr<const Field> field_around(const GridData& data)
{
    return Dataset{"globe", data}.field({"velocity", "cosine"});
}

}  // namespace

TEST_CASE("Field: a globe's longitudes are closed, and a place is the same in every turn", "[grid]")
{
    for (const bool equally_spaced : {true, false}) {
        const auto field = field_around(globe(equally_spaced));
        CHECK(field->info().bounds.hi.x == 360.0);
        CHECK(field->info().kind == GridKind::Rectilinear);
        for (const float longitude : {-375.0F, -15.0F, 345.0F, 705.0F}) {
            const auto sample = field->sample({longitude, 10.0F, 0.0F});
            REQUIRE(sample);
            CHECK(sample->scalar == Approx(0.5 * (1.0 + std::cos(std::numbers::pi / 6.0))));
        }
        for (const float none :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
            CHECK_FALSE(field->sample({none, 10.0F, 0.0F}));
    }
}

TEST_CASE("Field: longitudes that do not go all around are not closed", "[grid]")
{
    const GridData part = globe(true, 0.0, 11);  // 0 to 300
    CHECK_FALSE(part.around_globe);
    CHECK_FALSE(field_around(part)->sample({330.0F, 10.0F, 0.0F}));
}

TEST_CASE("Field: longitudes that end where they began are closed without another column", "[grid]")
{
    const GridData whole = globe(true, 0.0, 13);  // 0 to 360
    CHECK(whole.around_globe);
    CHECK(whole.dims.front().x == 13);
    CHECK(field_around(whole)->sample({361.0F, 10.0F, 0.0F}));
}

TEST_CASE("Lines: go on across the seam of the globe, and their longitudes continue", "[lines]")
{
    for (const bool equally_spaced : {true, false})
        for (const bool backward : {false, true}) {
            const auto field = field_around(globe(equally_spaced));
            LineSettings settings = steps_of(1.0, 800);
            settings.backward = backward;
            const TracedLine line = trace_one(field, settings, {350.0F, 0.0F, 0.0F});
            CHECK(line.reason == Termination::StepLimit);
            REQUIRE(line.points.size() == 801);
            // More than two turns.
            for (std::size_t i = 0; i < line.points.size(); ++i)
                REQUIRE(line.points[i].x ==
                        Approx(350.0 + (backward ? -1.0 : 1.0) * static_cast<double>(i)).margin(0.01));
        }
}

TEST_CASE("Lines: end as having left the domain beyond the last latitude", "[lines]")
{
    const TracedLine line =
        trace_one(field_around(globe(true, 1.0)), steps_of(1.0, 100), {350.0F, 50.0F, 0.0F});
    CHECK(line.reason == Termination::LeftDomain);
    CHECK(line.end().y == Approx(60.0).margin(1e-3));
    CHECK(line.end().x > 355.0);
}
