#include "compute_node/fields/velocity_gradients.h"
#include "compute_node/grids/cells/cell_map.h"
#include "compute_node/grids/cells/shape_functions.h"
#include "compute_node/grids/geo.h"
#include "compute_node/support/parallel.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// Sums of gradients and volumes over the cells about each node.
class Sums {
public:
    explicit Sums(std::size_t nodes) : gradients_(nodes, glm::mat3{0.0F}), volumes_(nodes, 0.0F) {}

    /// Adds a cell. gradient: multiplied by the volume; ignored where it is not a number.
    void add(std::size_t node, const glm::mat3& gradient, float volume)
    {
        if (std::isnan(gradient[0][0] + gradient[1][1] + gradient[2][2])) return;
        gradients_[node] += gradient;
        volumes_[node] += volume;
    }
    /// Joins the sums of two nodes at the same place: both have the cells of both.
    void share(std::size_t a, std::size_t b)
    {
        gradients_[a] = gradients_[b] = gradients_[a] + gradients_[b];
        volumes_[a] = volumes_[b] = volumes_[a] + volumes_[b];
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

/// The position at which the gradient for a cell's point is taken: its own; below a pyramid's singular tip.
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

/// Nodes on the sphere of geo.h, with their velocities in space.
class SphereNodes {
public:
    SphereNodes(const UnstructuredGeometry& mesh, const std::vector<glm::vec3>& velocities)
    {
        nodes_.reserve(mesh.points.size());
        for (std::size_t n = 0; n < mesh.points.size(); ++n) {
            const glm::dvec3 place = mesh.origin + glm::dvec3{mesh.points[n]}, v{velocities[n]};
            const double longitude = place.x * radians_per_degree, latitude = place.y * radians_per_degree;
            Node node;
            node.east = {-std::sin(longitude), std::cos(longitude), 0.0};
            node.direction = {std::cos(latitude) * node.east.y, -std::cos(latitude) * node.east.x,
                              std::sin(latitude)};
            node.z = place.z;
            node.wind = v.x * node.east + v.y * glm::cross(node.direction, node.east);
            node.upward = v.z;
            nodes_.push_back(node);
        }
    }

    /// Metres east, north and up (unchanged) of the chord from one node to another, as seen at the first.
    [[nodiscard]] glm::vec3 chord(std::size_t from, std::size_t to) const
    {
        const Node &a = nodes_[from], &b = nodes_[to];
        const glm::dvec3 way = earth_radius_metres * (b.direction - a.direction);
        return glm::vec3{along_axes(a, way, b.z - a.z)};
    }
    /// The velocity of a node carried along a great circle to another, so that it stays as it is on the way:
    /// parallel transport.
    [[nodiscard]] glm::vec3 velocity_seen(std::size_t of, std::size_t from) const
    {
        const Node &a = nodes_[of], &b = nodes_[from];
        const glm::dvec3 carried = a.wind - glm::dot(b.direction, a.wind) /
                                                (1.0 + glm::dot(a.direction, b.direction)) *
                                                (a.direction + b.direction);
        return glm::vec3{along_axes(b, carried, a.upward)};
    }

private:
    struct Node {
        glm::dvec3 direction, east, wind;
        double z = 0.0, upward = 0.0;
    };
    static glm::dvec3 along_axes(const Node& node, glm::dvec3 way, double up)
    {
        return {glm::dot(node.east, way), glm::dot(glm::cross(node.direction, node.east), way), up};
    }

    std::vector<Node> nodes_;
};

/// Adds a cell to each of its nodes, as seen over the plane that touches the sphere at the node.
void add_cell_on_sphere(CellKind kind, std::span<const std::uint32_t> points, int flat_axis,
                        const SphereNodes& sphere, Sums& sums)
{
    std::vector<std::uint32_t> numbers(points.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    std::vector<glm::vec3> positions(points.size()), velocities(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < points.size(); ++j) {
            positions[j] = sphere.chord(points[i], points[j]);
            velocities[j] = sphere.velocity_seen(points[j], points[i]);
        }
        const glm::vec3 place = place_for(kind, i);
        const Tangents along =
            map_all_points(kind, numbers.data(), positions.data(), flat_axis, positions[0], place).along;
        const float sign = along.determinant < 0.0F ? -1.0F : 1.0F;
        glm::mat3 gradient = sign * scaled_gradient(kind, numbers, along, place, velocities);
        gradient[2] = glm::vec3{0.0F};  // none along the vertical: its unit may be any
        sums.add(points[i], gradient, sign * along.determinant);
    }
}

void add_cells_on_sphere(const Grid& mesh, const SphereNodes& sphere, Sums& sums)
{
    if (const auto* tetrahedra = std::get_if<TetrahedralGrid>(&mesh)) {
        for (const TetrahedronCorners& corners : tetrahedra->corners())
            add_cell_on_sphere(CellKind::Tetra, corners, 2, sphere, sums);
        return;
    }
    const auto& grid = std::get<IsoparametricGrid>(mesh);
    for (std::size_t cell = 0; cell < grid.cells().size(); ++cell)
        add_cell_on_sphere(grid.cells()[cell].kind, grid.points_of(cell), grid.flat_axis(), sphere, sums);
}

/// Joins nodes that are a turn of longitudes apart: one place, each with the cells on one side of it.
void join_across_turn(const std::vector<glm::vec3>& points, Sums& sums)
{
    constexpr float turn = 360.0F, same = 1e-4F;
    if (points.empty()) return;
    const auto [west, east] = std::ranges::minmax(points, {}, &glm::vec3::x);
    if (east.x - west.x < turn - same) return;
    std::map<std::pair<float, float>, std::vector<std::size_t>> western;
    for (std::size_t n = 0; n < points.size(); ++n)
        if (points[n].x <= east.x - turn + same) western[{points[n].y, points[n].z}].push_back(n);
    for (std::size_t n = 0; n < points.size(); ++n) {
        if (points[n].x < west.x + turn - same) continue;
        const auto beside = western.find({points[n].y, points[n].z});
        if (beside == western.end()) continue;
        for (const std::size_t other : beside->second)
            if (std::abs(points[n].x - turn - points[other].x) < same) sums.share(n, other);
    }
}

}  // namespace

void visit_mesh_gradients(const GridData& data, const Grid& mesh, const NodeValues& velocity,
                          const std::array<bool, 3>& flat, const GradientVisitor& visit)
{
    std::vector<glm::vec3> velocities(node_count(data));
    for (std::size_t n = 0; n < velocities.size(); ++n) velocities[n] = velocity_at(data, velocity, flat, n);
    Sums sums{velocities.size()};
    const auto& geometry = std::get<UnstructuredGeometry>(data.geometry);
    if (data.geographic) {
        add_cells_on_sphere(mesh, SphereNodes{geometry, velocities}, sums);
        join_across_turn(geometry.points, sums);
    } else if (const auto* tetrahedra = std::get_if<TetrahedralGrid>(&mesh)) {
        add_cells(*tetrahedra, velocities, sums);
    } else {
        add_cells(std::get<IsoparametricGrid>(mesh), geometry.points, velocities, sums);
    }
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
