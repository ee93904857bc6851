#pragma once

#include "compute_node/particles/frame_batch.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/particles/particle_system.h"

#include <atomic>
#include <vector>

namespace farfield::compute {

/// Particles of one rake before its frame 0, which has the program's time `elapsed`; when `developed`, as
/// they are before frame A + 1 of an undeveloped run. abandoned: null, or a flag; once it is true this soon
/// returns a state of no use.
[[nodiscard]] ParticleState release_rake(const FieldSource& source, const model::Rake& rake,
                                         const ParticleSettings& settings, bool developed, double elapsed,
                                         const std::atomic<bool>* abandoned = nullptr);

/// Looks the seeds up in a field of the same vectors with another scalar. Particles go on, but for those of a
/// seed that is invalid now; those of a seed that is valid now are released in the next frame.
void sample_seeds_again(const FieldSource& field, ParticleState& state);

/// RK4 steps that developing a rake takes. more_particles: added to the rake's own in each step's cost.
[[nodiscard]] std::uint64_t developing_steps(const Field& field, const model::Rake& rake,
                                             const ParticleSettings& settings,
                                             std::uint64_t more_particles = 0);

/// Ranges of one rake's particles and seeds in the state of all rakes.
struct RakeRange {
    std::size_t first_particle = 0, particles = 0;
    std::size_t first_seed = 0, seeds = 0;
};

/// The range of the only rake of a state.
[[nodiscard]] RakeRange whole_range(const ParticleState& state);

/// Notes in the state which particles wait for release slots; returns the rakes that have an injection.
[[nodiscard]] std::vector<InjectedRake> note_injections(ParticleState& state,
                                                        const std::vector<model::Rake>& rakes,
                                                        const std::vector<RakeRange>& ranges);

/// Copies a rake's particles and seeds behind those already in `to`, and returns their new ranges.
/// first_particle: number of particles of `to` that are filled.
RakeRange append_rake(ParticleState& to, std::size_t first_particle, const ParticleState& from,
                      const RakeRange& range);

}  // namespace farfield::compute
