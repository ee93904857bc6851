#include "compute_node/tomography/runs/inversion_run.h"

#include "compute_node/support/parallel.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace farfield::tomography {

namespace {

constexpr double mine_spacing = 1.0;
constexpr std::string_view mine_name = "mine", mine_prefix = "mine:";

double mine_spacing_of(const StatedLattice& stated)
{
    return stated.spacing > 0.0 ? stated.spacing : mine_spacing;
}

void check_mine_spacing(double spacing)
{
    constexpr double side = 16.0;  // divides the sides of the box
    const double pieces = side / spacing;
    if (!(spacing <= side) || std::abs(pieces - std::round(pieces)) > 1e-9 * pieces)
        throw std::runtime_error(fmt::format("a mine's spacing divides {:g} m, found {:g}", side, spacing));
    constexpr double blocks = 6.0 * 4.0 * 3.0;
    const double nodes = blocks * std::pow(2.0 * pieces, 3.0);  // its own times are solved for at half of it
    if (nodes > static_cast<double>(max_tomography_nodes))
        throw std::runtime_error(
            fmt::format("a spacing of {:g} m needs {:.0f} nodes for the mine's own times, "
                        "expected at most {} (max_tomography_nodes)",
                        spacing, nodes, max_tomography_nodes));
}

double fastest_of(const InversionSettings& settings)
{
    return settings.limits ? settings.limits->highest : std::numeric_limits<double>::infinity();
}

void check_sigma(const RunSettings& settings, const Survey& survey)
{
    for (const Datum& datum : survey.data)
        if (settings.inversion.sigma == 0.0 && !(datum.sigma > 0.0))
            throw std::runtime_error("expected the noise of the times: a column sigma of numbers above 0, or "
                                     "a noise in seconds (option --noise)");
    const auto median = [&](const auto& value) {
        std::vector<double> values;
        for (const Datum& datum : survey.data) values.push_back(value(datum));
        const auto middle = values.begin() + std::ssize(values) / 2;
        std::ranges::nth_element(values, middle);
        return *middle;
    };
    const double time = median([](const Datum& datum) { return datum.time; });
    const double noise = median([&](const Datum& datum) {
        return settings.inversion.sigma > 0.0 ? settings.inversion.sigma : datum.sigma;
    });
    if (noise >= time)
        throw std::runtime_error(
            fmt::format("the noise of '{}' is as large as its times (medians of {:.3g} s and {:.3g} s): "
                        "nothing could be found; is one of them in another unit?",
                        settings.times, noise, time));
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

void expect_velocities(const RunSettings& settings, const Survey& survey, const SlownessModel& start)
{
    std::vector<double> speeds;
    for (const Datum& datum : survey.data)
        speeds.push_back(glm::distance(survey.sources[datum.source], survey.receivers[datum.receiver]) /
                         datum.time);
    const auto middle = speeds.begin() + std::ssize(speeds) / 2;
    std::ranges::nth_element(speeds, middle);
    double least = 30.0, most = 20'000.0;  // limits, m/s: no ground is slower or faster
    if (!settings.start.empty()) {
        constexpr double factor = 10.0;  // a ray's detours are less, units of time a thousand apart
        most = least = 0.0;
        for (const float slowness : start.slowness) {
            if (!(slowness > 0.0F)) continue;
            most = std::max(most, factor / double{slowness});
            least = least == 0.0 ? most : std::min(least, 1.0 / (factor * double{slowness}));
        }
    }
    if (*middle >= least && *middle <= most) return;
    throw std::runtime_error(fmt::format("the straight rays of '{}' have a median velocity of {:.3g} m/s, "
                                         "expected {:.3g} to {:.3g}{}; are its "
                                         "units others (--time-unit, --length-unit)?",
                                         settings.times, *middle, least, most,
                                         settings.start.empty()
                                             ? ", or a start model (--start) that is about as fast"
                                             : ", a tenth and ten times that of the start model"));
}

double mean_velocity(const Survey& survey)
{
    double metres = 0.0, seconds = 0.0;
    for (const Datum& datum : survey.data) {
        metres += glm::distance(survey.sources[datum.source], survey.receivers[datum.receiver]);
        seconds += datum.time;
    }
    return metres / seconds;
}

Survey read_times(const RunSettings& settings, const std::atomic<bool>* cancelled)
{
    if (mine_seed(settings.times)) {
        check_mine_spacing(mine_spacing_of(settings.lattice));
        return Mine::sensors();
    }
    Survey survey = read_survey(settings.times, settings.units, fastest_of(settings.inversion), cancelled);
    if (!is_set(cancelled)) check_sigma(settings, survey);
    return survey;
}

Lattice run_lattice(const RunSettings& settings, const Survey& survey)
{
    if (mine_seed(settings.times) && !settings.lattice.box)
        return Mine::lattice(mine_spacing_of(settings.lattice));
    return lattice_for(settings.lattice, survey);
}

Lattice finest_lattice(const RunSettings& settings, const Lattice& lattice)
{
    return mine_seed(settings.times) ? Mine::lattice(0.5 * mine_spacing_of(settings.lattice)) : lattice;
}

RunInput run_input(const RunSettings& settings, Survey survey, const compute::FieldReader& reader,
                   const std::atomic<bool>* cancelled)
{
    RunInput input{.survey = std::move(survey), .mine = {}, .lattice = {}, .medium = {}, .start = {}};
    input.lattice = run_lattice(settings, input.survey);
    const auto lay_out = [&](const std::string& start) {
        input.medium = velocity_model(start, reader);
        input.start = slowness_on(input.lattice, input.medium);
    };
    if (!settings.start.empty())
        lay_out(settings.start);  // before a mine's times, so that errors come at once
    if (const auto seed = mine_seed(settings.times)) {
        input.mine.emplace(*seed);
        input.survey = input.mine->survey(mine_spacing_of(settings.lattice),
                                          settings.inversion.eikonal.threads, cancelled);
    }
    if (!is_set(cancelled) && settings.start.empty()) lay_out(fmt::format("{}", mean_velocity(input.survey)));
    if (!is_set(cancelled)) expect_velocities(settings, input.survey, input.start);
    return input;
}

}  // namespace farfield::tomography
