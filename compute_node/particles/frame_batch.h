#pragma once

#include "compute_node/particles/particle_clock.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/particles/particle_system.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// A rake that has an injection.
struct InjectedRake {
    Injection injection;
    std::uint32_t per_seed = 1;
};

/// What it allows in the frame at a program's time, which follows the frame before after frame_time.
[[nodiscard]] Turn turn_of(const InjectedRake& rake, double time, double frame_time);

/// Consecutive frames that are made at once. Serves one batch after the other, and then takes no memory.
class FrameBatch {
public:
    void clear();
    /// The next frame of the batch; at most max_frames_at_once. elapsed: the program's time in it. output:
    /// where its first particle goes, or null; the same for all frames of a batch.
    void add(const ParticleClock& clock, const ParticleSettings& settings, double elapsed,
             std::byte* output = nullptr);
    /// What each injection of the state allows in the frame just added.
    void add_turns(std::span<const InjectedRake> rakes, double time, double frame_time);
    [[nodiscard]] bool is_full() const { return alive_.size() == max_frames_at_once; }

    /// Advances all tiles on OpenMP threads. Returns how many particles are alive in each frame, valid until
    /// the batch is changed.
    std::span<const std::uint64_t> advance(const Field& field, ParticleState& state,
                                           const ParticleSettings& settings,
                                           ByteOrder order = ByteOrder::Native);

private:
    std::vector<StepTimes> times_;
    std::vector<std::byte*> outputs_;
    std::vector<Turn> turns_;
    std::vector<std::uint64_t> alive_;
};

}  // namespace farfield::compute
