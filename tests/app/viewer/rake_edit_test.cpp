#include "app/viewer/rake_edit.h"

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

net::DatasetInfo box()
{
    net::DatasetInfo info;
    info.bounds_min = {-1.0, 0.0, 10.0};
    info.bounds_max = {1.0, 4.0, 20.0};
    return info;
}

const net::Rake plane{.shape = net::PlaneRake{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {3, 4}},
                      .particles_per_seed = 5};

}  // namespace

TEST_CASE("with_handle_at: a point follows its handle", "[rake]")
{
    const net::Rake point{.shape = net::PointRake{{0, 0, 0}}};
    CHECK(std::get<net::PointRake>(with_handle_at(point, 0, {1, 2, 3}).shape).at == net::Point{1, 2, 3});
}

TEST_CASE("with_handle_at: a line's ends move alone, its middle moves both", "[rake]")
{
    const net::Rake line{.shape = net::LineRake{{0, 0, 0}, {4, 0, 0}, 9}};
    const auto end = std::get<net::LineRake>(with_handle_at(line, 1, {4, 2, 0}).shape);
    CHECK(end == net::LineRake{{0, 0, 0}, {4, 2, 0}, 9});
    const auto all = std::get<net::LineRake>(with_handle_at(line, 2, {2, 5, 1}).shape);
    CHECK(all == net::LineRake{{0, 5, 1}, {4, 5, 1}, 9});
}

TEST_CASE("with_handle_at: a plane's origin moves and its other handles stay", "[rake]")
{
    const auto moved = std::get<net::PlaneRake>(with_handle_at(plane, 0, {1, 0, 0}).shape);
    CHECK(moved == net::PlaneRake{{1, 0, 0}, {1, 0, 0}, {-1, 2, 0}, {3, 4}});
}

TEST_CASE("with_handle_at: a plane's edges turn about its origin, its middle moves all of it", "[rake]")
{
    CHECK(std::get<net::PlaneRake>(with_handle_at(plane, 1, {2, 0, 1}).shape).edge_u == net::Point{2, 0, 1});
    CHECK(std::get<net::PlaneRake>(with_handle_at(plane, 2, {0, 3, 0}).shape).edge_v == net::Point{0, 3, 0});
    const auto moved = std::get<net::PlaneRake>(with_handle_at(plane, 3, {1, 1, 5}).shape);
    CHECK(moved == net::PlaneRake{{0, 0, 5}, {2, 0, 0}, {0, 2, 0}, {3, 4}});
    CHECK(with_handle_at(plane, 3, {1, 1, 5}).particles_per_seed == 5);
}

TEST_CASE("clamped: is the nearest place within the bounds", "[rake]")
{
    CHECK(clamped({-3.0, 2.0, 25.0}, box()) == net::Point{-1.0, 2.0, 20.0});
}

TEST_CASE("new_rake: lies within the bounds and has seeds", "[rake]")
{
    for (const auto kind : {RakeKind::Point, RakeKind::Line, RakeKind::Plane}) {
        const auto rake = new_rake(kind, box());
        CHECK(kind_of(rake) == kind);
        CHECK(rake.particles() > 0);
    }
    const auto plane_rake = std::get<net::PlaneRake>(new_rake(RakeKind::Plane, box()).shape);
    CHECK(plane_rake.origin == net::Point{-0.5, 1.0, 12.5});
    CHECK(plane_rake.edge_u == net::Point{0.0, 2.0, 0.0});
    CHECK(plane_rake.edge_v == net::Point{0.0, 0.0, 5.0});
}
