#include "compute_node/readers/ugrid/layered_mesh.h"

#include "compute_node/grids/origin.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace farfield::compute {

namespace {

constexpr double turn = 360.0;

/// Adds the cells between layers, from the corners on both sides, of which some places may be unknown.
void add_cells(std::span<const std::uint32_t> faces, std::size_t corners, std::size_t layers,
               UnstructuredGeometry& mesh, std::size_t width, bool ascending)
{
    const bool flat = layers == 1;
    const CellKind kind = corners == 3 ? (flat ? CellKind::Triangle : CellKind::Wedge)
                                       : (flat ? CellKind::Quad : CellKind::Hexa);
    std::vector<std::uint32_t> points;
    for (std::size_t layer = 0; layer + (flat ? 0 : 1) < layers; ++layer)
        for (std::size_t face = 0; face < faces.size(); face += corners) {
            points.clear();
            for (std::size_t side = 0; side < (flat ? 1U : 2U); ++side) {
                const std::size_t at = (layer + (ascending ? side : 1 - side)) * width;
                for (const std::uint32_t node : faces.subspan(face, corners))
                    points.push_back(static_cast<std::uint32_t>(flat ? node : at + node));
            }
            const bool is_known = std::ranges::all_of(
                points, [&](std::uint32_t point) { return std::isfinite(mesh.points[point].z); });
            if (!is_known) continue;
            mesh.cells.kinds.push_back(kind);
            mesh.cells.corners.insert(mesh.cells.corners.end(), points.begin(), points.end());
        }
}

/// True when the first layers lie below the others, or when that is not known.
bool ascends(const std::vector<double>& heights, std::size_t nodes)
{
    for (std::size_t at = nodes; at < heights.size(); ++at)
        if (std::isfinite(heights[at]) && std::isfinite(heights[at - nodes]) &&
            heights[at] != heights[at - nodes])
            return heights[at] > heights[at - nodes];
    return true;
}

/// Makes longitudes continuous from the mesh's widest gap or, around the globe, from the date line. Returns
/// the middle of the turn.
double cut_open(std::vector<double>& longitudes)
{
    std::vector<double> sorted;
    for (const double longitude : longitudes)
        if (std::isfinite(longitude)) sorted.push_back(longitude - turn * std::floor(longitude / turn));
    if (sorted.empty()) return 0.0;
    std::sort(sorted.begin(), sorted.end());
    constexpr double a_gap = 5.0;
    double widest = sorted.front() + turn - sorted.back(), begin = sorted.front();
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i] - sorted[i - 1] > widest) widest = sorted[i] - sorted[i - 1], begin = sorted[i];
    if (widest < a_gap) begin = -0.5 * turn;
    if (begin >= 0.5 * turn) begin -= turn;
    for (double& longitude : longitudes) longitude -= turn * std::floor((longitude - begin) / turn);
    return begin + 0.5 * turn;
}

}  // namespace

LayeredMesh::LayeredMesh(const MeshFaces& faces, const MeshPlaces& places, std::size_t layers)
    : layers_{layers}, in_file_{places.x.size()}, x_{places.x}, y_{places.y}, copied_(places.x.size(), 0)
{
    if (places.degrees) {
        middle_ = cut_open(x_);
        find_poles();
    }
    std::vector<std::uint32_t> corners;
    for (std::size_t face = 0; face < faces.nodes.size(); face += faces.corners) {
        corners.clear();
        for (std::size_t corner = 0; corner < faces.corners; ++corner)
            if (const std::int64_t node = faces.nodes[face + corner]; node >= 0)
                corners.push_back(static_cast<std::uint32_t>(node));
        add_face(corners, places.degrees);
    }
}

void LayeredMesh::find_poles()
{
    constexpr double near = 90.0 - 1e-6;
    for (const double side : {-1.0, 1.0}) {
        const auto is_there = [&](double latitude) { return side * latitude > near; };
        if (std::ranges::count_if(y_, is_there) == 1)
            poles_.push_back(static_cast<std::uint32_t>(std::ranges::find_if(y_, is_there) - y_.begin()));
    }
}

std::uint32_t LayeredMesh::copy_of(std::uint32_t node)
{
    if (copied_[node] == 0) {
        copied_[node] = static_cast<std::uint32_t>(x_.size());
        copies_.push_back(node);
        x_.push_back(x_[node] + turn);
        y_.push_back(y_[node]);
    }
    return copied_[node];
}

void LayeredMesh::add_face(std::vector<std::uint32_t> corners, bool degrees)
{
    // A face that names a corner twice has fewer corners.
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    if (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
    const bool is_known = std::ranges::all_of(
        corners, [&](std::uint32_t node) { return std::isfinite(x_[node]) && std::isfinite(y_[node]); });
    const bool is_at_pole = std::ranges::find_first_of(corners, poles_) != corners.end();
    if (corners.size() < 3 || !is_known || is_at_pole) {
        ++left_out_;
        return;
    }
    const auto [west, east] = std::ranges::minmax(corners, {}, [&](std::uint32_t node) { return x_[node]; });
    if (degrees && x_[east] - x_[west] > 0.5 * turn) {
        for (std::uint32_t& node : corners)
            if (x_[node] < middle_) node = copy_of(node);
        const auto [from, to] =
            std::ranges::minmax(corners, {}, [&](std::uint32_t node) { return x_[node]; });
        if (x_[to] - x_[from] > 0.5 * turn) {  // about a pole
            ++left_out_;
            return;
        }
        ++across_seam_;
    }
    if (corners.size() == 4) {
        quads_.insert(quads_.end(), corners.begin(), corners.end());
        return;
    }
    for (std::size_t corner = 2; corner < corners.size(); ++corner)
        triangles_.insert(triangles_.end(), {corners[0], corners[corner - 1], corners[corner]});
}

UnstructuredGeometry LayeredMesh::geometry(const std::vector<double>& heights, bool degrees) const
{
    const std::vector<double> z = with_copies(heights);
    const std::size_t width = x_.size();
    Bounds bounds = no_bounds();
    for (std::size_t at = 0; at < z.size(); ++at) include(bounds, {x_[at % width], y_[at % width], z[at]});
    UnstructuredGeometry mesh{{}, {}, origin_for(bounds, degrees)};
    for (std::size_t at = 0; at < z.size(); ++at)
        mesh.points.emplace_back(glm::dvec3{x_[at % width], y_[at % width], z[at]} - mesh.origin);
    const bool ascending = ascends(z, width);
    add_cells(triangles_, 3, layers_, mesh, width, ascending);
    add_cells(quads_, 4, layers_, mesh, width, ascending);
    for (glm::vec3& point : mesh.points)
        for (int axis = 0; axis < 3; ++axis)
            if (!std::isfinite(point[axis])) point[axis] = 0.0F;  // of no cell
    return mesh;
}

}  // namespace farfield::compute
