#include "compute_node/particles/particle_limits.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace farfield::compute {

namespace {

void check_range(const char* name, std::uint64_t value, std::uint64_t lo, std::uint64_t hi)
{
    if (value < lo || value > hi)
        throw std::runtime_error(fmt::format("{} must be from {} to {}, found {}", name, lo, hi, value));
}

void check_settings(const ParticleSettings& settings, const ParticleLimits& limits)
{
    const auto step = static_cast<float>(settings.step);
    if (!std::isfinite(step) || step == 0.0F)
        throw std::runtime_error(fmt::format("step must be finite and not 0, found {}", settings.step));
    if (!std::isfinite(settings.time.start))
        throw std::runtime_error(
            fmt::format("time.start must be a finite number, found {}", settings.time.start));
    check_range("steps_per_frame", settings.steps_per_frame, 1, limits.max_steps_per_frame);
    check_range("max_age_frames", settings.max_age_frames, 1, limits.max_age_frames);
    if (settings.threads < 0)
        throw std::runtime_error(fmt::format("threads must be 0 or more, found {}", settings.threads));
}

}  // namespace

std::uint64_t check_particles(const std::vector<model::Rake>& rakes, const ParticleSettings& settings,
                              const ParticleLimits& limits)
{
    check_settings(settings, limits);
    if (rakes.size() > limits.max_rakes)
        throw std::runtime_error(
            fmt::format("{} rakes exceed max_rakes = {}", rakes.size(), limits.max_rakes));
    std::uint64_t particles = 0;
    for (std::size_t i = 0; i < rakes.size(); ++i) {
        model::check_rake(rakes[i], i);
        const std::uint64_t seeds = rakes[i].seeds();
        if (seeds > limits.max_seeds_per_rake)
            throw std::runtime_error(fmt::format("rake {} has {} seeds: max_seeds_per_rake is {}", i, seeds,
                                                 limits.max_seeds_per_rake));
        particles +=
            seeds * rakes[i].particles_per_seed;  // at most 2^20 x 2^32 each and checked at once: no overflow
        if (particles > limits.max_particles)
            throw std::runtime_error(fmt::format("rakes 0 to {} make {} particles: max_particles is {}", i,
                                                 particles, limits.max_particles));
    }
    return particles;
}

}  // namespace farfield::compute
