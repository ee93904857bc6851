#pragma once

#include "compute_node/particles/particle_system.h"

#include <cstdint>
#include <vector>

namespace farfield::compute {

/// The number of particles that these rakes make; a slice or isovalue counts with all the seeds that it may
/// have. Arithmetic alone: no seed is looked for, and no memory is taken. Throws model::LimitError.
std::uint64_t count_particles(const std::vector<model::Rake>& rakes, const ParticleLimits& limits);

/// The number of particles of a system with these settings. Throws model::LimitError, and std::runtime_error
/// naming the first setting or rake that is wrong.
std::uint64_t check_particles(const std::vector<model::Rake>& rakes, const ParticleSettings& settings,
                              const ParticleLimits& limits);

}  // namespace farfield::compute
