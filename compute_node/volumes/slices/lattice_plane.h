#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/bounds.h"
#include "compute_node/volumes/kernels/lattice_rows.h"
#include "compute_node/volumes/slices/interpolation.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace farfield::compute {

/// Pixels of a parallelogram, in the dataset's coordinates. The middle of pixel (i, j) is
/// origin + (i + 1/2) / width * edge_u + (j + 1/2) / height * edge_v.
struct PixelPlane {
    glm::dvec3 origin, edge_u, edge_v;
    std::uint32_t width = 0, height = 0;
    /// Box beyond which values are not shown.
    Bounds region{glm::dvec3{-std::numeric_limits<double>::infinity()},
                  glm::dvec3{std::numeric_limits<double>::infinity()}};

    [[nodiscard]] double part_v(std::uint32_t row) const { return (row + 0.5) / height; }
};

/// True when a field's nodes lie along axes and are all in memory, so that a LatticePlane samples it.
[[nodiscard]] bool is_complete_lattice(const Field& field);

/// Sets the parts of edge_u of a row's pixels: (i + 1/2) / width, and as many further ones as rows read
/// beyond. Takes no memory when called again with this width.
void set_parts_u(std::uint32_t width, std::vector<double>& parts);

/// Samples of a lattice on a plane, by runs of pixels in a row: the bits are those of interpolated() for each
/// pixel. Where rows lie along x, four rows of nodes are blended to one, in which the pixels lie. Borrows the
/// field and the parts, which are of set_parts_u(). Threads: any.
class LatticePlane {
public:
    /// field: is_complete_lattice().
    LatticePlane(const Field& field, const PixelPlane& plane, float time, Interpolation how,
                 const std::vector<double>& parts);

    /// Samples `count` pixels from `first` on, at most places_at_once: lanes 0 to 2 have the velocity, lane 3
    /// the scalar. Lane 0 is NaN where there is no value.
    void sample(std::uint32_t row, std::size_t first, std::size_t count, SampleLanes& samples) const;

private:
    using Cells = std::array<AxisCells, 3>;

    void find(int axis, std::uint32_t row, std::size_t first, std::size_t places, AxisCells& cells) const;
    void sample_slice(const Node* nodes, const Cells& cells, std::size_t places, SampleLanes& samples) const;
    [[nodiscard]] bool sample_along_x(const Node* nodes, const Cells& cells, std::size_t places,
                                      SampleLanes& samples) const;

    const Field& field_;
    PixelPlane plane_;
    const std::vector<double>& parts_;
    glm::ivec3 dims_;
    bool is_nearest_, is_along_x_;
    std::size_t before_ = 0, after_ = 0;          ///< time slices
    float part_;                                  ///< part of the way from one to the other
    std::optional<std::array<float, 3>> metric_;  ///< factors, where the scalar is the velocity's length
};

}  // namespace farfield::compute
