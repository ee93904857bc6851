#pragma once

#include "compute_node/volumes/surfaces/lattice_surface.h"
#include "compute_node/volumes/surfaces/surface_output.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

inline constexpr std::size_t slab_runs = 64;  ///< runs of tetrahedra that make a slab

/// The isosurface of a mesh by marching tetrahedra over runs of 64 (bricks.h). A vertex is shared by the
/// triangles of a run, through the sorted numbers of its edge's two nodes; between runs it exists twice,
/// with the same bits. Normals come from gradients at the nodes: the mean of those of the tetrahedra about a
/// node, weighted by volume. Bits do not depend on the number of threads. Memory is used again.
class MeshSurface {
public:
    /// Appends the slabs of the mesh, 64 runs each. False when it was cancelled.
    [[nodiscard]] bool count(const CutRequest& request, std::vector<SlabCount>& slabs);

    /// Writes slabs, as LatticeSurface::write(). gradients: [nodes] of the field.
    [[nodiscard]] bool write(const CutRequest& request, int first, int end,
                             std::span<const glm::vec3> gradients, const ScalarField* colour,
                             const SurfaceOutput& to);

private:
    struct Run {
        std::uint64_t first_key = 0;  ///< among keys_
        std::uint32_t keys = 0;       ///< distinct ones: vertices
        std::uint32_t triangles = 0;
    };
    void take_runs(const CutRequest& request);
    void sort_keys(const CutRequest& request, std::size_t run);

    std::vector<Run> runs_;
    std::vector<std::uint64_t> keys_;  ///< lower node << 32 | higher node, of one run after another
};

/// Gradients of a mesh's scalar at its nodes; 0 where there is no valid tetrahedron.
[[nodiscard]] std::vector<glm::vec3> mesh_gradients(const VolumeGrid& grid, std::span<const float> values);

}  // namespace farfield::compute
