#pragma once

#include "compute_node/volumes/boundaries/boundary_faces.h"
#include "compute_node/volumes/scalar_field.h"
#include "compute_node/volumes/surfaces/cell_region.h"
#include "compute_node/volumes/surfaces/surface_output.h"
#include "model/geometry/octahedral.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfield::compute {

/// Triangles or segments with nodes of a grid as vertices.
struct BoundaryElements {
    struct Vertex {
        std::uint32_t node = 0;
        model::Octahedral normal = model::no_direction;
    };
    std::vector<Vertex> vertices = {};
    std::vector<std::uint32_t> corners = {};  ///< corners of all elements, one after another
    std::size_t per_element = 3;              ///< 3 triangles, 2 segments

    [[nodiscard]] std::size_t elements() const { return corners.size() / per_element; }
};

/// The faces of a patch as triangles. A quad is cut along its shorter diagonal, of equals along that from its
/// lowest-numbered corner. Faces with normals that differ by less than 30 degrees share a node's vertex, with
/// their mean normal, weighted by area. region: only faces with all corners in it; absent: all.
[[nodiscard]] BoundaryElements triangles_of(const BoundaryPatch& patch, const VolumeGrid& volume,
                                            const std::optional<CellRegion>& region);
/// The segments of a patch.
[[nodiscard]] BoundaryElements segments_of(const BoundaryPatch& patch, const VolumeGrid& volume,
                                           const std::optional<CellRegion>& region);

/// Elements that are sent together.
struct BoundaryPart {
    std::size_t first = 0, end = 0;  ///< elements
    SurfaceCount count = {};
};

/// Parts of at most so many bytes; at least one, which may be empty.
[[nodiscard]] std::vector<BoundaryPart> parts_of(const BoundaryElements& elements, std::uint64_t part_bytes);

/// Writes a part into a payload, behind the preamble's place. scalar: of the vertices; null: NaN.
void write_part(const BoundaryElements& elements, const BoundaryPart& part, const VolumeGrid& volume,
                const ScalarField* scalar, std::span<std::byte> payload);

}  // namespace farfield::compute
