#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/blocks_option.h"
#include "compute_node/commands/options/height_flags.h"
#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/reports/folder_report.h"
#include "compute_node/commands/reports/folder_summary.h"
#include "compute_node/commands/reports/info_report.h"
#include "compute_node/commands/reports/terrain_report.h"
#include "compute_node/datasets/memory_need.h"
#include "compute_node/support/formats/file_kinds.h"
#include "compute_node/support/formats/openfoam_case.h"
#include "compute_node/terrain/terrain_names.h"
#include "model/data/block_names.h"
#include "net/message/printable.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace farfield::node {

namespace {

constexpr std::size_t longest_fault = 2'000;  ///< bytes

struct InfoOptions {
    std::vector<std::string> names;
    std::string velocity;
    std::vector<std::string> blocks;
    bool join = false;
    bool json = false;
    bool times = false;
    bool derived = false;
    std::size_t time_step = 0;  ///< number of the time step, from 1 on; 0: the first
    terrain::HeightOptions heights;
};

/// Prints each thing's information, or gathers it for one document.
class Output {
public:
    explicit Output(bool json) : json_{json} {}

    template <class Thing>
    void add(const Thing& thing)
    {
        if (json_)
            all_.push_back(info_json(thing));
        else
            fmt::print("{}", info_text(thing));
    }

    /// Prints a line for a terminal; not in a document.
    void add_line(const std::string& line) const
    {
        if (!json_) fmt::print("{}", line);
    }

    void end() const
    {
        if (json_) fmt::print("{}\n", (all_.size() == 1 ? all_.front() : all_).dump(2));
    }

private:
    bool json_;
    nlohmann::json all_ = nlohmann::json::array();
};

void add_terrain(Output& output, const std::vector<std::string>& names, const terrain::HeightOptions& options)
{
    const auto source = terrain::open_named_terrain(names, options);
    output.add(report_on(*source));
}

void check_folder(const std::string& folder)
{
    std::error_code error;
    const std::filesystem::directory_iterator first{folder, error};
    if (error)
        throw std::runtime_error(fmt::format("cannot read the folder '{}': {}", folder, error.message()));
    if (const Format& kind = kind_of_file(folder); kind.is_known())
        throw std::runtime_error(fmt::format("cannot read '{}': {}", folder, not_read(kind)));
}

void add_folder(Output& output, const std::string& folder,
                const std::shared_ptr<const compute::FieldReader>& reader)
{
    check_folder(folder);
    FolderSummary summary;
    const bool is_all = for_each_entry(folder, {}, reader, [&](const FolderEntry& entry) {
        output.add(entry);
        summary.add(entry);
    });
    if (!is_all) fmt::print(stderr, "farfield-node: '{}' holds more than was looked at\n", folder);
    output.add_line(summary.text());
    if (summary.text().empty()) fmt::print(stderr, "farfield-node: '{}' holds no file\n", folder);
}

/// Remarks on a last step that has another grid or more arrays than the first, or cannot be read.
std::vector<std::string> remarks_on_last(const compute::TimeSeries& series)
{
    const std::size_t last = series.slices() - 1;
    if (last == 0) return {};
    std::vector<std::string> remarks;
    try {
        const compute::GridData data = series.read(last);
        if (series.grid_of(last, data) != series.first().grid())
            remarks.emplace_back("The grid changes with time: the last step has another than the first.");
        const auto& first = series.first().data().arrays;
        std::vector<std::string> more;
        for (const compute::NodeValues& array : data.arrays)
            if (std::ranges::find(first, array.name, &compute::NodeValues::name) == first.end())
                more.push_back(array.name);
        if (!more.empty())
            remarks.push_back(
                fmt::format("Later steps have arrays that the first lacks: '{}'.", fmt::join(more, "', '")));
    } catch (const std::runtime_error& error) {
        remarks.push_back(fmt::format("The last step cannot be read: {}.", error.what()));
    }
    return remarks;
}

/// Report on a series of files: one of its steps, with the times and remarks of all.
DatasetReport report_on_series(const compute::DatasetFiles& files, std::size_t step)
{
    const compute::TimeSeries series = compute::series_of(files);
    if (step >= series.slices())
        throw std::runtime_error(fmt::format("'{}' has {} time steps; expected --time-step 1 to {}, found {}",
                                             files.name, series.slices(), series.slices(), step + 1));
    compute::GridData data = series.read(step);
    data.time_steps = static_cast<std::uint32_t>(series.slices());
    for (const std::string& remark : series.info().remarks)
        if (std::ranges::find(data.remarks, remark) == data.remarks.end()) data.remarks.push_back(remark);
    std::ranges::move(remarks_on_last(series), std::back_inserter(data.remarks));
    const compute::DatasetInfo& info = series.info();
    DatasetReport report{compute::Dataset{files.name, std::move(data)}, series.times(), 0.0, info.dates};
    const double first = info.calendar.empty() ? info.utc_seconds : info.calendar_seconds;
    if (std::isfinite(first) && (info.dates.empty() || !info.calendar.empty())) {
        report.dates = report.times;
        for (double& date : report.dates) date += first;
    }
    return report;
}

void add_flow(Output& output, const std::string& file, const InfoOptions& options,
              const std::shared_ptr<compute::FieldReader>& reader)
{
    const std::string name = model::with_blocks(file, options.blocks);
    const compute::DatasetFiles files = named_files({name}, options.velocity, reader);
    const std::size_t step = options.time_step == 0 ? 0 : options.time_step - 1;
    if (files.files.size() > 1) {
        DatasetReport report = report_on_series(files, step);
        report.lists_times = options.times;
        report.has_derived_ranges = options.derived;
        output.add(report);
        return;
    }
    if (const std::size_t steps = step == 0 ? 1 : compute::times_of(files, 0).size(); step >= steps)
        throw std::runtime_error(fmt::format("'{}' has {} time steps; expected --time-step 1 to {}, found {}",
                                             file, steps, steps, options.time_step));
    DatasetReport report{compute::in_memory(
        files, nullptr, [&] { return open_named(name, options.velocity, *reader, step); })};
    report.lists_times = options.times;
    report.has_derived_ranges = options.derived;
    if (report.dataset.info().time_steps > 1) {
        compute::FileHeading heading = compute::heading_of(files, 0);
        report.times = std::move(heading.times);
        report.dates = std::move(heading.dates);
    } else if (const double date = report.dataset.info().utc_seconds; std::isfinite(date)) {
        report.dates = {date};
    }
    if (const compute::DatasetInfo& info = report.dataset.info(); !info.calendar.empty())
        report.dates = report.times.empty() ? std::vector{info.calendar_seconds} : report.times;
    output.add(report);
}

/// True for a folder that is no dataset by itself.
bool is_folder(const std::string& name)
{
    std::error_code error;
    return std::filesystem::is_directory(name, error) && !is_openfoam_case(name);
}

/// Name of the file alone, without a list of blocks.
std::string without_blocks(const std::string& name)
{
    std::error_code error;
    return std::filesystem::exists(name, error) ? name : model::split_blocks(name).dataset;
}

void add_one(Output& output, const std::string& name, const InfoOptions& options,
             const std::shared_ptr<compute::FieldReader>& reader)
{
    check_present(name);
    if (is_folder(name))
        add_folder(output, name, reader);
    else if (terrain::is_terrain_name(without_blocks(name)))
        add_terrain(output, {name}, options.heights);
    else
        add_flow(output, name, options, reader);
}

/// Prints all names' information. One that is not read does not stop the others.
int run(const InfoOptions& options)
{
    Output output{options.json};
    if (options.join) {
        add_terrain(output, options.names, options.heights);
        output.end();
        return 0;
    }
    const auto reader = reader_for_commands();
    const std::vector<std::string> names = join_plot3d(options.names);
    int code = 0;
    for (const std::string& name : names) {
        try {
            add_one(output, name, options, reader);
        } catch (const std::runtime_error& fault) {
            if (names.size() == 1) throw;
            fmt::print(stderr, "farfield-node: {}\n", net::printable(fault.what(), longest_fault));
            code = 1;
        }
    }
    output.end();
    return code;
}

}  // namespace

void add_info_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<InfoOptions>();
    CLI::App* command =
        program.add_subcommand("info", "Prints what is understood of flow fields and terrains");
    command
        ->add_option("FILE", options->names,
                     "A file, GRID SOLUTION (PLOT3D), a folder, of which each file gets a line, or built in: "
                     "analytic:NAME[:N], fractal:N[:SEED]")
        ->required();
    command->add_option("--velocity", options->velocity,
                        "Vector to trace, or the scalars that are its components: U, \"u,v\"");
    add_blocks(*command, options->blocks);
    command->add_flag("--derived", options->derived,
                      "Ranges of vorticity and the other scalars that are derived from the velocity");
    command->add_flag("--times", options->times, "A line for each time step, with its date");
    command
        ->add_option("--time-step", options->time_step,
                     "The time step whose ranges are shown, from 1; otherwise the first")
        ->check(CLI::Range(std::size_t{1}, std::numeric_limits<std::size_t>::max()).description("from 1 on"));
    command->add_flag("--join", options->join, "All files as one terrain");
    add_height_options(*command, options->heights);
    command->add_flag("--json", options->json, "One JSON document");
    command->footer("Example: farfield-node info data/combxyz.bin data/combq.bin N46E008.hgt\n"
                    "         farfield-node info my_case/");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::node
