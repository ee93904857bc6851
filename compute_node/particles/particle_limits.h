#pragma once

#include "compute_node/particles/particle_system.h"

#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Particles that these rakes make. Throws std::runtime_error naming the first setting, rake or limit that is
/// wrong; takes no memory for seeds or particles.
std::uint64_t check_particles(const std::vector<model::Rake>& rakes, const ParticleSettings& settings,
                              const ParticleLimits& limits);

}  // namespace farfield::compute
