#pragma once

#include "compute_node/volumes/boundaries/boundary_source.h"
#include "model/programs/boundary.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace farfield::compute {

/// A triangle or a quad of nodes, which go round counter-clockwise seen from the valid side.
struct BoundaryFace {
    std::array<std::uint32_t, 4> nodes{};
    std::uint8_t corners = 4;
};

/// Faces and segments of one surface.
struct BoundaryPatch {
    std::vector<BoundaryFace> faces = {};
    std::vector<std::array<std::uint32_t, 2>> segments = {};  ///< the coast; the edge of a flat mesh
    std::optional<std::uint32_t> block = std::nullopt;        ///< the block, where all faces are of one
};

/// Finds the faces of each kind; empty where there is none. The last cell along each axis is included. Throws
/// std::runtime_error for a block, an axis of a mesh, or a plane that does not exist.
[[nodiscard]] BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryPlane& plane);
[[nodiscard]] BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryFaces& faces);
[[nodiscard]] BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryNoSlip& no_slip);
[[nodiscard]] BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryWalls& walls);
[[nodiscard]] BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryOuter& outer);
[[nodiscard]] BoundaryPatch find_faces(const BoundarySource& source, const model::BoundaryLand& land);

/// Largest number of cells: a viewer takes surfaces of 32 MiB, of some 50 bytes a cell.
inline constexpr std::size_t max_suggested_land_cells = 500'000;

/// The surfaces that show a dataset's boundary: `walls` where nodes are blanked, `no-slip` where quads stand
/// still, `outer` for a mesh, `land` for a NetCDF grid with invalid nodes, unless it has too many cells.
[[nodiscard]] std::vector<model::BoundarySurface> suggested_boundary(const BoundarySource& source);

}  // namespace farfield::compute
