#include "compute_node/readers/fluent/face_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace farfield::compute {

namespace {

bool has(std::span<const std::uint32_t> points, std::uint32_t point)
{
    return std::ranges::find(points, point) != points.end();
}

}  // namespace

CellsOfFaces::CellsOfFaces(const FaceMesh& mesh, const std::vector<glm::vec3>& points)
    : mesh_{mesh}, points_{points}, first_face_(mesh.cells + 1, 0), cutter_{points}
{
    for (const std::uint32_t point : mesh.points)
        if (point >= points.size())
            throw std::runtime_error(
                fmt::format("a face has point {}: expected one of {}", point + 1, points.size()));
    for (const auto& sides : mesh.sides)
        for (const std::int64_t cell : sides) {
            if (cell >= static_cast<std::int64_t>(mesh.cells))
                throw std::runtime_error(
                    fmt::format("a face is of cell {}: expected one of {}", cell + 1, mesh.cells));
            if (cell >= 0) ++first_face_[static_cast<std::size_t>(cell) + 1];
        }
    for (std::size_t cell = 0; cell < mesh.cells; ++cell) first_face_[cell + 1] += first_face_[cell];
    faces_.resize(first_face_.back());
    std::vector<std::uint32_t> next{first_face_.begin(), first_face_.end() - 1};
    for (std::uint32_t face = 0; face < mesh.sides.size(); ++face)
        for (const std::int64_t cell : mesh.sides[face])
            if (cell >= 0) faces_[next[static_cast<std::size_t>(cell)]++] = face;
    for (std::size_t cell = 0; cell < mesh.cells; ++cell)
        add_cell(std::span{faces_}.subspan(first_face_[cell], first_face_[cell + 1] - first_face_[cell]));
}

std::span<const std::uint32_t> CellsOfFaces::points_of(std::uint32_t face) const
{
    return std::span{mesh_.points}.subspan(mesh_.first[face], mesh_.first[face + 1] - mesh_.first[face]);
}

void CellsOfFaces::add_cell(std::span<const std::uint32_t> faces)
{
    if (mesh_.planar)
        add_polygon(faces);
    else
        add_polyhedron(faces);
}

/// Adds a polygon: its edges in order, each beginning where the last one ends.
void CellsOfFaces::add_polygon(std::span<const std::uint32_t> edges)
{
    std::vector<std::uint32_t> left{edges.begin(), edges.end()}, corners;
    if (left.size() >= 3 && points_of(left.front()).size() == 2) {
        corners = {points_of(left.front())[0], points_of(left.front())[1]};
        left.erase(left.begin());
    }
    while (!left.empty() && !corners.empty()) {
        const auto next = std::ranges::find_if(left, [&](std::uint32_t edge) {
            return points_of(edge).size() == 2 && has(points_of(edge), corners.back());
        });
        if (next == left.end()) break;
        const auto points = points_of(*next);
        corners.push_back(points[0] == corners.back() ? points[1] : points[0]);
        left.erase(next);
    }
    if (corners.size() < 4 || !left.empty() || corners.front() != corners.back()) {
        ++left_out_;
        return;
    }
    corners.pop_back();
    if (corners.size() <= 4) {
        cells_.kinds.push_back(corners.size() == 3 ? CellKind::Triangle : CellKind::Quad);
        cells_.corners.insert(cells_.corners.end(), corners.begin(), corners.end());
        return;
    }
    for (std::size_t c = 2; c < corners.size(); ++c) {
        cells_.kinds.push_back(CellKind::Triangle);
        cells_.corners.insert(cells_.corners.end(), {corners[0], corners[c - 1], corners[c]});
    }
}

void CellsOfFaces::add_polyhedron(std::span<const std::uint32_t> faces)
{
    std::vector<std::uint32_t> listed;
    for (const std::uint32_t face : faces) {
        const auto points = points_of(face);
        if (points.size() < 3) continue;
        listed.push_back(static_cast<std::uint32_t>(points.size()));
        listed.insert(listed.end(), points.begin(), points.end());
    }
    if (faces.size() < 4)
        ++left_out_;
    else
        cutter_.add(listed, cells_);
}

std::vector<float> CellsOfFaces::averaged(const std::vector<double>& values) const
{
    std::vector<double> sum(points_.size(), 0.0);
    std::vector<int> around(points_.size(), 0);
    std::vector<std::uint32_t> once;
    for (std::size_t cell = 0; cell < mesh_.cells; ++cell) {
        once.clear();
        for (std::uint32_t at = first_face_[cell]; at < first_face_[cell + 1]; ++at)
            once.insert(once.end(), points_of(faces_[at]).begin(), points_of(faces_[at]).end());
        std::ranges::sort(once);
        once.erase(std::unique(once.begin(), once.end()), once.end());
        for (const std::uint32_t point : once) sum[point] += values[cell], ++around[point];
    }
    std::vector<float> means;
    for (std::size_t point = 0; point < sum.size(); ++point)
        means.push_back(around[point] == 0 ? std::numeric_limits<float>::quiet_NaN()
                                           : static_cast<float>(sum[point] / around[point]));
    return means;
}

void CellsOfFaces::finish(GridData& grid) const
{
    cutter_.add_points(grid);
    if (cutter_.polyhedra() > 0)
        grid.remarks.push_back(
            fmt::format("{} polyhedra were cut into {} pyramids and tetrahedra, about a point "
                        "inside each that was added.",
                        cutter_.polyhedra(), cutter_.pieces()));
    if (cutter_.folded() > 0)
        grid.remarks.push_back(
            fmt::format("No point sees all faces of {} polyhedra: their pieces overlap.", cutter_.folded()));
    if (left_out_ > 0)
        grid.remarks.push_back(fmt::format("{} cells have no closed outline and were left out.", left_out_));
}

}  // namespace farfield::compute
