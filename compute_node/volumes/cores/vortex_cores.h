#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/volumes/surfaces/cell_region.h"
#include "compute_node/volumes/volume_grid.h"

#include <glm/vec3.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

namespace farfield::compute {

/// The velocities of a field's nodes at a time, linear between the slices around it, which are in memory.
/// Borrows the field. Threads: any.
class NodeVelocities {
public:
    NodeVelocities(const Field& field, float time);

    /// The velocity of a node, as nodes have it (trilinear.h); NaN where it is invalid or blanked.
    [[nodiscard]] glm::dvec3 at(std::size_t node) const;

private:
    const Node* before_ = nullptr;
    const Node* after_ = nullptr;
    float part_ = 0.0F;
};

/// A piece of a vortex core in one tetrahedron.
struct CoreSegment {
    glm::vec3 from{0.0F}, to{0.0F};  ///< positions of the grid, on two faces of the tetrahedron
    float swirl = 0.0F;              ///< imaginary part of the complex eigenvalues, radians per second
};

struct CoreSettings {
    double min_swirl = 0.0;                           ///< weaker swirl counts as none, radians per second
    std::optional<CellRegion> region = std::nullopt;  ///< takes tetrahedra with all corners in it
    std::size_t most_segments = 0;                    ///< more are not kept
};

/// The core in one tetrahedron: the places at which the velocity is parallel to the real eigenvector of its
/// gradient, where the other two eigenvalues are a complex pair. places, velocities: of its corners, the
/// velocity linear in between. Swirl that rounding of binary32 can make counts as none. Empty without a core.
[[nodiscard]] std::optional<CoreSegment> core_in(const std::array<glm::dvec3, 4>& places,
                                                 const std::array<glm::dvec3, 4>& velocities);

/// The vortex cores of a velocity, tetrahedron by tetrahedron: cells of lattices are cut into six around a
/// diagonal (Freudenthal), alike in all cells, so that neighbours agree at their faces. A core that lies in
/// a face is found on both of its sides. In the order of the cells, the same for any number of threads;
/// empty where there are more than settings.most_segments. Returns soon once `cancelled` is true, with
/// meaningless segments. Throws std::runtime_error once the thread's LongTask is not wanted any more.
/// Source: Sujudi, Haimes, "Identification of swirling flow in 3-D vector fields", AIAA 95-1715, 1995.
[[nodiscard]] std::optional<std::vector<CoreSegment>>
vortex_cores(const VolumeGrid& grid, const NodeVelocities& velocities, const CoreSettings& settings,
             const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::compute
