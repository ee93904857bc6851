#pragma once

#include "compute_node/tomography/eikonal/padded_lattice.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace farfield::tomography {

/// Largest number of sources that are solved for at once, a lane each.
inline constexpr std::size_t max_lanes = 16;

/// Nodes along each side of a block, the unit that is swept or found at rest.
inline constexpr int block_nodes = 8;

/// Time at nodes that no wave has reached: greater than any time.
inline constexpr float unreached = 1e10F;

/// The sources of a batch, a lane each.
struct SourceLanes {
    alignas(64) std::array<float, max_lanes> x{}, y{}, z{};  ///< positions, in nodes from the first
    alignas(64) std::array<float, max_lanes> step{};         ///< slowness at the source times spacing, s
    alignas(64) std::array<float, max_lanes> tolerance{};    ///< smaller changes of a time are ignored, s
};

/// Kind of a sweep, by its changes of the times.
enum class SweepPass : std::uint8_t {
    FirstOrder,  ///< first-order differences; times only fall
    SecondOrder,
    Falling,  ///< second order; times only fall, so that sweeps come to rest
};

/// The arrays of one batch that a sweep reads and writes; all [padded nodes].
struct SweepArrays {
    PaddedLattice lattice;
    std::size_t lanes = 0;                ///< 4, 8 or 16
    const float* steps = nullptr;         ///< slowness times spacing, s
    const std::uint16_t* held = nullptr;  ///< a bit for each lane with a fixed time there
    float* times = nullptr;  ///< [padded nodes][lanes], s: time less distance x slowness at the source
    SourceLanes sources;
};

/// Changes of a block's results by a sweep.
struct SweepChange {
    /// Bits 2a and 2a + 1: a node within two of the block's lower or upper face along axis a has changed.
    unsigned faces = 0;
    std::uint32_t lanes = 0;  ///< a bit for each lane with a change
};

/// The lanes of this machine's vectors: 4, 8 or 16.
[[nodiscard]] std::size_t vector_lanes();

/// Sweeps one block in Gauss-Seidel order: each node takes the time that its neighbours' times give by an
/// upwind difference of |grad T| = slowness, with T = T0 + tau and T0 = distance times the source's slowness
/// (additive factoring: Luo, Qian, "Fast sweeping methods for factored anisotropic eikonal equations", J.
/// Sci. Comput. 52 (2012); sweeping: Zhao, Math. Comp. 74 (2005)). Lanes do not depend on each other.
/// first: the block's lowest node; towards: bit a is set where axis a is swept downwards.
SweepChange sweep_block(const SweepArrays& arrays, SweepPass pass, glm::ivec3 first,
                        unsigned towards) noexcept;

}  // namespace farfield::tomography
