#pragma once

#include "compute_node/grids/trilinear.h"
#include "compute_node/grids/uniform_grid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

/// Rows of places in a lattice, blended in vectors: the inner loop of slices. A place outside has NaN as its
/// fraction in the cell, so that its sample is NaN, like one beside an invalid node. The arithmetic is that
/// of trilinear() and UniformGrid::locate(), operation by operation, so that the bits are those of
/// sample_at().
namespace farfield::compute {

/// Number of places that are computed together: their data stay in the nearest cache.
inline constexpr std::size_t places_at_once = 256;
/// Number of elements more in arrays: vectors are read and written whole.
inline constexpr std::size_t beyond_places = 32;

template <class T>
using OfPlaces = std::array<T, places_at_once + beyond_places>;

/// A coordinate of places along a row: origin + part * edge_u + row, in binary64, minus zero, in binary32.
/// NaN where it is not within the region.
struct RowAxis {
    double origin = 0.0, edge_u = 0.0, row = 0.0, zero = 0.0;
    double region_lo = -std::numeric_limits<double>::infinity();
    double region_hi = std::numeric_limits<double>::infinity();
};

/// Cells of places along one axis, and the fraction within: NaN outside the domain, where the cell is the
/// nearest one or any other.
struct AxisCells {
    OfPlaces<std::int32_t> cell;
    OfPlaces<float> fraction;
};

/// Nodes or samples, lane by lane of a Node.
struct SampleLanes {
    std::array<OfPlaces<float>, 4> of;
};

/// Computes positions. parts: of edge_u, beyond_places longer than the places.
void positions_along(const RowAxis& axis, const double* parts, std::size_t places, float* positions) noexcept;

/// Finds cells along one axis of a grid that is not periodic.
void find_cells(const UniformGrid& grid, int axis, const float* positions, std::size_t places,
                AxisCells& cells) noexcept;

/// Interpolates in a cell for each place. nodes: all of a lattice, at one time.
void blend_cells(const Node* nodes, glm::ivec3 dims, const std::array<AxisCells, 3>& cells,
                 std::size_t places, SampleLanes& samples) noexcept;

/// Blends four rows of nodes to one, at a fraction in y and z: nodes `first` and so on, at most
/// places_at_once
/// + 1, of the cells' row that begins at `row`.
void blend_nodes(const Node* row, glm::ivec3 dims, float y, float z, std::size_t count,
                 SampleLanes& blended) noexcept;

/// Interpolates along x in a row of nodes of which the first one is node `first`.
void blend_row(const SampleLanes& nodes, std::int32_t first, const AxisCells& cells, std::size_t places,
               SampleLanes& samples) noexcept;

/// Makes the fourth lane the length of the other three, each times a factor.
void measure_lengths(const std::array<float, 3>& factors, std::size_t places, SampleLanes& samples) noexcept;

}  // namespace farfield::compute
