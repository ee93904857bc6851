#include "compute_node/grids/cells/shape_functions.h"
#include "tests/catch.h"

#include <glm/geometric.hpp>

#include <vector>

using namespace farfield;
using namespace farfield::compute;

namespace {

/// Places inside a cell of any kind.
std::vector<glm::vec3> places_in(CellKind kind)
{
    std::vector<glm::vec3> places;
    const glm::vec3 middle = middle_of(kind);
    for (const glm::vec3 corner : node_places(kind))
        for (const float part : {0.2F, 0.7F}) places.push_back(middle + part * (corner - middle));
    return places;
}

}  // namespace

TEST_CASE("shape_functions: each is 1 at its own node and 0 at the others", "[mesh]")
{
    for (const auto& [kind, by_corners, corners, points, plural] : cell_traits) {
        INFO(plural);
        const auto nodes = node_places(kind);
        REQUIRE(nodes.size() == points);
        for (std::size_t at = 0; at < nodes.size(); ++at) {
            const ShapeWeights weights = shape_functions(kind, nodes[at]);
            for (std::size_t i = 0; i < nodes.size(); ++i)
                CHECK(weights[i] == Approx(i == at ? 1.0F : 0.0F).margin(1e-6));
        }
    }
}

TEST_CASE("shape_functions: together they are 1, and their slopes 0, everywhere", "[mesh]")
{
    for (const CellTraits& traits : cell_traits) {
        INFO(traits.plural);
        for (const glm::vec3 place : places_in(traits.kind)) {
            const ShapeSlopes shape = shape_slopes(traits.kind, place);
            float sum = 0.0F;
            glm::vec3 slope{0.0F};
            for (std::size_t i = 0; i < traits.points; ++i) {
                sum += shape.weights[i];
                slope += shape.slopes[i];
            }
            CHECK(sum == Approx(1.0F));
            CHECK(glm::length(slope) < 1e-5F);
        }
    }
}

TEST_CASE("shape_functions: linear ones blend linear functions exactly, quadratic ones quadratic", "[mesh]")
{
    const auto linear = [](glm::vec3 p) { return 2.0F + p.x - 3.0F * p.y + 0.5F * p.z; };
    const auto quadratic = [&](glm::vec3 p) {
        return linear(p) + p.x * p.x - 2.0F * p.x * p.y + 3.0F * p.y * p.z + p.z * p.z;
    };
    for (const CellTraits& traits : cell_traits) {
        INFO(traits.plural);
        // A pyramid's tip is all of t = 1: what depends on r and s has no one value there.
        if (traits.by_corners == CellKind::Pyramid) continue;
        const auto nodes = node_places(traits.kind);
        for (const glm::vec3 place : places_in(traits.kind)) {
            const ShapeWeights weights = shape_functions(traits.kind, place);
            float blend = 0.0F;
            for (std::size_t i = 0; i < nodes.size(); ++i)
                blend += weights[i] * (is_quadratic(traits.kind) ? quadratic(nodes[i]) : linear(nodes[i]));
            CHECK(blend == Approx(is_quadratic(traits.kind) ? quadratic(place) : linear(place)).margin(1e-5));
        }
    }
}

TEST_CASE("shape_slopes: they are what differences of the shape functions say", "[mesh]")
{
    constexpr float h = 0.01F;
    for (const CellTraits& traits : cell_traits) {
        INFO(traits.plural);
        for (const glm::vec3 place : places_in(traits.kind)) {
            const ShapeSlopes shape = shape_slopes(traits.kind, place);
            const ShapeWeights weights = shape_functions(traits.kind, place);
            for (int axis = 0; axis < (is_flat(traits.kind) ? 2 : 3); ++axis) {
                glm::vec3 step{0.0F};
                step[axis] = h;
                const ShapeWeights after = shape_functions(traits.kind, place + step);
                const ShapeWeights before = shape_functions(traits.kind, place - step);
                for (std::size_t i = 0; i < traits.points; ++i) {
                    CHECK(shape.weights[i] == Approx(weights[i]).margin(1e-6));
                    CHECK(shape.slopes[i][axis] == Approx((after[i] - before[i]) / (2.0F * h)).margin(2e-3));
                }
            }
        }
    }
}
