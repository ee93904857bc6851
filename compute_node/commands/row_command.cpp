#include "compute_node/commands/row_command.h"

#include "compute_node/commands/row_progress.h"
#include "compute_node/commands/stop_signals.h"
#include "compute_node/commands/validators.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace farfield::compute {

namespace {

/// The answers are not written over what they come from.
void check_out(const RowCommand& options)
{
    std::vector<std::string> inputs = options.names;
    inputs.push_back(options.rows);
    for (const std::string& input : inputs) {
        std::error_code none_there;
        if (std::filesystem::equivalent(options.out, input, none_there))
            throw std::runtime_error(fmt::format("--out: '{}' is '{}', which is read", options.out, input));
    }
}

Terrain load(const RowCommand& options, RowProgress& report, const std::atomic<bool>& cancelled)
{
    const BuildWatch watch{[&](double part) { report.show(part, "reading heights"); }, &cancelled};
    try {
        return load_terrain(options.names, options.heights, watch);
    } catch (const std::runtime_error&) {
        if (!cancelled) throw;
    }
    throw std::runtime_error(fmt::format("interrupted; '{}' was not written", options.out));
}

}  // namespace

void add_row_options(CLI::App& command, RowCommand& options)
{
    command
        .add_option("DEM", options.names,
                    "Files of heights, several as one terrain, or built in: fractal:N[:SEED]")
        ->required();
    command.add_option("--out", options.out, "CSV file to write")->required();
    command.add_flag("--curvature", options.is_curved,
                     "The Earth's curvature, less what refraction makes up for; flat unless told");
    command
        .add_option("--refraction", options.refraction,
                    "Of the Earth's curvature, how much light bends along: 0.13 near the ground, 0.25 for "
                    "radio; with --curvature")
        ->check(at_least(0.0))
        ->capture_default_str();
    add_height_options(command, options.heights);
    command.add_option("--threads", options.threads, "0 takes as many as there are cores")
        ->check(thread_number())
        ->capture_default_str();
}

int run_row_command(const RowCommand& options, const CsvColumns& columns,
                    const std::function<RowAnswers(const Terrain&)>& answers_from)
{
    std::atomic<bool> cancelled{false};
    StopSignals signals;
    signals.call([&] { cancelled = true; });
    check_out(options);
    CsvRows rows{options.rows, columns};
    WholeText out{options.out};
    RowProgress report;
    const Terrain terrain = load(options, report, cancelled);
    const auto show = [&](double part, std::uint64_t count) { report.show(part, count, columns.things); };
    answer_rows(rows, out, answers_from(terrain), options.threads, {show, &cancelled});
    report.end();
    if (cancelled) throw std::runtime_error(fmt::format("interrupted; '{}' was not written", options.out));
    out.finish();
    return 0;
}

}  // namespace farfield::compute
