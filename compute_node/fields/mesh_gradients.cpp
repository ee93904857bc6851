#include "compute_node/fields/velocity_gradients.h"
#include "compute_node/grids/cells/cell_map.h"
#include "compute_node/grids/cells/shape_functions.h"
#include "compute_node/support/parallel.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

namespace {

/// Of the cells about each node.
class Sums {
public:
    explicit Sums(std::size_t nodes) : gradients_(nodes, glm::mat3{0.0F}), volumes_(nodes, 0.0F) {}

    /// gradient: times the volume; left out where it is no number.
    void add(std::size_t node, const glm::mat3& gradient, float volume)
    {
        if (std::isnan(gradient[0][0] + gradient[1][1] + gradient[2][2])) return;
        gradients_[node] += gradient;
        volumes_[node] += volume;
    }
    [[nodiscard]] bool has(std::size_t node) const { return volumes_[node] > 0.0F; }
    [[nodiscard]] glm::mat3 mean(std::size_t node) const { return gradients_[node] / volumes_[node]; }

private:
    std::vector<glm::mat3> gradients_;
    std::vector<float> volumes_;
};

void add_cells(const TetrahedralGrid& grid, const std::vector<glm::vec3>& velocities, Sums& sums)
{
    for (std::size_t t = 0; t < grid.corners().size(); ++t) {
        const TetrahedronCorners& nodes = grid.corners()[t];
        const glm::mat3& to_local = grid.tetrahedra()[t].to_local;
        const glm::vec3& first = velocities[nodes[0]];
        const glm::mat3 along_edges{velocities[nodes[1]] - first, velocities[nodes[2]] - first,
                                    velocities[nodes[3]] - first};
        const float volume = 1.0F / std::abs(glm::determinant(to_local));  // six times it
        const glm::mat3 gradient = volume * (along_edges * to_local);
        for (const std::uint32_t node : nodes) sums.add(node, gradient, volume);
    }
}

/// The gradient of a cell's field at a place in it, times the determinant of its map there, which may be 0.
glm::mat3 scaled_gradient(CellKind kind, std::span<const std::uint32_t> points, const Tangents& along,
                          glm::vec3 local, const std::vector<glm::vec3>& velocities)
{
    const ShapeSlopes shape = shape_slopes(kind, local);
    glm::vec3 r{0.0F}, s{0.0F}, t{0.0F};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::vec3& velocity = velocities[points[i]];
        r += shape.slopes[i].x * velocity;
        s += shape.slopes[i].y * velocity;
        t += shape.slopes[i].z * velocity;
    }
    return glm::outerProduct(r, along.st) + glm::outerProduct(s, glm::cross(along.t, along.r)) +
           glm::outerProduct(t, glm::cross(along.r, along.s));
}

/// Where gradients are taken for a cell's point: there, but below a pyramid's tip, where its map is singular.
glm::vec3 place_for(CellKind kind, std::size_t point)
{
    const glm::vec3 place = node_places(kind)[point];
    const bool is_tip = traits_of(kind).by_corners == CellKind::Pyramid && place.z == 1.0F;
    return is_tip ? glm::vec3{0.5F, 0.5F, 0.9F} : place;
}

void add_cells(const IsoparametricGrid& grid, const std::vector<glm::vec3>& positions,
               const std::vector<glm::vec3>& velocities, Sums& sums)
{
    for (std::size_t cell = 0; cell < grid.cells().size(); ++cell) {
        const CellKind kind = grid.cells()[cell].kind;
        const auto points = grid.points_of(cell);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const glm::vec3 place = place_for(kind, i);
            const Tangents along = map_all_points(kind, points.data(), positions.data(), grid.flat_axis(),
                                                  positions[points[0]], place)
                                       .along;
            const float sign = along.determinant < 0.0F ? -1.0F : 1.0F;
            sums.add(points[i], sign * scaled_gradient(kind, points, along, place, velocities),
                     sign * along.determinant);
        }
    }
}

}  // namespace

void visit_mesh_gradients(const GridData& data, const Grid& mesh, const NodeValues& velocity,
                          const std::array<bool, 3>& flat, const GradientVisitor& visit)
{
    std::vector<glm::vec3> velocities(node_count(data));
    for (std::size_t n = 0; n < velocities.size(); ++n) velocities[n] = velocity_at(data, velocity, flat, n);
    Sums sums{velocities.size()};
    if (const auto* tetrahedra = std::get_if<TetrahedralGrid>(&mesh))
        add_cells(*tetrahedra, velocities, sums);
    else
        add_cells(std::get<IsoparametricGrid>(mesh), std::get<UnstructuredGeometry>(data.geometry).points,
                  velocities, sums);
    constexpr std::int64_t block = 4096;
    const auto nodes = static_cast<std::int64_t>(velocities.size());
    parallel_sum((nodes + block - 1) / block, 0, [&](std::int64_t b) {
        for (std::int64_t n = b * block; n < std::min(nodes, (b + 1) * block); ++n)
            if (sums.has(n))
                visit(static_cast<std::size_t>(n), glm::dvec3{velocities[n]}, glm::dmat3{sums.mean(n)});
        return 0;
    });
}

}  // namespace farfield::compute
