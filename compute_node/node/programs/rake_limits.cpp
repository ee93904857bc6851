#include "compute_node/node/programs/rake_limits.h"

#include "net/message/control_messages.h"

namespace farfield::node {

std::uint64_t check_rake_limits(const std::vector<compute::Rake>& rakes,
                                const compute::ParticleLimits& limits)
{
    if (rakes.size() > limits.max_rakes) throw net::limit_error("max_rakes", limits.max_rakes, rakes.size());
    std::uint64_t particles = 0;
    for (const compute::Rake& rake : rakes) {
        const std::uint64_t seeds = compute::seed_count(rake);
        if (seeds > limits.max_seeds_per_rake)
            throw net::limit_error("max_seeds_per_rake", limits.max_seeds_per_rake, seeds);
        particles += seeds * rake.particles_per_seed;  // at most 2^20 x 2^32, for at most 2^10 rakes
        if (particles > limits.max_particles)
            throw net::limit_error("max_particles", limits.max_particles, particles);
    }
    return particles;
}

void check_asked_rakes(const std::vector<model::Rake>& rakes, const compute::ParticleLimits& limits)
{
    if (rakes.size() > limits.max_rakes) throw net::limit_error("max_rakes", limits.max_rakes, rakes.size());
    std::uint64_t particles = 0;
    for (const model::Rake& rake : rakes) {
        if (rake.seeds() > limits.max_seeds_per_rake)
            throw net::limit_error("max_seeds_per_rake", limits.max_seeds_per_rake, rake.seeds());
        // At most 2^20 seeds of 2^32 particles each, beside at most max_particles before.
        particles += rake.seeds() * rake.particles_per_seed;
        if (particles > limits.max_particles)
            throw net::limit_error("max_particles", limits.max_particles, particles);
    }
}

}  // namespace farfield::node
