#include "bench/node/trace_fields.h"

#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/analytic_flow.h"
#include "compute_node/grids/origin.h"

#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

namespace farfield::node {

namespace {

constexpr double edge = 2.0 * std::numbers::pi;

/// Bends the inside of the box by up to a tenth of its edge.
glm::dvec3 bent(glm::dvec3 p)
{
    const double bump = 0.4 * std::sin(0.5 * p.x) * std::sin(0.5 * p.y) * std::sin(0.5 * p.z);
    return p + bump * glm::dvec3{std::sin(p.y + p.z), std::sin(p.z + p.x), std::sin(p.x + p.y)};
}

std::vector<glm::dvec3> lattice(int n)
{
    std::vector<glm::dvec3> points;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) points.push_back(edge / (n - 1) * glm::dvec3{i, j, k});
    return points;
}

compute::NodeValues velocities(const std::vector<glm::dvec3>& points, double strength)
{
    compute::NodeValues values{"velocity", 3, {}, ""};
    values.values.own().reserve(3 * points.size());
    for (const glm::dvec3& p : points) {
        const glm::dvec3 twice = 2.0 * p;
        const glm::dvec3 gust{std::sin(p.x) * (std::cos(twice.y) - std::cos(twice.z)),
                              std::sin(p.y) * (std::cos(twice.z) - std::cos(twice.x)),
                              std::sin(p.z) * (std::cos(twice.x) - std::cos(twice.y))};
        const glm::dvec3 v = compute::velocity_of(compute::AnalyticFlow::Cell, p) + 0.5 * strength * gust;
        for (int c = 0; c < 3; ++c) values.values.own().push_back(static_cast<float>(v[c]));
    }
    return values;
}

compute::GridData on_uniform(int n, double strength)
{
    compute::GridData data;
    data.format = "built in";
    data.dims = {glm::uvec3{static_cast<unsigned>(n)}};
    data.geometry = compute::UniformGeometry{glm::dvec3{0.0}, glm::dvec3{edge / (n - 1)}};
    data.arrays = {velocities(lattice(n), strength)};
    return data;
}

compute::GridData on_bent(int n)
{
    std::vector<glm::dvec3> points = lattice(n);
    for (glm::dvec3& p : points) p = bent(p);
    compute::GridData data;
    data.format = "built in";
    data.dims = {glm::uvec3{static_cast<unsigned>(n)}};
    data.geometry = compute::CurvilinearGeometry{{points.begin(), points.end()}};
    data.arrays = {velocities(points, 0.0)};
    return data;
}

/// The cells of a lattice, each as cells of a kind. corners: those that a cell takes of the eight of a
/// lattice's cell, of which bit 0 is the side along x, bit 1 along y and bit 2 along z.
compute::CellList cells_of_lattice(int n, compute::CellKind kind, std::span<const int> corners)
{
    compute::CellList cells;
    const std::size_t pieces = corners.size() / compute::corner_count(kind);
    for (int k = 0; k + 1 < n; ++k)
        for (int j = 0; j + 1 < n; ++j)
            for (int i = 0; i + 1 < n; ++i) {
                cells.kinds.insert(cells.kinds.end(), pieces, kind);
                for (const int c : corners)
                    cells.corners.push_back(static_cast<std::uint32_t>(
                        i + (c & 1) + n * (j + (c >> 1 & 1) + n * (k + (c >> 2)))));
            }
    return cells;
}

compute::CellList hexahedra(int n)
{
    constexpr std::array corners{0, 1, 3, 2, 4, 5, 7, 6};
    return cells_of_lattice(n, compute::CellKind::Hexa, corners);
}

/// Six tetrahedra a cell, all with the diagonal from corner 0 to corner 7: faces are cut alike on both sides.
compute::CellList tetrahedra(int n)
{
    constexpr std::array corners{0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7};
    return cells_of_lattice(n, compute::CellKind::Tetra, corners);
}

/// The bent lattice's nodes with these cells between them, as a file has them that is shifted from 0.
std::shared_ptr<const compute::Field> mesh_cell(int n, compute::CellList cells, glm::dvec3 shift)
{
    compute::GridData data = on_bent(n);
    compute::UnstructuredGeometry mesh{{}, std::move(cells), compute::origin_for({shift, shift + edge})};
    for (const glm::dvec3 p : lattice(n)) mesh.points.emplace_back(bent(p) + shift - mesh.origin);
    data.geometry = std::move(mesh);
    data.dims.clear();
    return compute::Dataset{"cell in a mesh", std::move(data)}.field();
}

}  // namespace

std::shared_ptr<const compute::Field> uniform_cell(int n)
{
    return compute::Dataset{"cell", on_uniform(n, 0.0)}.field();
}

std::shared_ptr<const compute::Field> curvilinear_cell(int n)
{
    return compute::Dataset{"bent cell", on_bent(n)}.field();
}

std::shared_ptr<const compute::Field> tetrahedral_cell(int n)
{
    return mesh_cell(n, tetrahedra(n), glm::dvec3{0.0});
}

std::shared_ptr<const compute::Field> hexahedral_cell(int n)
{
    return mesh_cell(n, hexahedra(n), glm::dvec3{0.0});
}

std::shared_ptr<const compute::Field> tetrahedral_cell_at(int n, glm::dvec3 shift)
{
    return mesh_cell(n, tetrahedra(n), shift);
}

std::shared_ptr<const compute::Field> unsteady_cell(int n)
{
    constexpr std::array strengths{0.0, 1.0, 0.0, -1.0, 0.0};
    std::vector<compute::TimeSlice> slices;
    for (std::size_t i = 0; i < strengths.size(); ++i)
        slices.push_back(
            {0.5 * static_cast<double>(i), "built in",
             [n, strength = strengths[i]](const std::stop_token&) { return on_uniform(n, strength); }});
    constexpr std::uint64_t no_limit = ~std::uint64_t{0};
    return compute::TimeSeries{"gusty cell", std::move(slices)}.field({}, no_limit);
}

compute::LineSeeds cell_seeds(int m)
{
    compute::LineSeeds seeds;
    const double spacing = edge / m;
    for (int k = 0; k < m; ++k)
        for (int j = 0; j < m; ++j)
            for (int i = 0; i < m; ++i) {
                const glm::vec3 seed{spacing * glm::dvec3{i + 0.31, j + 0.47, k + 0.73}};
                seeds.add({seed, 0.0F});
            }
    return seeds;
}

}  // namespace farfield::node
