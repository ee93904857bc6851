#pragma once

#include "compute_node/particles/particle_help.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace farfield::compute {

/// A program's particles in parts that lie one after the other: the first is here, each of the others stays
/// with a helper from frame to frame.
/// Errors: as ParticleHelp says.
class DistributedParticles {
public:
    /// Particles of each part, at the least: fewer are moved in less time than their frames take to come
    /// back.
    static constexpr std::size_t least_part = 65'536;
    /// So are any, where a frame has fewer steps than this. A step among cells that have to be looked for
    /// counts four.
    static constexpr std::uint32_t least_steps = 4;

    /// Leaves the first part in `state`.
    DistributedParticles(std::unique_ptr<ParticleHelp> help, ParticleState& state);

    /// The helpers begin with their parts of these frames.
    void begin(const FrameBatch& batch, const ParticleSettings& settings, ByteOrder order);
    /// Waits for them, and puts them behind the first part. outputs: where each frame begins.
    void finish(std::span<const std::span<std::byte>> outputs, std::span<FrameCounts> counts);
    /// Gathers all particles in one state again. state: the first part. Nothing is distributed afterwards.
    void collect(ParticleState& state);

private:
    std::unique_ptr<ParticleHelp> help_;
    std::vector<std::size_t> begins_;  ///< [parts + 1] first particle of each
    std::vector<std::byte*> places_;   ///< [frames] of one part
};

}  // namespace farfield::compute
