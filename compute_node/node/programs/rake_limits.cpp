#include "compute_node/node/programs/rake_limits.h"

#include "net/message/control_messages.h"

namespace farfield::node {

std::uint64_t check_rake_limits(const std::vector<model::Rake>& rakes, const compute::ParticleLimits& limits)
{
    if (rakes.size() > limits.max_rakes) throw net::limit_error("max_rakes", limits.max_rakes, rakes.size());
    std::uint64_t particles = 0;
    for (const model::Rake& rake : rakes) {
        const std::uint64_t seeds = rake.seeds();
        if (seeds > limits.max_seeds_per_rake)
            throw net::limit_error("max_seeds_per_rake", limits.max_seeds_per_rake, seeds);
        particles += seeds * rake.particles_per_seed;  // at most 2^20 x 2^32, for at most 2^10 rakes
        if (particles > limits.max_particles)
            throw net::limit_error("max_particles", limits.max_particles, particles);
    }
    return particles;
}

}  // namespace farfield::node
