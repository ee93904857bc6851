#include "compute_node/particles/particle_limits.h"

#include "model/fields/errors.h"

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

std::uint64_t count_particles(const std::vector<model::Rake>& rakes, const ParticleLimits& limits)
{
    const auto check = [](const char* name, std::uint64_t most, std::uint64_t asked) {
        if (asked > most) throw model::LimitError(name, most, asked);
    };
    check("max_rakes", limits.max_rakes, rakes.size());
    std::uint64_t particles = 0;
    for (const model::Rake& rake : rakes) {
        const std::uint64_t seeds = rake.seeds();
        check("max_seeds_per_rake", limits.max_seeds_per_rake, seeds);
        particles += seeds * rake.particles_per_seed;  // at most 2^20 x 2^32, and checked at once
        check("max_particles", limits.max_particles, particles);
    }
    return particles;
}

std::uint64_t check_particles(const std::vector<model::Rake>& rakes, const ParticleSettings& settings,
                              const ParticleLimits& limits)
{
    check_settings(settings, limits);
    for (std::size_t i = 0; i < rakes.size(); ++i) model::check_rake(rakes[i], i);
    return count_particles(rakes, limits);
}

}  // namespace farfield::compute
