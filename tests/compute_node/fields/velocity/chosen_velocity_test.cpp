#include "compute_node/datasets/dataset.h"
#include "compute_node/fields/velocity/chosen_velocity.h"
#include "tests/catch.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::size_t cube_nodes = 8;

NodeValues constant(const std::string& name, std::vector<float> value)
{
    NodeValues array{name, static_cast<int>(value.size()), {}, ""};
    for (std::size_t n = 0; n < cube_nodes; ++n)
        array.values.own().insert(array.values.own().end(), value.begin(), value.end());
    return array;
}

/// A cube of eight nodes.
GridData cube(std::vector<NodeValues> arrays)
{
    GridData data;
    data.format = "test";
    data.dims = {glm::uvec3{2}};
    data.geometry = UniformGeometry{};
    data.arrays = std::move(arrays);
    return data;
}

glm::vec3 velocity_in(const Dataset& dataset)
{
    return dataset.field()->sample({0.5F, 0.5F, 0.5F})->velocity;
}

}  // namespace

TEST_CASE("choose_velocity: three scalars become the vector that is traced", "[velocity]")
{
    const Dataset dataset{
        "a", cube({constant("w", {3}), constant("u", {1}), constant("v", {2}), constant("p", {9})})};
    CHECK(dataset.info().default_vector == "u,v,w");
    CHECK(dataset.info().velocity_reason == "'u', 'v' and 'w' are named like the components of a velocity");
    CHECK(velocity_in(dataset) == glm::vec3{1, 2, 3});
}

TEST_CASE("choose_velocity: two scalars are a vector in the plane", "[velocity]")
{
    GridData data = cube({constant("a", {3}), constant("b", {4})});
    choose_velocity(data, "file", "b,a");
    const Dataset dataset{"a", std::move(data)};
    CHECK(velocity_in(dataset) == glm::vec3{4, 3, 0});
}

TEST_CASE("choose_velocity: what is no velocity is traced with a remark", "[velocity]")
{
    const auto remark_of = [](const std::string& name) {
        return Dataset{"a", cube({constant(name, {1, 0, 0})})}.info().remarks.at(0);
    };
    CHECK_THAT(remark_of("Momentum"), ContainsSubstring("'Momentum', is a momentum and not a velocity"));
    CHECK_THAT(remark_of("DISPL"), ContainsSubstring("seems to be a displacement"));
    CHECK_THAT(remark_of("foo"), ContainsSubstring("not known to be a velocity"));
    CHECK(Dataset{"a", cube({constant("U", {1, 0, 0})})}.info().remarks.empty());
}

TEST_CASE("choose_velocity: names what there is when the name asked for is none", "[velocity]")
{
    GridData data = cube({constant("U", {1, 0, 0}), constant("p", {1})});
    CHECK_THROWS_WITH(choose_velocity(data, "a.vtu", "V"),
                      ContainsSubstring("'a.vtu'") && ContainsSubstring("'U'") && ContainsSubstring("'p'"));
}

TEST_CASE("choose_velocity: other sets of scalars are listed, and not made", "[velocity]")
{
    const Dataset dataset{"a",
                          cube({constant("U", {1, 0, 0}), constant("vel_x", {1}), constant("vel_y", {1})})};
    REQUIRE(dataset.info().other_vectors.size() == 1);
    CHECK(dataset.info().other_vectors.front().name == "vel_x,vel_y");
    CHECK(dataset.info().arrays.size() == 3);
}

TEST_CASE("add_quotient: momentum over density is a velocity, as a vector or as scalars", "[velocity]")
{
    std::vector<NodeValues> arrays{constant("Density", {2}), constant("Momentum", {2, 4, 6})};
    add_quotient(arrays);
    const Dataset of_vector{"a", cube(arrays)};
    CHECK(of_vector.info().default_vector == "Momentum / Density");
    CHECK(velocity_in(of_vector) == glm::vec3{1, 2, 3});
    CHECK_THAT(of_vector.info().remarks.at(0), ContainsSubstring("momentum over density"));
    CHECK(of_vector.info().velocity_warning.empty());  // nothing is wrong with it

    arrays = {constant("rho", {4}), constant("rhou", {4}), constant("rhov", {8}), constant("rhow", {12})};
    add_quotient(arrays);
    const Dataset of_scalars{"a", cube(arrays)};
    CHECK(of_scalars.info().default_vector == "rhou,rhov,rhow / rho");
    CHECK(velocity_in(of_scalars) == glm::vec3{1, 2, 3});
}

TEST_CASE("add_quotient: nothing is divided where there is a velocity, or no density", "[velocity]")
{
    std::vector<NodeValues> both{constant("Density", {2}), constant("Momentum", {2, 4, 6}),
                                 constant("U", {1, 1, 1})};
    add_quotient(both);
    CHECK(both.size() == 3);
    std::vector<NodeValues> without{constant("Pressure", {2}), constant("Momentum", {2, 4, 6})};
    add_quotient(without);
    CHECK(without.size() == 2);
}
