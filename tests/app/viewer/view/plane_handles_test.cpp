#include "app/viewer/view/plane_handles.h"

#include <glm/geometric.hpp>

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;

namespace {

model::DatasetInfo domain()
{
    model::DatasetInfo info;
    info.bounds.min = {-1.0, 0.0, 10.0};
    info.bounds.max = {1.0, 4.0, 20.0};
    return info;
}

/// Across z at 12, over the box.
const model::SlicePlane across_z{.axis = model::SliceAxis::Z, .position = 12.0};
const PlaneFrame over_box{{-1, 0, 12}, {2, 0, 0}, {0, 4, 0}};
constexpr std::size_t middle = 4;

void check_near(glm::dvec3 found, glm::dvec3 expected)
{
    CHECK(glm::distance(found, expected) < 1e-9);
}

}  // namespace

TEST_CASE("with_handle_at: the middle moves a plane across an axis along it, within the dataset", "[planes]")
{
    const auto to = [](glm::dvec3 place) {
        return with_handle_at(across_z, over_box, middle, place, domain());
    };
    CHECK(to({0.7, 3.0, 15.5}) == model::SlicePlane{.axis = model::SliceAxis::Z, .position = 15.5});
    CHECK(to({0.0, 2.0, 99.0}).position == 20.0);
    CHECK(to({0.0, 2.0, -5.0}).position == 10.0);
}

TEST_CASE("with_handle_at: the middle moves other planes along their normal alone", "[planes]")
{
    const model::SlicePlane by_normal{.origin = model::Point{0, 2, 12}, .normal = model::Point{0, 0, 2}};
    const auto moved = with_handle_at(by_normal, over_box, middle, {0.5, 2.5, 13.5}, domain());
    CHECK(moved == model::SlicePlane{.origin = model::Point{0, 2, 13.5}, .normal = model::Point{0, 0, 2}});
}

TEST_CASE("with_handle_at: a corner turns the plane about its middle, so that it contains the place",
          "[planes]")
{
    const glm::dvec3 place{1.0, 4.0, 14.0};  // above the corner (1, 4, 12)
    const auto turned = with_handle_at(across_z, over_box, 2, place, domain());
    REQUIRE(turned.normal);
    CHECK_FALSE(turned.axis);
    check_near(model::vec_of(*turned.origin), {0, 2, 12});
    const glm::dvec3 normal = model::vec_of(*turned.normal);
    CHECK(glm::length(normal) == Approx(1.0));
    CHECK(glm::dot(normal, place - glm::dvec3{0, 2, 12}) == Approx(0.0).margin(1e-9));
    // The line through the middle at right angles to the turn stays in the plane.
    CHECK(glm::dot(normal, glm::cross(glm::dvec3{1, 2, 0}, glm::dvec3{0, 0, 1})) == Approx(0.0).margin(1e-9));
}

TEST_CASE("with_handle_at: a parallelogram keeps its edges' lengths and its middle when it is turned",
          "[planes]")
{
    const model::SlicePlane plane{
        .origin = model::Point{-1, 0, 12}, .edge_u = model::Point{2, 0, 0}, .edge_v = model::Point{0, 4, 0}};
    const auto turned = with_handle_at(plane, over_box, 0, {-1, 0, 13}, domain());
    const glm::dvec3 u = model::vec_of(*turned.edge_u), v = model::vec_of(*turned.edge_v);
    CHECK(glm::length(u) == Approx(2.0));
    CHECK(glm::length(v) == Approx(4.0));
    CHECK(glm::dot(u, v) == Approx(0.0).margin(1e-9));
    check_near(model::vec_of(*turned.origin) + 0.5 * (u + v), {0, 2, 12});
}

TEST_CASE("with_handle_at: a corner that is pulled straight out turns nothing", "[planes]")
{
    CHECK(with_handle_at(across_z, over_box, 2, {2, 6, 12}, domain()) == across_z);
}

TEST_CASE("frame_shape: handles are drawn where the frame has them", "[planes]")
{
    const glm::dvec3 origin{100, 200, 300};
    const render::RakeShape shape = frame_shape(over_box, origin);
    REQUIRE(shape.handles.size() == 5);
    for (std::size_t handle = 0; handle < shape.handles.size(); ++handle)
        check_near(glm::dvec3(shape.handles[handle]) + origin, handle_place(over_box, handle));
}
