#include "compute_node/datasets/dataset_catalogue.h"

#include "compute_node/datasets/catalogue_groups.h"
#include "compute_node/datasets/dataset_info.h"
#include "compute_node/datasets/memory_need.h"
#include "compute_node/datasets/numbered_files.h"
#include "compute_node/readers/companions.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/formats/openfoam_case.h"
#include "compute_node/support/redact_paths.h"
#include "model/data/near_names.h"
#include "model/files/plain_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> find_below(const fs::path& folder, const fs::path& relative)
{
    std::error_code error;
    const fs::path found = fs::canonical(folder / relative, error);
    if (error || !is_below(found, folder)) return std::nullopt;
    if (!fs::is_regular_file(found, error) && !is_openfoam_case(found)) return std::nullopt;
    return found;
}

bool leads_outside(const fs::path& relative)
{
    return relative.is_absolute() || std::find(relative.begin(), relative.end(), "..") != relative.end();
}

/// Size of a file as the file system has it: contents are untrusted and not looked at.
std::uint64_t bytes_of(const fs::path& file)
{
    std::error_code error;
    const std::uint64_t bytes = fs::file_size(file, error);
    return error ? 0 : bytes;
}

/// The entry of a file, when its format is known.
std::optional<CatalogueEntry> entry_for(const fs::path& file, const fs::path& folder)
{
    const Format& format = format_of(file);
    if (!format.is_read() || file.filename() == "controlDict") return std::nullopt;  // the case is named
    return CatalogueEntry{file.lexically_relative(folder).generic_string(), std::string{format.name},
                          bytes_of(file)};
}

/// Replaces grids and flows of PLOT3D, which are no datasets alone, by pairs of them.
void pair_plot3d(std::vector<CatalogueEntry>& entries)
{
    std::vector<CatalogueEntry> halves;
    std::erase_if(entries, [&](const CatalogueEntry& entry) {
        const bool is_half = format_named(entry.format).grouping == Grouping::Pair;
        if (is_half) halves.push_back(entry);
        return is_half;
    });
    std::ranges::move(plot3d_pairs_among(halves), std::back_inserter(entries));
}

constexpr const char* settings_of_case = "system/controlDict";

/// The entry of a case of OpenFOAM, which is its folder, not its many files. A data folder that is itself a
/// case has no name below it: its settings stand for it, or a file that ends in .foam.
std::optional<CatalogueEntry> entry_of_case(const fs::path& found, const fs::path& folder)
{
    std::error_code error;
    if (!is_openfoam_case(found) || fs::is_symlink(found, error)) return std::nullopt;
    if (found == folder && !fs::exists(found / settings_of_case, error)) return std::nullopt;
    const std::string name =
        found == folder ? settings_of_case : found.lexically_relative(folder).generic_string();
    return CatalogueEntry{name, std::string{format_of(found).name}, bytes_with_companions(found)};
}

/// True for folders of a case that the case's own entry stands for: meshes, settings and times, but not
/// results made of them ("VTK").
bool is_part_of_case(const fs::path& path)
{
    const std::string name = path.filename().string();
    const bool is_number = !name.empty() && name.find_first_not_of("0123456789.eE+-") == std::string::npos;
    return is_number || name == "constant" || name == "system" || name.starts_with("processor");
}

/// Erases entries of files that other files name as their parts: a thousand steps of a hundred pieces are one
/// dataset. Entries stay where a part is missing. Returns all names of parts, whether these files exist or
/// not.
std::set<std::string> erase_pieces(std::vector<CatalogueEntry>& entries, const fs::path& folder)
{
    std::set<std::string> listed, pieces, all_named;
    for (const CatalogueEntry& entry : entries) listed.insert(entry.name);
    for (const CatalogueEntry& entry : entries) {
        if (format_named(entry.format).pieces == nullptr) continue;
        std::vector<std::string> named;
        for (const fs::path& piece : pieces_named_in(folder / entry.name))
            named.push_back(piece.lexically_relative(folder).generic_string());
        std::erase(named, entry.name);
        all_named.insert(named.begin(), named.end());
        const auto is_there = [&listed](const std::string& name) { return listed.contains(name); };
        if (!std::ranges::all_of(named, is_there)) continue;
        pieces.insert(named.begin(), named.end());
    }
    std::erase_if(entries, [&](const CatalogueEntry& entry) { return pieces.contains(entry.name); });
    return all_named;
}

/// The dataset with a name near to this one, by whole names, else by names without folders.
std::string near_dataset(const std::string& name, const std::vector<std::string>& names)
{
    if (std::string near = model::near_name(name, names); !near.empty()) return near;
    std::vector<std::string> files;
    for (const std::string& other : names) files.push_back(fs::path{other}.filename().string());
    const std::string near = model::near_name(fs::path{name}.filename().string(), files);
    const auto found = std::ranges::find(files, near);
    return near.empty() ? near : names[static_cast<std::size_t>(found - files.begin())];
}

}  // namespace

DatasetCatalogue::DatasetCatalogue(const std::vector<fs::path>& data_folders, CatalogueLimits limits,
                                   std::shared_ptr<const FieldReader> reader)
    : limits_{limits}, reader_{std::move(reader)}
{
    for (const fs::path& folder : data_folders) {
        std::error_code error;
        const fs::path found = fs::canonical(folder, error);
        if (error || !fs::is_directory(found, error))
            throw std::runtime_error(
                fmt::format("data folder '{}': expected a folder that exists", folder.string()));
        folders_.push_back(found);
    }
}

std::vector<CatalogueEntry> DatasetCatalogue::list(bool* complete) const
{
    std::vector<CatalogueEntry> entries;
    std::set<std::string> named;
    bool is_cut = false;
    std::size_t looked_at = 0;
    for (const fs::path& folder : folders_) {
        std::error_code error;
        const auto whole = entry_of_case(folder, folder);
        std::vector<CatalogueEntry> here;
        fs::path parent;
        bool in_case = false;  // of the parent
        if (whole) here.push_back(*whole);
        // Links to folders are not followed: a loop of them would never end.
        fs::recursive_directory_iterator it{folder, fs::directory_options::skip_permission_denied, error},
            end;
        for (; !error && it != end && looked_at < limits_.max_entries; it.increment(error), ++looked_at) {
            std::error_code ignored;
            if (it.depth() >= limits_.max_depth && it.recursion_pending()) {
                is_cut = is_cut || it->is_directory(ignored);
                it.disable_recursion_pending();
            }
            // Files of a folder come one after another, and whether it is a case takes a look at all of them.
            if (fs::path above = it->path().parent_path(); above != parent) {
                parent = std::move(above);
                in_case = parent == folder ? whole.has_value() : is_openfoam_case(parent);
            }
            if (in_case && it->is_directory(ignored) && is_part_of_case(it->path()))
                it.disable_recursion_pending();
            else if (auto found = entry_of_case(it->path(), folder))
                here.push_back(std::move(*found));
            if (!it->is_regular_file(ignored) ||
                (in_case && format_of(it->path()).grouping == Grouping::Folder))
                continue;
            if (it->is_symlink(ignored) && !find_below(folder, it->path())) continue;
            if (auto entry = entry_for(it->path(), folder)) here.push_back(std::move(*entry));
        }
        is_cut = is_cut || error || it != end;
        pair_plot3d(here);
        named.merge(erase_pieces(here, folder));
        std::ranges::move(here, std::back_inserter(entries));
    }
    if (complete != nullptr) *complete = !is_cut;
    std::ranges::move(series_among(entries, named), std::back_inserter(entries));
    std::ranges::move(pairs_among(entries), std::back_inserter(entries));
    add_meshes(entries);
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    std::vector<CatalogueEntry> all;
    all.reserve(analytic_flows.size() + entries.size());
    for (const AnalyticFlow flow : analytic_flows)
        all.push_back({fmt::format("analytic:{}", to_string(flow)), "built in", 0});
    all.insert(all.end(), entries.begin(), entries.end());
    return all;
}

std::vector<fs::path> DatasetCatalogue::resolve(std::string_view name) const
{
    if (name.find('\0') != std::string_view::npos)
        throw std::runtime_error("a dataset's name has no zero bytes");
    const std::string dataset = taken_apart(name).dataset;
    std::vector<fs::path> files;
    for (std::vector<fs::path>& slice : find_slices(name, dataset))
        std::ranges::move(slice, std::back_inserter(files));
    return files;
}

/// Files of different parts form one slice when they have the same text in place of the star.
std::vector<std::vector<fs::path>> DatasetCatalogue::find_slices(std::string_view name,
                                                                 const std::string& dataset) const
{
    const bool is_one_file = dataset.find('+') != std::string::npos && has_file(dataset);
    const std::vector<std::string> parts = is_one_file ? std::vector{dataset} : parts_of(dataset);
    std::vector<std::vector<fs::path>> slices;
    if (!names_series(parts.front())) {
        slices.emplace_back();
        for (const std::string& part : parts) slices.front().push_back(find(name, part));
        return slices;
    }
    for (const fs::path& file : find_series(parts.front())) slices.push_back({file});
    const auto place = [](const fs::path& file, const std::string& part) {
        return at_star(file.filename().string(), fs::path{part}.filename().string());
    };
    for (std::size_t i = 1; i < parts.size(); ++i) {
        std::map<std::string, fs::path> others;
        if (names_series(parts[i]))
            for (fs::path& file : find_series(parts[i]))
                others.emplace(place(file, parts[i]), std::move(file));
        const std::optional<fs::path> for_all =
            names_series(parts[i]) ? std::nullopt : std::optional{find(name, parts[i])};
        std::erase_if(slices, [&](std::vector<fs::path>& slice) {
            const auto found = others.find(place(slice.front(), parts.front()));
            if (!for_all && found == others.end()) return true;
            slice.push_back(for_all ? *for_all : found->second);
            return false;
        });
    }
    if (slices.empty())
        throw std::runtime_error(
            fmt::format("no dataset '{}': no files of its parts have the same in place of '*'", name));
    return slices;
}

bool DatasetCatalogue::has_file(std::string_view name) const
{
    return !leads_outside(name) && std::ranges::any_of(folders_, [&](const fs::path& folder) {
        return find_below(folder, name).has_value();
    });
}

/// Splits a name from its blocks; a file may have a '#' in its own name, too.
model::NamedBlocks DatasetCatalogue::taken_apart(std::string_view name) const
{
    const bool has_mark = name.find(model::before_blocks) != std::string_view::npos;
    return has_mark && !has_file(name) ? model::split_blocks(name)
                                       : model::NamedBlocks{std::string{name}, {}};
}

/// A clause for errors on a name that does not exist: which other names there are.
std::string DatasetCatalogue::others_than(const std::string& name) const
{
    constexpr std::size_t most_named = 5, longest_name = 200;
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : list())
        if (!is_analytic_name(entry.name) && entry.name.size() <= longest_name) names.push_back(entry.name);
    if (names.empty()) return "";
    if (const std::string near = near_dataset(name, names); !near.empty())
        return fmt::format("; did you mean '{}'?", near);
    const std::size_t more = names.size() - std::min(names.size(), most_named);
    names.resize(names.size() - more);
    return fmt::format("; there {} '{}'{}", names.size() == 1 ? "is" : "are", fmt::join(names, "', '"),
                       more == 0 ? "" : fmt::format(" and {} more", more));
}

fs::path DatasetCatalogue::find(std::string_view name, const std::string& part) const
{
    if (leads_outside(part))
        throw std::runtime_error(
            fmt::format("dataset '{}' is refused: '{}' leads outside the data folders", name, part));
    for (const fs::path& folder : folders_)
        if (const auto found = find_below(folder, part)) return *found;
    for (const fs::path& folder : folders_)
        if (const std::string kind = model::kind_of_special(folder / part); !kind.empty())
            throw std::runtime_error(
                fmt::format("cannot open dataset '{}': expected a file, found {} in '{}'", name, kind, part));
    throw std::runtime_error(
        fmt::format("no dataset '{}': '{}' is in no data folder{}", name, part, others_than(part)));
}

/// Takes the files of the first data folder that has any.
std::vector<fs::path> DatasetCatalogue::find_series(std::string_view name) const
{
    const fs::path pattern{name};
    if (leads_outside(pattern))
        throw std::runtime_error(
            fmt::format("dataset '{}' is refused: it leads outside the data folders", name));
    for (const fs::path& folder : folders_) {
        std::vector<std::string> names;
        std::error_code error;
        fs::directory_iterator it{folder / pattern.parent_path(), error}, last;
        for (; !error && it != last && names.size() < limits_.max_entries; it.increment(error))
            names.push_back(it->path().filename().string());
        std::vector<fs::path> files;
        for (const std::string& found : series_of(names, pattern.filename().string()))
            if (const auto whole = find_below(folder, pattern.parent_path() / found);
                whole && comes_in_series(*whole, pattern.filename().string()))
                files.push_back(*whole);
        std::ranges::sort(files, [](const fs::path& a, const fs::path& b) {
            return std::pair{number_of(a), a} < std::pair{number_of(b), b};
        });
        if (!files.empty()) return files;
    }
    throw std::runtime_error(fmt::format("no dataset '{}': no file in the data folders is named so", name));
}

std::uint64_t DatasetCatalogue::memory_needed(std::string_view name, const std::string& velocity) const
{
    return compute::memory_needed(files(name, velocity));
}

DatasetFiles DatasetCatalogue::files(std::string_view name, const std::string& velocity) const
{
    DatasetFiles dataset{std::string{name}, {}, velocity, reader_};
    if (is_analytic_name(name)) return dataset;
    const model::NamedBlocks named = taken_apart(name);
    (void)resolve(name);  // which looks at the name
    dataset.files = find_slices(name, named.dataset);
    dataset.blocks = named.blocks;
    return dataset;
}

TimeSeries DatasetCatalogue::open(std::string_view name, const std::string& velocity,
                                  const std::stop_token& cancel) const
{
    if (is_analytic_name(name)) {
        TimeSeries built_in{open_analytic(name)};
        check_velocity_named(built_in.info(), velocity);
        return built_in;
    }
    return series_of(files(name, velocity), {}, std::nullopt, cancel);
}

}  // namespace farfield::compute
