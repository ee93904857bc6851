#pragma once

#include "compute_node/particles/particle_system.h"
#include "model/rakes/rakes.h"
#include "model/rakes/seeds.h"

#include <cstdint>
#include <vector>

namespace farfield::node {

/// The number of particles of the rakes; a slice or isovalue counts with all the seeds that it may have.
/// Arithmetic alone: nothing is looked for, and no memory is taken. Throws net::RpcError with the limit that
/// is exceeded.
std::uint64_t check_rake_limits(const std::vector<model::Rake>& rakes, const compute::ParticleLimits& limits);

}  // namespace farfield::node
