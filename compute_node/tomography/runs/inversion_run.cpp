#include "compute_node/tomography/runs/inversion_run.h"

#include "compute_node/support/parallel.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <charconv>
#include <limits>
#include <stdexcept>
#include <string_view>

namespace farfield::tomography {

namespace {

constexpr double mine_spacing = 1.0;
constexpr std::string_view mine_name = "mine", mine_prefix = "mine:";

double mine_spacing_of(const StatedLattice& stated)
{
    return stated.spacing > 0.0 ? stated.spacing : mine_spacing;
}

double fastest_of(const InversionSettings& settings)
{
    return settings.limits ? settings.limits->highest : std::numeric_limits<double>::infinity();
}

/// The length of all straight rays over the sum of all times.
double mean_velocity(const Survey& survey)
{
    double metres = 0.0, seconds = 0.0;
    for (const Datum& datum : survey.data) {
        metres += glm::distance(survey.sources[datum.source], survey.receivers[datum.receiver]);
        seconds += datum.time;
    }
    return metres / seconds;
}

void check_sigma(const RunSettings& settings, const Survey& survey)
{
    for (const Datum& datum : survey.data)
        if (settings.inversion.sigma == 0.0 && !(datum.sigma > 0.0))
            throw std::runtime_error(
                "expected the noise of the times: a column sigma of numbers above 0, or --noise SECONDS");
}

/// Of the settings' survey; lattice and start are the caller's.
RunInput times_of(const RunSettings& settings, const std::atomic<bool>* cancelled)
{
    RunInput input;
    if (const auto seed = mine_seed(settings.times)) {
        input.mine.emplace(*seed);
        input.survey = input.mine->survey(mine_spacing_of(settings.lattice),
                                          settings.inversion.eikonal.threads, cancelled);
    } else {
        input.survey = read_survey(settings.times, settings.units, fastest_of(settings.inversion), cancelled);
    }
    return input;
}

}  // namespace

std::optional<std::uint64_t> mine_seed(const std::string& times)
{
    if (times == mine_name) return 1;
    if (!times.starts_with(mine_prefix)) return std::nullopt;
    std::uint64_t seed = 0;
    const char* const last = times.data() + times.size();
    const auto [end, error] = std::from_chars(times.data() + mine_prefix.size(), last, seed);
    if (error != std::errc{} || end != last)
        throw std::runtime_error(fmt::format("expected mine or mine:SEED, found '{}'", times));
    return seed;
}

Lattice mine_lattice(const StatedLattice& stated)
{
    return Mine::lattice(mine_spacing_of(stated));
}

RunInput run_input(const RunSettings& settings, const compute::FieldReader& reader,
                   const std::atomic<bool>* cancelled)
{
    RunInput input = times_of(settings, cancelled);
    if (is_set(cancelled)) return input;
    check_sigma(settings, input.survey);
    input.lattice = input.mine && !settings.lattice.box ? mine_lattice(settings.lattice)
                                                        : lattice_for(settings.lattice, input.survey);
    const std::string start =
        settings.start.empty() ? fmt::format("{}", mean_velocity(input.survey)) : settings.start;
    input.medium = velocity_model(start, reader);
    input.start = slowness_on(input.lattice, input.medium);
    return input;
}

}  // namespace farfield::tomography
