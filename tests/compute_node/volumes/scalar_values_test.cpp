// Scalars with a velocity beside them, and without one, on each layout of nodes.
#include "compute_node/volumes/scalar_values.h"

#include "compute_node/volumes/boundaries/boundary_surface.h"
#include "tests/catch.h"
#include "tests/compute_node/volumes/made_field.h"

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace farfield::compute;
using namespace farfield::compute::test;
namespace model = farfield::model;

namespace {

/// A turn about z with the speed |(x, y)|, a vorticity of 2, and the scalar s.
GridData turning(GridData data)
{
    NodeValues velocity{"v", 3, {}, ""}, scalar{"s", 1, {}, ""};
    for (const glm::dvec3& at : places_of(data)) {
        for (const double part : {-at.y, at.x, 0.0})
            velocity.values.own().push_back(static_cast<float>(part));
        scalar.values.own().push_back(static_cast<float>(at.x + 2.0 * at.y + 4.0 * at.z));
    }
    data.arrays = {velocity, scalar};
    data.default_vector = "v";
    return data;
}

GridData one_block()
{
    return turning(curved_data(7, [](glm::dvec3 at) { return at; }));
}

/// Blocks of 7 x 7 x 7 nodes from -1 to 1 and from 1 to 3 along x.
GridData two_blocks()
{
    CurvilinearGeometry geometry;
    for (const double right : {0.0, 2.0})
        for (const glm::dvec3& at : cube_places(7))
            geometry.points.emplace_back(at + glm::dvec3{right, 0, 0});
    GridData data;
    data.dims = {glm::uvec3{7U}, glm::uvec3{7U}};
    data.geometry = std::move(geometry);
    return turning(std::move(data));
}

/// One layer of 7 x 7 nodes in each of so many blocks side by side.
GridData sheets(int blocks)
{
    GridData data;
    CurvilinearGeometry geometry;
    for (int block = 0; block < blocks; ++block) {
        data.dims.emplace_back(7U, 7U, 1U);
        for (int j = 0; j < 7; ++j)
            for (int i = 0; i < 7; ++i)
                geometry.points.emplace_back(glm::dvec3{2.0 * block + i / 3.0 - 1.0, j / 3.0 - 1.0, 0.0});
    }
    data.geometry = std::move(geometry);
    return turning(std::move(data));
}

struct Made {
    explicit Made(GridData made)
        : data{std::move(made)},
          grid{build_grid(data)},
          volume{std::make_shared<const VolumeGrid>(volume_grid(data, *grid))}
    {}
    [[nodiscard]] ScalarField field(const std::string& name) const
    {
        return scalar_field(name, scalar_values(data, *grid, name, {false, false, volume->is_flat}), volume);
    }

    GridData data;
    std::shared_ptr<const Grid> grid;
    std::shared_ptr<const VolumeGrid> volume;
};

struct Named {
    std::string name;
    double (*of)(glm::dvec3);
    float value;  ///< that the scalar has somewhere
};

/// An array, a part of a vector, a length and a derived scalar.
const std::array<Named, 4> scalars{{{"s", [](glm::dvec3 at) { return at.x + 2.0 * at.y + 4.0 * at.z; }, 0.3F},
                                    {"v.y", [](glm::dvec3 at) { return at.x; }, 0.3F},
                                    {"speed", [](glm::dvec3 at) { return std::hypot(at.x, at.y); }, 0.9F},
                                    {"vorticity", [](glm::dvec3) { return 2.0; }, 0.0F}}};

SurfaceMesh outer_of(const Made& made, const ScalarField& field)
{
    const auto source = boundary_source(made.data, *made.grid, *made.volume);
    const auto elements =
        triangles_of(find_faces(source, model::BoundaryOuter{}), *made.volume, std::nullopt);
    SurfaceMesh mesh;
    for (const BoundaryPart& part : parts_of(elements, 1 << 30)) {
        std::vector<std::byte> payload(bytes_of(part.count, 3));
        encode_preamble(model::SurfacePreamble{.vertices = static_cast<std::uint32_t>(part.count.vertices),
                                               .elements = static_cast<std::uint32_t>(part.count.elements)},
                        std::span(payload).first<model::surface_preamble_bytes>());
        write_part(elements, part, *made.volume, &field, payload);
        mesh.append(payload);
    }
    return mesh;
}

}  // namespace

TEST_CASE("scalar_values: each scalar has a value at each node of one block, several blocks and flat ones",
          "[scalars]")
{
    for (const GridData& data : {one_block(), two_blocks(), sheets(1), sheets(2)}) {
        const Made made{data};
        for (const Named& scalar : scalars) {
            INFO(scalar.name);
            const ScalarField field = made.field(scalar.name);
            CHECK(field.values.size() == made.volume->nodes);
            CHECK(field.vectors.size() == (scalar.name == "speed" ? made.volume->nodes : 0));
        }
    }
}

TEST_CASE("IsosurfaceCutter: each scalar is cut and coloured by each, in one block and in several",
          "[scalars][surfaces]")
{
    for (const GridData& data : {one_block(), two_blocks()}) {
        const Made made{data};
        for (const Named& cut : scalars)
            for (const Named& by : scalars) {
                INFO(cut.name << " coloured by " << by.name);
                const ScalarField colour = made.field(by.name);
                const SurfaceMesh mesh =
                    surface_of({.field = made.field(cut.name), .value = cut.value}, 1, &colour);
                REQUIRE(mesh.vertices.empty() == (cut.name == "vorticity"));
                for (const glm::vec4& at : mesh.vertices) {
                    CHECK(std::abs(cut.of(glm::dvec3{at}) - cut.value) < 1e-4);
                    CHECK(std::abs(by.of(glm::dvec3{at}) - at.w) < 1e-4);
                }
            }
    }
}

TEST_CASE("write_part: a boundary has each scalar on each layout of nodes", "[scalars][boundaries]")
{
    for (const GridData& data : {one_block(), two_blocks(), sheets(1), sheets(2)}) {
        const Made made{data};
        for (const Named& scalar : scalars) {
            INFO(scalar.name);
            const SurfaceMesh mesh = outer_of(made, made.field(scalar.name));
            REQUIRE(mesh.triangles.size() >= 72);
            for (const glm::vec4& at : mesh.vertices)
                CHECK(std::abs(scalar.of({at.x, at.y, made.volume->is_flat ? 0.0F : at.z}) - at.w) < 1e-4);
        }
    }
}

TEST_CASE("boundary_source: a flat grid without a velocity has its coast", "[scalars][boundaries]")
{
    GridData data = sheets(1);
    data.arrays.erase(data.arrays.begin());
    data.default_vector.clear();
    data.format = "NetCDF CF";
    data.arrays[0].values.own()[24] = std::nanf("");
    const Made made{data};
    const auto patch =
        find_faces(boundary_source(made.data, *made.grid, *made.volume), model::BoundaryLand{});
    CHECK(patch.faces.size() == 4);
    CHECK(patch.segments.size() == 8);
}
