#include "compute_node/commands/options/series_option.h"

#include "compute_node/commands/options/blocks_option.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/support/formats/known_formats.h"
#include "model/data/block_names.h"
#include "net/message/printable.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <stdexcept>

namespace farfield::node {

void add_series(CLI::App& command, SeriesOption& option)
{
    command
        .add_option("DATASET", option.names,
                    "A file, GRID SOLUTION (PLOT3D), files in time order, 'flow_*.vti' in quotes, or "
                    "analytic:NAME:N")
        ->required();
    command.add_option("--velocity", option.velocity,
                       "The vector that is the velocity; otherwise what info says");
    add_blocks(command, option.blocks);
}

compute::TimeSeries open_series(const SeriesOption& option, const std::string& out,
                                const std::shared_ptr<compute::FieldReader>& reader)
{
    std::vector<std::string> names = join_plot3d(option.names);
    for (const std::string& name : names) check_present(name);
    names.front() = model::with_blocks(names.front(), option.blocks);
    check_are_steps(names);
    if (is_analytic_name(names.front()))
        return compute::TimeSeries{open_named(names.front(), option.velocity, *reader)};
    const compute::DatasetFiles files = named_files(names, option.velocity, reader);
    check_not_read(out, files);
    return compute::series_of(files);
}

void note_time_outside(const compute::TimeSeries& series, std::optional<double> time)
{
    if (!time) return;
    const bool changes = series.slices() > 1;
    const double first = changes ? series.times().front() : 0.0, last = changes ? series.times().back() : 0.0;
    if (*time >= first && *time <= last) return;
    fmt::print(stderr,
               "farfield-node: --time {:g} is outside the times {:g} to {:g} s: the {} slice is taken\n",
               *time, first, last, *time < first ? "first" : "last");
}

void note_left_out(const std::string& remark)
{
    constexpr std::size_t longest = 2'000;  // bytes
    if (!remark.empty()) fmt::print(stderr, "farfield-node: {}\n", net::printable(remark, longest));
}

}  // namespace farfield::node
