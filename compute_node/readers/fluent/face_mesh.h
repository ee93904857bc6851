#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/grids/polyhedron.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace farfield::compute {

/// A mesh by its faces: the points of each, and the cells on both sides.
struct FaceMesh {
    bool planar = false;  ///< faces are edges with two points
    std::size_t cells = 0;
    std::vector<std::uint32_t> first{0};  ///< [faces + 1], index of a face's first point in `points`
    std::vector<std::uint32_t> points;
    std::vector<std::array<std::int64_t, 2>> sides;  ///< [faces], indices of cells from 0; -1 = none
};

/// Makes the cells of a FaceMesh: polygons of a plane as triangles, quads or triangles cut from them;
/// tetrahedra, pyramids, wedges and hexahedra; and other polyhedra by pieces (polyhedron.h).
class CellsOfFaces {
public:
    /// Borrows the mesh and its points. Throws std::runtime_error for a point or cell that does not exist.
    CellsOfFaces(const FaceMesh& mesh, const std::vector<glm::vec3>& points);

    [[nodiscard]] CellList take() { return std::move(cells_); }
    /// Averages cells' values to the points. values: [cells].
    [[nodiscard]] std::vector<float> averaged(const std::vector<double>& values) const;
    /// Adds the points inside polyhedra behind the others, and remarks. grid: has the points and arrays.
    void finish(GridData& grid) const;

private:
    void add_cell(std::span<const std::uint32_t> faces);
    void add_polygon(std::span<const std::uint32_t> edges);
    void add_polyhedron(std::span<const std::uint32_t> faces);
    [[nodiscard]] std::span<const std::uint32_t> points_of(std::uint32_t face) const;

    const FaceMesh& mesh_;
    const std::vector<glm::vec3>& points_;
    std::vector<std::uint32_t> first_face_, faces_;  ///< faces of each cell
    CellList cells_;
    PolyhedronCutter cutter_;
    std::size_t left_out_ = 0;
};

}  // namespace farfield::compute
