#pragma once

#include "compute_node/particles/particle_system.h"
#include "compute_node/seeding/rake.h"
#include "model/rakes/rakes.h"
#include "net/message/control_messages.h"

#include <cstdint>
#include <vector>

namespace farfield::node {

/// Limits that an answer names in its data. Returns how many particles the rakes have. Throws net::RpcError.
std::uint64_t check_rake_limits(const std::vector<compute::Rake>& rakes,
                                const compute::ParticleLimits& limits);

/// The same for rakes as a viewer names them, by what is asked for: a slice or isovalue counts with all the
/// seeds that it may have. Arithmetic alone: nothing is looked for, and no memory is taken. Throws
/// net::RpcError.
void check_asked_rakes(const std::vector<model::Rake>& rakes, const compute::ParticleLimits& limits);

}  // namespace farfield::node
