// Datasets and fields on unstructured meshes; how places are found in them is in tetrahedral_grid_test.cpp
// and cells/isoparametric_grid_test.cpp.
#include "tests/catch.h"
#include "tests/compute_node/meshes.h"

#include <glm/geometric.hpp>

#include <limits>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("Field: linear functions are exact on meshes of each kind and of mixed kinds", "[mesh]")
{
    std::mt19937 random{2};
    std::vector<UnstructuredGeometry> meshes{mixed_mesh(6)};
    for (const CellKind kind : {CellKind::Tetra, CellKind::Pyramid, CellKind::Wedge, CellKind::Hexa})
        meshes.push_back(box_mesh(6, kind));
    for (const UnstructuredGeometry& mesh : meshes) {
        const Dataset dataset{"mesh", data_on(mesh, linear_flow, linear_scalar)};
        CHECK(dataset.info().kind == GridKind::Unstructured);
        const auto field = dataset.field({"velocity", "s"});
        for (int i = 0; i < 500; ++i) {
            const glm::vec3 p = random_point(random);
            const auto sample = field->sample(p);
            REQUIRE(sample);
            REQUIRE(glm::distance(glm::dvec3{sample->velocity}, linear_flow(p)) < 2e-5);
            REQUIRE(sample->scalar == Approx(linear_scalar(p)).margin(2e-5));
        }
    }
}

TEST_CASE("Field: a node of a mesh that is not a number makes the cells around it invalid", "[mesh]")
{
    const auto holed = [](glm::dvec3 p) {
        return glm::distance(p, warped(glm::dvec3{0.0})) < 1e-6
                   ? glm::dvec3{std::numeric_limits<double>::quiet_NaN()}
                   : linear_flow(p);
    };
    const Dataset dataset{"mesh", data_on(box_mesh(4, CellKind::Hexa), holed, linear_scalar)};
    CHECK(dataset.info().arrays.front().invalid_nodes == 1);
    CHECK_FALSE(dataset.field()->sample(glm::vec3{warped(glm::dvec3{0.0})} + 0.05F));
    CHECK(dataset.field()->sample({1.5F, 1.5F, 1.5F}));
}

TEST_CASE("Dataset: what is wrong with a mesh is reported", "[mesh]")
{
    const auto data_with = [](const UnstructuredGeometry& mesh) {
        return data_on(mesh, linear_flow, linear_scalar);
    };
    UnstructuredGeometry mesh = box_mesh(2, CellKind::Hexa);
    mesh.cells.corners.front() = 27;
    CHECK_THROWS_WITH((Dataset{"m", data_with(mesh)}), ContainsSubstring("point 27 as a corner, of 27"));
    mesh.cells.corners.pop_back();
    CHECK_THROWS_WITH((Dataset{"m", data_with(mesh)}), ContainsSubstring("expected 64 corners"));
    mesh.cells = {};
    CHECK_THROWS_WITH((Dataset{"m", data_with(mesh)}), ContainsSubstring("no cell"));
    GridData without = data_with(box_mesh(2, CellKind::Hexa));
    without.arrays.clear();
    CHECK_THROWS_WITH((Dataset{"m", without}), ContainsSubstring("found a mesh alone, without values"));
}

TEST_CASE("Dataset: cells are counted by their kind, and those without a volume in a remark", "[mesh]")
{
    UnstructuredGeometry mesh = mixed_mesh(2);
    mesh.cells.kinds.push_back(CellKind::Tetra);
    for (const std::uint32_t corner : {0U, 1U, 2U, 2U}) mesh.cells.corners.push_back(corner);
    mesh.points.insert(mesh.points.end(), {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {2, 0, 0}});
    mesh.cells.kinds.push_back(CellKind::Tetra);
    for (std::uint32_t back = 4; back > 0; --back)
        mesh.cells.corners.push_back(static_cast<std::uint32_t>(mesh.points.size()) - back);
    const Dataset dataset{"mesh", data_on(mesh, linear_flow, linear_scalar)};
    REQUIRE(dataset.info().cells.size() == 3);
    CHECK(dataset.info().cells[0].cells == 2);   // tetrahedra
    CHECK(dataset.info().cells[1].cells == 24);  // six pyramids in each of four blocks
    CHECK(dataset.info().cells[2].cells == 4);
    REQUIRE(dataset.info().remarks.size() == 1);
    CHECK_THAT(dataset.info().remarks.front(), ContainsSubstring("2 of 30 cells have no volume"));
}

TEST_CASE("Dataset: a flat mesh has a flat axis, along which nothing moves", "[mesh]")
{
    const Dataset dataset{"mesh", data_on(
                                      flat_mesh(2),
                                      [](glm::dvec3) {
                                          return glm::dvec3{1, 2, 3};
                                      },
                                      [](glm::dvec3 p) { return p.x; })};
    CHECK(dataset.info().bounds.lo == glm::dvec3{0, 0, 7});
    CHECK(dataset.info().bounds.hi == glm::dvec3{4, 4, 7});
    const auto field = dataset.field();
    CHECK(field->info().flat == std::array{false, false, true});
    CHECK(field->sample({1.3F, 2.1F, 0.0F})->velocity == glm::vec3{1, 2, 0});
}
