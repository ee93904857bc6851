#pragma once

#include "compute_node/particles/particle_help.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace farfield::compute {

/// A program's particles in consecutive parts: the first is in this process, each of the others stays with a
/// helper from frame to frame.
/// Errors: as ParticleHelp says.
class DistributedParticles {
public:
    /// Least number of particles in each part: fewer are moved in less time than their frames take to come
    /// back.
    static constexpr std::size_t least_part = 65'536;
    /// Least number of steps in a frame, for the same reason. A step among cells that have to be searched for
    /// counts four.
    static constexpr std::uint32_t least_steps = 4;

    /// Leaves the first part in `state`.
    DistributedParticles(std::unique_ptr<ParticleHelp> help, ParticleState& state);

    /// Has the helpers begin with their parts of these frames.
    void begin(const FrameBatch& batch, const ParticleSettings& settings, ByteOrder order);
    /// Waits for the helpers' parts, and puts them behind the first. outputs: where each frame begins.
    void finish(std::span<const std::span<std::byte>> outputs, std::span<FrameCounts> counts);
    /// Gathers all particles again in `state`, which has the first part. None are distributed afterwards.
    void collect(ParticleState& state);

private:
    std::unique_ptr<ParticleHelp> help_;
    std::vector<std::size_t> begins_;  ///< [parts + 1] first particle of each
    std::vector<std::byte*> places_;   ///< [frames] of one part
};

}  // namespace farfield::compute
