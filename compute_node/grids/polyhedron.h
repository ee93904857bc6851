#pragma once

#include "compute_node/grids/cells/cell_list.h"
#include "compute_node/grids/cells/polygon.h"
#include "compute_node/grids/grid_data.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace farfield::compute {

/// Cuts polyhedra into pyramids over their faces of four corners, and tetrahedra over the triangles of other
/// faces (polygon.h). Their common tip is a point inside, which is added to the mesh: the mean of the
/// corners or, where that does not see all faces, a point that does. Its values are those of the affine
/// function that fits the corners, so that linear fields stay linear. Where no point sees all faces, pieces
/// that are turned inside out are left out: no part is missing, but pieces may overlap each other or a
/// neighbour.
class PolyhedronCutter {
public:
    /// Borrows the mesh's points.
    explicit PolyhedronCutter(const std::vector<glm::vec3>& points) : points_{points} {}

    /// Appends a tetrahedron, pyramid, wedge or hexahedron as it is (cell_of_faces.h), and cuts all others.
    void add(std::span<const std::uint32_t> faces, CellList& cells);

    /// Appends a polyhedron's pieces. faces: for each, its number of corners and these, in either sense.
    /// Throws std::runtime_error where a corner is no point, or a face announces more corners than follow.
    void cut(std::span<const std::uint32_t> faces, CellList& cells);

    /// Adds the inner points, with their values, behind the mesh's points. grid: the data of the points
    /// borrowed, which may have been moved into it.
    void add_points(GridData& grid) const;

    [[nodiscard]] std::size_t polyhedra() const { return first_weight_.size() - 1; }
    [[nodiscard]] std::size_t pieces() const { return pieces_; }
    /// Number of polyhedra of which no point sees all faces.
    [[nodiscard]] std::size_t folded() const { return folded_; }

private:
    struct Weight {
        std::uint32_t point;
        double weight;
    };
    void take_faces(std::span<const std::uint32_t> faces);
    void turn_outward();
    void add_inner_point(glm::dvec3 at);
    bool add_pyramid(std::span<const TriangleCorners> face, std::uint32_t tip, glm::dvec3 tip_at,
                     CellList& cells);
    void add_piece(CellKind kind, std::initializer_list<std::uint32_t> corners, CellList& cells);
    [[nodiscard]] bool find_seeing_point(glm::dvec3& at) const;
    [[nodiscard]] double volume(const TriangleCorners& t, glm::dvec3 from) const;

    const std::vector<glm::vec3>& points_;
    std::vector<glm::vec3> inner_points_;
    std::vector<Weight> weights_;               ///< of the corners, in the values of inner points
    std::vector<std::size_t> first_weight_{0};  ///< [polyhedra + 1]
    std::size_t pieces_ = 0, folded_ = 0;

    // State of the polyhedron that is being cut.
    std::vector<std::uint32_t> corners_;       ///< ascending
    std::vector<TriangleCorners> triangles_;   ///< of all faces
    std::vector<std::size_t> first_triangle_;  ///< [faces + 1]
};

}  // namespace farfield::compute
