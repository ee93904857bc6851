#include "app/viewer/view/rake_edit.h"

#include "model/data/dataset_info.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

model::DatasetInfo box()
{
    model::DatasetInfo info;
    info.bounds.min = {-1.0, 0.0, 10.0};
    info.bounds.max = {1.0, 4.0, 20.0};
    return info;
}

const model::Rake plane{.shape = model::PlaneRake{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {3, 4}},
                        .particles_per_seed = 5};

}  // namespace

TEST_CASE("with_handle_at: a point follows its handle", "[rake]")
{
    const model::Rake point{.shape = model::PointRake{{0, 0, 0}}};
    CHECK(std::get<model::PointRake>(with_handle_at(point, 0, {1, 2, 3}).shape).at == model::Point{1, 2, 3});
}

TEST_CASE("with_handle_at: a line's ends move alone, its middle moves both", "[rake]")
{
    const model::Rake line{.shape = model::LineRake{{0, 0, 0}, {4, 0, 0}, 9}};
    const auto end = std::get<model::LineRake>(with_handle_at(line, 1, {4, 2, 0}).shape);
    CHECK(end == model::LineRake{{0, 0, 0}, {4, 2, 0}, 9});
    const auto all = std::get<model::LineRake>(with_handle_at(line, 2, {2, 5, 1}).shape);
    CHECK(all == model::LineRake{{0, 5, 1}, {4, 5, 1}, 9});
}

TEST_CASE("with_handle_at: a plane's origin moves and its other handles stay", "[rake]")
{
    const auto moved = std::get<model::PlaneRake>(with_handle_at(plane, 0, {1, 0, 0}).shape);
    CHECK(moved == model::PlaneRake{{1, 0, 0}, {1, 0, 0}, {-1, 2, 0}, {3, 4}});
}

TEST_CASE("with_handle_at: a plane's edges turn about its origin, its middle moves all of it", "[rake]")
{
    CHECK(std::get<model::PlaneRake>(with_handle_at(plane, 1, {2, 0, 1}).shape).edge_u ==
          model::Point{2, 0, 1});
    CHECK(std::get<model::PlaneRake>(with_handle_at(plane, 2, {0, 3, 0}).shape).edge_v ==
          model::Point{0, 3, 0});
    const auto moved = std::get<model::PlaneRake>(with_handle_at(plane, 3, {1, 1, 5}).shape);
    CHECK(moved == model::PlaneRake{{0, 0, 5}, {2, 0, 0}, {0, 2, 0}, {3, 4}});
    CHECK(with_handle_at(plane, 3, {1, 1, 5}).particles_per_seed == 5);
}

TEST_CASE("with_handle_at: a circle's ring changes its radius within its plane, its centre moves it",
          "[rake]")
{
    const model::Rake circle{.shape = model::CircleRake{{1, 1, 1}, {0, 0, 2}, 1.0, 9}};
    const auto wider = std::get<model::CircleRake>(with_handle_at(circle, 0, {4, 5, 7}).shape);
    CHECK(wider == model::CircleRake{{1, 1, 1}, {0, 0, 2}, 5.0, 9});
    const auto moved = std::get<model::CircleRake>(with_handle_at(circle, 1, {4, 5, 7}).shape);
    CHECK(moved == model::CircleRake{{4, 5, 7}, {0, 0, 2}, 1.0, 9});
    CHECK(with_handle_at(circle, 0, {1, 1, 5}) == circle);  // a radius of 0 is none
}

TEST_CASE("with_handle_at: a sphere's handle changes its radius, its centre moves it", "[rake]")
{
    const model::Rake sphere{.shape = model::SphereRake{{1, 1, 1}, 1.0, 9, 3}};
    CHECK(std::get<model::SphereRake>(with_handle_at(sphere, 0, {3, 4, 7}).shape) ==
          model::SphereRake{{1, 1, 1}, 7.0, 9, 3});
    CHECK(std::get<model::SphereRake>(with_handle_at(sphere, 1, {3, 4, 7}).shape) ==
          model::SphereRake{{3, 4, 7}, 1.0, 9, 3});
    CHECK(with_handle_at(sphere, 0, {1, 1, 1}) == sphere);
}

TEST_CASE("with_handle_at: a box's corner moves and the opposite one stays, its middle moves all", "[rake]")
{
    const model::Rake cube{.shape = model::BoxRake{{0, 0, 0}, {2, 2, 2}, model::BoxLattice{3, 4, 5}}};
    const auto corner = [&](std::size_t handle) {
        return std::get<model::BoxRake>(with_handle_at(cube, handle, {5, 6, 7}).shape);
    };
    CHECK(corner(0) == model::BoxRake{{5, 6, 7}, {2, 2, 2}, model::BoxLattice{3, 4, 5}});
    CHECK(corner(1) == model::BoxRake{{0, 6, 7}, {5, 2, 2}, model::BoxLattice{3, 4, 5}});
    CHECK(corner(6) == model::BoxRake{{5, 0, 0}, {2, 6, 7}, model::BoxLattice{3, 4, 5}});
    CHECK(corner(8) == model::BoxRake{{4, 5, 6}, {6, 7, 8}, model::BoxLattice{3, 4, 5}});
}

TEST_CASE("with_handle_at: a list moves as a whole, by the middle of the box around it", "[rake]")
{
    const model::Rake list{.shape = model::ListRake{{{0, 0, 0}, {1, 0, 0}, {4, 2, 0}}}};
    CHECK(std::get<model::ListRake>(with_handle_at(list, 0, {2, 1, 5}).shape) ==
          model::ListRake{{{0, 0, 5}, {1, 0, 5}, {4, 2, 5}}});
}

TEST_CASE("with_handle_at: a slice moves along its axis alone", "[rake]")
{
    const model::Rake slice{.shape = model::SliceRake{1, 0.5, {4, 4}}};
    CHECK(with_handle_at(slice, 0, {7, 8, 9}) == model::Rake{.shape = model::SliceRake{1, 8.0, {4, 4}}});
}

TEST_CASE("title_of: says of sought seeds how many there may be, or how many were found", "[rake]")
{
    const model::Rake surface{.shape = model::IsovalueRake{.seeds = 400}, .particles_per_seed = 5};
    CHECK(title_of(surface) == QString::fromUtf8("Isovalue, ≤ 400 seeds × 5"));
    CHECK(title_of(surface, 1) == QString::fromUtf8("Isovalue, 1 seed × 5"));
}

TEST_CASE("clamped: is the nearest place within the bounds", "[rake]")
{
    CHECK(clamped({-3.0, 2.0, 25.0}, box()) == model::Point{-1.0, 2.0, 20.0});
}

TEST_CASE("new_rake: lies within the bounds and has seeds", "[rake]")
{
    for (const auto kind :
         {RakeKind::Point, RakeKind::Line, RakeKind::Plane, RakeKind::Circle, RakeKind::Sphere, RakeKind::Box,
          RakeKind::List, RakeKind::Slice, RakeKind::Isovalue}) {
        const auto rake = new_rake(kind, box());
        CHECK(kind_of(rake) == kind);
        CHECK(rake.particles() > 0);
    }
    const auto plane_rake = std::get<model::PlaneRake>(new_rake(RakeKind::Plane, box()).shape);
    CHECK(plane_rake.origin == model::Point{-0.5, 1.0, 12.5});
    CHECK(plane_rake.edge_u == model::Point{0.0, 2.0, 0.0});
    CHECK(plane_rake.edge_v == model::Point{0.0, 0.0, 5.0});
}

TEST_CASE("new_rake: has a radius and lies in the plane where the domain is flat", "[rake]")
{
    auto flat = box();
    flat.bounds.max[2] = flat.bounds.min[2];
    const auto circle = std::get<model::CircleRake>(new_rake(RakeKind::Circle, flat).shape);
    CHECK(circle.normal == model::Point{0, 0, 1});
    CHECK(circle.radius == 0.5);
    CHECK(std::get<model::SphereRake>(new_rake(RakeKind::Sphere, flat).shape).radius > 0.0);
}

TEST_CASE("new_rake: a slice of a flat domain lies in its plane, of others across z", "[rake]")
{
    const auto slice_of = [](const model::DatasetInfo& domain) {
        return std::get<model::SliceRake>(new_rake(RakeKind::Slice, domain).shape);
    };
    CHECK(slice_of(box()).axis == 2);
    CHECK(slice_of(box()).position == 15.0);
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        auto flat = box();
        flat.bounds.max.at(axis) = flat.bounds.min.at(axis);
        CHECK(slice_of(flat).axis == axis);
        CHECK(slice_of(flat).position == flat.bounds.min.at(axis));
    }
}
