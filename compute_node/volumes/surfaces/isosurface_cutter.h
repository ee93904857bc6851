#pragma once

#include "compute_node/volumes/surfaces/mesh_surface.h"
#include "compute_node/volumes/surfaces/surface_parts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfield::compute {

/// Cuts the isosurfaces of fields on any grid, part after part. Memory is used again.
/// Threads: one call at a time.
class IsosurfaceCutter {
public:
    /// The slabs of a surface, blocks one after another, with exact counts; empty when it was cancelled.
    [[nodiscard]] std::vector<SlabCount> count(const CutRequest& request);

    /// Writes a part of a surface into a payload of bytes_of(part.count), behind the preamble's place. slabs:
    /// those of the surface. False when it was cancelled.
    [[nodiscard]] bool write(const CutRequest& request, std::span<const SlabCount> slabs,
                             const SurfacePart& part, const ScalarField* colour,
                             std::span<std::byte> payload);

private:
    [[nodiscard]] bool count_block(const CutRequest& request, std::size_t block,
                                   std::vector<SlabCount>& slabs);
    [[nodiscard]] bool is_counted(const CutRequest& request, std::size_t block) const;
    [[nodiscard]] bool write_slabs(const CutRequest& request, std::size_t block, int first, int end,
                                   const ScalarField* colour, const SurfaceOutput& to);

    LatticeSurface lattice_;
    MeshSurface mesh_;
    // The surface that was counted last: it need not be counted again.
    FixedArray<float> counted_values_;
    float counted_value_ = 0.0F;
    std::optional<CellRegion> counted_region_;
    std::size_t counted_block_ = 0;
    // Gradients of a mesh's field.
    FixedArray<float> gradients_of_;
    std::vector<glm::vec3> gradients_;
};

}  // namespace farfield::compute
