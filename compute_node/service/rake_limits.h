#pragma once

#include "compute_node/particles/particle_system.h"
#include "compute_node/seeding/rake.h"

#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Limits that an answer names in its data. Returns how many particles the rakes have. Throws net::RpcError.
std::uint64_t check_rake_limits(const std::vector<Rake>& rakes, const ParticleLimits& limits);

}  // namespace farfield::compute
