#pragma once

#include "compute_node/particles/particle_clock.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/particles/particle_system.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// Consecutive frames that are made at once. Serves one batch after the other, and then takes no memory.
class FrameBatch {
public:
    void clear();
    /// The next frame of the batch; at most max_frames_at_once. elapsed: the program's time in it. output:
    /// where its first particle goes, or null; the same for all frames of a batch.
    void add(const ParticleClock& clock, const ParticleSettings& settings, double elapsed,
             std::byte* output = nullptr);
    [[nodiscard]] bool is_full() const { return alive_.size() == max_frames_at_once; }

    /// Advances all tiles on OpenMP threads. Returns how many particles are alive in each frame, valid until
    /// the batch is changed.
    std::span<const std::uint64_t> advance(const Field& field, ParticleState& state,
                                           const ParticleSettings& settings,
                                           ByteOrder order = ByteOrder::Native);

private:
    std::vector<StepTimes> times_;
    std::vector<std::byte*> outputs_;
    std::vector<std::uint64_t> alive_;
};

}  // namespace farfield::compute
