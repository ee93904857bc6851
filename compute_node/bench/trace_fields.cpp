#include "compute_node/bench/trace_fields.h"

#include "compute_node/fields/analytic_flow.h"
#include "compute_node/fields/origin.h"
#include "compute_node/fields/time_series.h"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace farfield::compute {

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

NodeValues velocities(const std::vector<glm::dvec3>& points, double strength)
{
    NodeValues values{"velocity", 3, {}, ""};
    values.values.own().reserve(3 * points.size());
    for (const glm::dvec3& p : points) {
        const glm::dvec3 twice = 2.0 * p;
        const glm::dvec3 gust{std::sin(p.x) * (std::cos(twice.y) - std::cos(twice.z)),
                              std::sin(p.y) * (std::cos(twice.z) - std::cos(twice.x)),
                              std::sin(p.z) * (std::cos(twice.x) - std::cos(twice.y))};
        const glm::dvec3 v = velocity_of(AnalyticFlow::Cell, p) + 0.5 * strength * gust;
        for (int c = 0; c < 3; ++c) values.values.own().push_back(static_cast<float>(v[c]));
    }
    return values;
}

GridData on_uniform(int n, double strength)
{
    GridData data;
    data.format = "built in";
    data.dims = {glm::uvec3{static_cast<unsigned>(n)}};
    data.geometry = UniformGeometry{glm::dvec3{0.0}, glm::dvec3{edge / (n - 1)}};
    data.arrays = {velocities(lattice(n), strength)};
    return data;
}

GridData on_bent(int n)
{
    std::vector<glm::dvec3> points = lattice(n);
    for (glm::dvec3& p : points) p = bent(p);
    GridData data;
    data.format = "built in";
    data.dims = {glm::uvec3{static_cast<unsigned>(n)}};
    data.geometry = CurvilinearGeometry{{points.begin(), points.end()}};
    data.arrays = {velocities(points, 0.0)};
    return data;
}

CellList hexahedra(int n)
{
    CellList cells;
    for (int k = 0; k + 1 < n; ++k)
        for (int j = 0; j + 1 < n; ++j)
            for (int i = 0; i + 1 < n; ++i) {
                cells.kinds.push_back(CellKind::Hexa);
                for (const int up : {0, 1})
                    for (const auto& [x, y] : {std::array{0, 0}, {1, 0}, {1, 1}, {0, 1}})
                        cells.corners.push_back(
                            static_cast<std::uint32_t>(i + x + n * (j + y + n * (k + up))));
            }
    return cells;
}

}  // namespace

std::shared_ptr<const Field> uniform_cell(int n)
{
    return Dataset{"cell", on_uniform(n, 0.0)}.field();
}

std::shared_ptr<const Field> curvilinear_cell(int n)
{
    return Dataset{"bent cell", on_bent(n)}.field();
}

std::shared_ptr<const Field> tetrahedral_cell(int n)
{
    return tetrahedral_cell_at(n, glm::dvec3{0.0});
}

std::shared_ptr<const Field> tetrahedral_cell_at(int n, glm::dvec3 shift)
{
    GridData data = on_bent(n);
    UnstructuredGeometry mesh{{}, hexahedra(n), origin_for({shift, shift + edge})};
    for (const glm::dvec3 p : lattice(n)) mesh.points.emplace_back(bent(p) + shift - mesh.origin);
    data.geometry = std::move(mesh);
    data.dims.clear();
    return Dataset{"cell in tetrahedra", std::move(data)}.field();
}

std::shared_ptr<const Field> unsteady_cell(int n)
{
    constexpr std::array strengths{0.0, 1.0, 0.0, -1.0, 0.0};
    std::vector<TimeSlice> slices;
    for (std::size_t i = 0; i < strengths.size(); ++i)
        slices.push_back({0.5 * static_cast<double>(i), "built in",
                          [n, strength = strengths[i]] { return on_uniform(n, strength); }});
    constexpr std::uint64_t no_limit = ~std::uint64_t{0};
    return TimeSeries{"gusty cell", std::move(slices)}.field({}, no_limit);
}

LineSeeds cell_seeds(int m)
{
    LineSeeds seeds;
    const double spacing = edge / m;
    for (int k = 0; k < m; ++k)
        for (int j = 0; j < m; ++j)
            for (int i = 0; i < m; ++i) {
                const glm::vec3 seed{spacing * glm::dvec3{i + 0.31, j + 0.47, k + 0.73}};
                seeds.add({seed, 0.0F});
            }
    return seeds;
}

}  // namespace farfield::compute
