#include "app/viewer/program_calls.h"

#include <algorithm>

#include "net/messages.h"

namespace farfield::app {

std::uint64_t bytes_of_frame(std::uint64_t particles) noexcept
{
    return net::particle_preamble_bytes + net::particle_bytes * particles;
}

net::ParticleParams all_params(const std::vector<net::Rake>& rakes, const ParticleSettings& settings)
{
    net::ParticleParams params;
    params.rakes = rakes;
    params.step = settings.step;
    params.steps_per_frame = settings.steps_per_frame;
    params.max_age_frames = settings.max_age_frames;
    params.scalar = settings.scalar;
    params.developed = settings.developed;
    return params;
}

net::ParticleParams changed_params(const std::vector<net::Rake>& old_rakes,
                                   const ParticleSettings& old_settings, const std::vector<net::Rake>& rakes,
                                   const ParticleSettings& settings)
{
    auto params = all_params(rakes, settings);
    if (rakes == old_rakes) params.rakes.reset();
    if (settings.step == old_settings.step) params.step.reset();
    if (settings.steps_per_frame == old_settings.steps_per_frame) params.steps_per_frame.reset();
    if (settings.max_age_frames == old_settings.max_age_frames) params.max_age_frames.reset();
    if (settings.scalar == old_settings.scalar) params.scalar.reset();
    if (settings.developed == old_settings.developed) params.developed.reset();
    return params;
}

std::string choose_dataset(const std::vector<net::DatasetEntry>& datasets, const std::string& open,
                           const std::string& preferred)
{
    const auto named = [&](const std::string& name) {
        return std::ranges::find(datasets, name, &net::DatasetEntry::name);
    };
    if (!open.empty() && named(open) != datasets.end()) return open;
    if (!preferred.empty()) return preferred;  // also when it is not listed: the node then says why not
    for (const auto* kind : {"recording", "file"}) {
        const auto found = std::ranges::find(datasets, kind, &net::DatasetEntry::kind);
        if (found != datasets.end()) return found->name;
    }
    const auto show_piece = named("analytic:tornado");
    return show_piece != datasets.end() ? show_piece->name : datasets.front().name;
}

}  // namespace farfield::app
