#include "compute_node/terrain/sight/sight.h"
#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/one_process.h"
#include "compute_node/commands/row_command.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

namespace farfield::node {

namespace {

struct SightOptions {
    RowCommand rows;
    std::string pairs, targets;    ///< files of rows; one of the two is given
    std::vector<double> observer;  ///< x, y, h; empty where rows have their own
    terrain::SightSettings settings;
};

struct Ends {
    terrain::SightEnd observer, target;
};

/// Ends of a row's line of sight. observer: the one of all rows, or empty.
Ends ends_of(std::span<const double> observer, std::span<const double> numbers)
{
    const std::span<const double> from = observer.empty() ? numbers.first(3) : observer;
    const std::span<const double> to = numbers.last(3);
    return {{from[0], from[1], from[2]}, {to[0], to[1], to[2]}};
}

void append(std::uint64_t row, const terrain::SightAnswer& answer, bool has_clearance, std::string& text)
{
    const terrain::SightPoint& at = answer.blocked;
    const auto end = std::back_inserter(text);
    fmt::format_to(end, "{},{},{},{},{},{},{}", row, terrain::to_string(answer.sighting), at.place.x,
                   at.place.y, at.place.z, at.distance, answer.voids ? "yes" : "no");
    if (has_clearance)
        fmt::format_to(end, ",{},{},{}", answer.clearance, answer.nearest.place.x, answer.nearest.place.y);
    text += '\n';
}

/// The transform that answers rows, which keeps `lines`.
CsvTransform transform_with(const std::shared_ptr<const terrain::SightLines>& lines,
                            const SightOptions& options)
{
    const bool has_clearance = options.settings.clearance;
    const auto answer = [lines, has_clearance, observer = options.observer](
                            std::uint64_t row, std::span<const double> numbers, std::string& text) {
        const Ends ends = ends_of(observer, numbers);
        append(row, lines->look(ends.observer, ends.target), has_clearance, text);
    };
    const auto no_fault = [](std::span<const double>) { return std::string{}; };
    std::string header = "pair,visible,blocked_x,blocked_y,blocked_z,blocked_distance,holes";
    if (has_clearance) header += ",clearance,clearance_x,clearance_y";
    return {header, no_fault, answer};
}

void check_usage(const SightOptions& options)
{
    if (options.pairs.empty() == options.targets.empty())
        throw CLI::RequiredError("one of --pairs, and --observer with --targets,");
    if (options.observer.empty() != options.targets.empty())
        throw CLI::RequiredError("--observer and --targets: either with the other");
    if (!std::ranges::all_of(options.observer, [](double x) { return std::isfinite(x); }))
        throw CLI::ValidationError("--observer", "expected three finite numbers");
}

int run(SightOptions options)
{
    check_usage(options);
    options.rows.rows = options.pairs.empty() ? options.targets : options.pairs;
    options.settings.curvature = options.rows.earth.curvature();
    model::CsvColumns columns{"sight lines", {"tx", "ty", "th"}};
    if (options.observer.empty()) columns.names = {"ox", "oy", "oh", "tx", "ty", "th"};
    return run_row_command(options.rows, columns, [&](const terrain::Terrain& terrain) {
        return transform_with(std::make_shared<const terrain::SightLines>(terrain, options.settings),
                              options);
    });
}

void add_ends(CLI::App& command, SightOptions& options)
{
    command.add_option("--pairs", options.pairs,
                       "CSV with the columns ox,oy,oh (observer: the terrain's coordinates, metres above "
                       "ground) and tx,ty,th (target)");
    command.add_option("--observer", options.observer, "X,Y,H: one for all targets; metres above ground")
        ->delimiter(',')
        ->expected(3);
    command.add_option("--targets", options.targets, "CSV with the columns tx,ty,th");
    command.add_flag("--absolute", options.settings.absolute,
                     "Heights of observers and targets are above the terrain's datum");
    command.add_flag("--clearance", options.settings.clearance,
                     "Also how far each line passes above the ground at least, or below its crest");
}

}  // namespace

void add_sight_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<SightOptions>();
    CLI::App* command = program.add_subcommand(
        "sight", "Says which targets are seen over a terrain, and what blocks the others");
    add_row_options(*command, options->rows);
    add_ends(*command, *options);
    command->footer(
        "Writes pair,visible,blocked_x,blocked_y,blocked_z,blocked_distance,holes (with --clearance also\n"
        "clearance,clearance_x,clearance_y); visible is yes, no, off-map or no-height.\n"
        "Example: farfield-node sight N46E008.hgt --pairs pairs.csv --curvature --out sight.csv\n"
        "         farfield-node sight N46E008.hgt --observer 8.5,46.5,2 --targets masts.csv --out sight.csv");
    command->callback([options, &action] {
        expect_one_process("sight");
        action = [options] { return run(*options); };
    });
}

}  // namespace farfield::node
