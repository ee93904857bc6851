#include "tests/catch.h"
#include "tests/compute_node/sampled_field.h"

#include <glm/geometric.hpp>

#include <limits>
#include <random>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

/// Of degree one in each coordinate: trilinear interpolation on axis-aligned cells is exact.
glm::dvec3 trilinear_flow(glm::dvec3 p)
{
    return {1.0 + p.x * p.y * p.z, p.x * p.y - 2.0 * p.z, p.z * p.x + 0.5 * p.y};
}

}  // namespace

TEST_CASE("Field: trilinear functions are exact on uniform and rectilinear grids", "[grid]")
{
    std::mt19937 random{1};
    for (const GridForm grid : {GridForm::Uniform, GridForm::Rectilinear}) {
        const auto field = field_on(grid, 6, trilinear_flow);
        for (int i = 0; i < 500; ++i) {
            const glm::vec3 p = random_point(random);
            const auto sample = field->sample(p);
            REQUIRE(sample);
            REQUIRE(glm::distance(glm::dvec3{sample->velocity}, trilinear_flow(p)) < 1e-5);
        }
    }
}

TEST_CASE("Field: linear functions are exact on warped cells, vectors and scalars", "[grid]")
{
    std::mt19937 random{2};
    const auto field =
        dataset_on(GridForm::Curvilinear, 9, linear_flow, linear_scalar).field({"velocity", "s"});
    for (int i = 0; i < 500; ++i) {
        const glm::vec3 p = random_point(random);
        const auto sample = field->sample(p);
        REQUIRE(sample);
        REQUIRE(glm::distance(glm::dvec3{sample->velocity}, linear_flow(p)) < 2e-5);
        REQUIRE(sample->scalar == Approx(linear_scalar(p)).margin(2e-5));
    }
}

TEST_CASE("Field: the domain includes its faces and nothing beyond them", "[grid]")
{
    for (const GridForm grid :
         {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear, GridForm::Unstructured}) {
        const auto field = field_on(grid, 5, linear_flow);
        CHECK(field->sample({2.0F, -2.0F, 2.0F}));
        CHECK(field->sample({-2.0F, 0.0F, 0.5F}));
        CHECK_FALSE(field->sample({2.01F, 0.0F, 0.0F}));
        CHECK_FALSE(field->sample({0.0F, -2.01F, 0.0F}));
        CHECK_FALSE(field->sample({0.0F, 0.0F, 1e30F}));
        CHECK_FALSE(field->sample({std::numeric_limits<float>::quiet_NaN(), 0.0F, 0.0F}));
    }
}

TEST_CASE("Field: a node that is not a number makes the cells around it invalid, and only these", "[grid]")
{
    const auto holed = [](glm::dvec3 p) {
        return glm::distance(p, glm::dvec3{0.0}) < 1e-9 ? glm::dvec3{std::numeric_limits<double>::quiet_NaN()}
                                                        : linear_flow(p);
    };
    for (const GridForm grid : {GridForm::Uniform, GridForm::Rectilinear}) {
        const Dataset dataset = dataset_on(grid, 5, holed, linear_scalar);
        CHECK(dataset.info().arrays.front().invalid_nodes == 1);
        const auto field = dataset.field();
        CHECK_FALSE(field->sample({0.2F, 0.2F, 0.2F}));
        CHECK_FALSE(field->sample({-0.2F, 0.2F, -0.2F}));
        CHECK(field->sample({1.2F, 0.2F, 0.2F}));
    }
}

TEST_CASE("Field: speed is the magnitude of the interpolated velocity", "[grid]")
{
    const auto field = field_on(GridForm::Uniform, 5, linear_flow);
    const glm::vec3 p{0.3F, -0.7F, 1.1F};
    CHECK(field->sample(p)->scalar == Approx(glm::length(linear_flow(p))));
}
