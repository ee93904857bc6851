#include "compute_node/commands/options/named_dataset.h"
#include "compute_node/commands/options/out_option.h"

#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/datasets/catalogue_groups.h"
#include "compute_node/datasets/dataset_catalogue.h"
#include "compute_node/datasets/dataset_info.h"
#include "compute_node/datasets/numbered_files.h"
#include "compute_node/readers/process/reader_processes.h"
#include "compute_node/support/formats/known_formats.h"
#include "model/data/block_names.h"
#include "model/data/near_names.h"
#include "net/message/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace farfield::node {

namespace {

bool is_half(const std::string& name)
{
    return format_of(name).grouping == Grouping::Pair && name.find('+') == std::string::npos;
}

/// A word of the command line, such that a file named like a built-in flow is that file.
std::string as_file(const std::string& word)
{
    std::error_code error;
    return is_analytic_name(word) && std::filesystem::exists(word, error) ? "./" + word : word;
}

bool is_pattern(const std::string& name)
{
    std::error_code error;
    return !std::filesystem::exists(name, error) && name.find('+') == std::string::npos &&
           compute::names_series(model::split_blocks(name).dataset);
}

void expect_match(const std::string& name)
{
    const std::filesystem::path pattern{model::split_blocks(name).dataset};
    const std::filesystem::path folder = pattern.has_parent_path() ? pattern.parent_path() : ".";
    const std::string numbered = pattern.filename().string();
    std::error_code error;
    for (std::filesystem::directory_iterator it{folder, error}, last; !error && it != last;
         it.increment(error))
        if (!compute::series_of({it->path().filename().string()}, numbered).empty() &&
            compute::comes_in_series(it->path(), numbered))
            return;
    throw std::runtime_error(
        fmt::format("cannot read '{}': {}", name, error ? "there is no such folder" : "no file is named so"));
}

}  // namespace

compute::DatasetFiles named_files(const std::vector<std::string>& names, const std::string& velocity,
                                  const std::shared_ptr<const compute::FieldReader>& reader)
{
    if (names.size() != 1 || !is_pattern(names.front())) return compute::files_named(names, velocity, reader);
    expect_match(names.front());
    const std::filesystem::path whole = std::filesystem::absolute(names.front()).lexically_normal();
    compute::DatasetFiles series = compute::DatasetCatalogue{{whole.root_path()}, {}, reader}.files(
        whole.relative_path().string(), velocity);
    series.name = names.front();
    return series;
}

void check_not_read(const std::string& out, const compute::DatasetFiles& files)
{
    for (const std::vector<std::filesystem::path>& slice : files.files) check_out(out, slice);
}

void check_are_steps(const std::vector<std::string>& names)
{
    const auto is_numbered = [](const std::string& name) { return compute::number_of(name).has_value(); };
    if (names.size() == 1 || format_of(names.front()).comes_in_slices() ||
        std::ranges::all_of(names, is_numbered))
        return;
    throw std::runtime_error(
        fmt::format("expected one dataset, or files in time order, of NetCDF, GRIB or with numbered names of "
                    "VTK, found {}: '{}', '{}' ...",
                    names.size(), names[0], names[1]));
}

compute::Dataset open_named(const std::string& name, const std::string& velocity,
                            const compute::FieldReader& reader, std::size_t time_step)
{
    if (is_analytic_name(name)) {
        compute::Dataset built_in = compute::open_analytic(name);
        compute::check_velocity_named(built_in.info(), velocity);
        return built_in;
    }
    const compute::DatasetFiles named = compute::files_named({name});
    return compute::open_dataset(named.files.front(), name, {}, velocity, reader, named.blocks, time_step);
}

void check_present(const std::string& name)
{
    const std::string file = model::split_blocks(name).dataset;
    if (is_analytic_name(name) || file.find_first_of("+*:") != std::string::npos) return;
    std::error_code error;
    (void)std::filesystem::status(name, error);
    if (error == std::errc::too_many_symbolic_link_levels)
        throw std::runtime_error(
            fmt::format("cannot read '{}': too many levels of symbolic links: it leads to "
                        "itself",
                        net::printable(name)));
    if (std::filesystem::exists(std::filesystem::symlink_status(name, error)) ||
        std::filesystem::exists(std::filesystem::symlink_status(file, error)))
        return;
    const std::string near = model::near_path(file);
    throw std::runtime_error(
        fmt::format("cannot read '{}': no such file{}", net::printable(file),
                    near.empty() ? "" : fmt::format("; did you mean '{}'?", net::printable(near))));
}

std::shared_ptr<compute::FieldReader> reader_for_commands()
{
    constexpr std::chrono::hours until_interrupted{24 * 365};
    return std::make_shared<compute::ReaderProcesses>(compute::ReaderSettings{
        .data_folders = {"/"}, .max_time = until_interrupted, .keeps_one_ready = false});
}

std::vector<std::string> join_plot3d(const std::vector<std::string>& names)
{
    std::vector<std::string> datasets;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool is_pair = i + 1 < names.size() && is_half(names[i]) && is_half(names[i + 1]);
        datasets.push_back(is_pair ? names[i] + "+" + names[i + 1] : as_file(names[i]));
        if (is_pair) ++i;
    }
    return datasets;
}

}  // namespace farfield::node
