#include "app/viewer/controls/program_calls.h"

#include <algorithm>

#include "net/message/messages.h"

namespace farfield::app {

std::uint64_t bytes_of_frame(std::uint64_t particles) noexcept
{
    return net::particle_preamble_bytes + net::particle_bytes * particles;
}

model::ParticleParams particle_params(const std::vector<model::Rake>& rakes, const ParticleSettings& settings)
{
    model::ParticleParams params;
    params.rakes = rakes;
    params.step = settings.step;
    params.steps_per_frame = settings.steps_per_frame;
    params.max_age_frames = settings.max_age_frames;
    params.scalar = settings.scalar;
    params.developed = settings.developed;
    params.time = settings.time;
    return params;
}

model::LineParams line_params(const std::vector<model::Rake>& rakes, const LineSettings& settings,
                              const std::string& scalar, std::uint32_t parts)
{
    const bool released =
        settings.kind == model::LineKind::Streakline || settings.kind == model::LineKind::Timeline;
    model::LineParams params;
    params.rakes = rakes;
    params.kind = settings.kind;
    params.direction = released ? model::LineDirection::Forward : settings.direction;
    params.integrator = settings.integrator;
    params.step = settings.step;
    params.steps = settings.steps;
    params.release_steps = settings.release_steps;
    params.scalar = scalar;
    params.parts = parts;
    return params;
}

std::vector<std::string> first_choices(const std::vector<net::DatasetEntry>& datasets,
                                       const std::string& open, const std::string& preferred)
{
    constexpr std::size_t most_choices = 8;  // a folder may be full of files that no reader takes
    const auto listed = [&](const std::string& name) {
        return std::ranges::find(datasets, name, &net::DatasetEntry::name) != datasets.end();
    };
    if (!open.empty() && listed(open)) return {open};
    if (!preferred.empty()) return {preferred};  // also when it is not listed: the node then says why not
    std::vector<std::string> choices;
    for (const auto* kind : {"recording", "file"})
        for (const auto& entry : datasets)
            if (entry.kind == kind && choices.size() < most_choices) choices.push_back(entry.name);
    const std::string show_piece = "analytic:tornado";
    if (listed(show_piece))
        choices.push_back(show_piece);
    else if (choices.empty() && !datasets.empty())
        choices.push_back(datasets.front().name);
    return choices;
}

}  // namespace farfield::app
