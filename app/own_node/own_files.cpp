#include "app/own_node/own_files.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "model/data/block_names.h"
#include "model/data/dataset_order.h"
#include "model/data/near_names.h"
#include "net/message/printable.h"

namespace farfield::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_choices = 8;  // a folder may be full of files that no reader takes

fs::path folder_of(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path{"."};
}

[[noreturn]] void refuse_missing(const std::string& path)
{
    const std::string like = model::near_path(path);
    throw std::runtime_error(fmt::format(
        "'{}' is no file or folder{}", net::printable(path),
        like.empty() ? std::string{} : fmt::format("; did you mean '{}'?", net::printable(like))));
}

/// Refuses a recording: it is not read as data, but played by a node, or shown beside a node's data.
[[noreturn]] void refuse_recording(const std::string& name)
{
    throw std::runtime_error(fmt::format(
        "'{0}' is a recording: 'farfield-node replay {0}' plays one of a stream, to 'farfield HOST', and "
        "'farfield --recording {0}' shows one of entities",
        net::printable(name)));
}

/// Refuses scripts and saved sessions. path: as named by the user.
void refuse_document(const fs::path& file, const std::string& path)
{
    if (file.extension() == ".toml")
        throw std::runtime_error(fmt::format(
            "'{0}' is a script: 'farfield play {0}' plays it, and 'farfield --open {0}' shows it in a window",
            net::printable(path)));
    if (file.extension() == ".farfield")
        throw std::runtime_error(fmt::format(
            "'{0}' is a saved session: 'farfield {0}', without other files, opens it, and 'farfield "
            "play {0}' plays it",
            net::printable(path)));
}

/// Refuses a Zarr store, of either version: it would look like a folder of many unknown files.
void refuse_zarr(const fs::path& folder, const std::string& path)
{
    std::error_code error;
    for (const char* const head : {".zgroup", ".zarray", "zarr.json"})
        if (fs::exists(folder / head, error))
            throw std::runtime_error(fmt::format(
                "cannot read '{}': it is a Zarr store of arrays, which is not read; xarray writes it "
                "as NetCDF",
                net::printable(path)));
}

/// True for a case of OpenFOAM: a folder that is one dataset.
bool is_case(const fs::path& folder)
{
    std::error_code error;
    return fs::is_regular_file(folder / "system" / "controlDict", error);
}

/// The case that contains a time folder, or a file in or beside one; else the path itself.
fs::path case_around(const fs::path& path)
{
    constexpr int most_up = 3;
    constexpr std::string_view digits = "0123456789";
    fs::path below = path;
    for (int up = 0; up < most_up && below.has_relative_path(); ++up) {
        const std::string part = below.filename().string();
        const bool is_part = part == "constant" || part == "system" ||
                             (digits.find(part.front()) != std::string_view::npos && fs::is_directory(below));
        if (is_part && is_case(below.parent_path())) return below.parent_path();
        below = below.parent_path();
    }
    return path;
}

/// A path found, and the blocks named behind it.
struct NamedPath {
    fs::path found;
    std::vector<std::string> blocks;
};

/// Paths of the files in "A+B", in order, where no file has that name itself. Files after the first may lie
/// beside it. Empty where one is missing.
std::vector<fs::path> joined_files(const std::string& argument)
{
    std::error_code error;
    if (argument.find('+') == std::string::npos || fs::exists(argument, error)) return {};
    std::vector<fs::path> files;
    for (std::size_t from = 0; from <= argument.size();) {
        const std::size_t plus = std::min(argument.find('+', from), argument.size());
        const fs::path part = argument.substr(from, plus - from);
        fs::path found = fs::canonical(part, error);
        if (error && !files.empty()) found = fs::canonical(files.front().parent_path() / part, error);
        if (error || !fs::is_regular_file(found, error)) return {};
        files.push_back(std::move(found));
        from = plus + 1;
    }
    return files;
}

/// Finds a path. A file may have the mark of blocks in its own name.
NamedPath find_path(const std::string& path)
{
    std::error_code error;
    NamedPath named{fs::canonical(path, error), {}};
    if (!error) return named;
    model::NamedBlocks parts = model::split_blocks(path);
    if (!parts.blocks.empty()) named = {fs::canonical(parts.dataset, error), std::move(parts.blocks)};
    if (error) refuse_missing(named.blocks.empty() ? path : parts.dataset);
    return named;
}

void add_blocks(OwnFiles& files, const std::vector<std::string>& blocks)
{
    if (!files.blocks.empty() && !blocks.empty() && files.blocks != blocks)
        throw std::runtime_error("blocks can be named of one dataset only, and of all its files the same");
    if (files.blocks.empty()) files.blocks = blocks;
}

void add_folder(OwnFiles& files, const fs::path& folder)
{
    if (std::ranges::find(files.data_folders, folder) == files.data_folders.end())
        files.data_folders.push_back(folder);
}

bool has_begin_and_end(const std::string& name, std::string_view pattern)
{
    const auto star = pattern.find('*');
    const auto first = pattern.substr(0, star), last = pattern.substr(star + 1);
    return name.size() >= first.size() + last.size() && name.starts_with(first) && name.ends_with(last);
}

/// True when a listed dataset contains a file: alone, in a pair "A+B", or in a series "FIRST*LAST".
bool stands_for(const std::string& dataset, const std::string& name)
{
    if (dataset == name) return true;
    if (dataset.find('*') != std::string::npos) return has_begin_and_end(name, dataset);
    std::size_t from = 0;
    while (from <= dataset.size()) {
        const auto plus = std::min(dataset.find('+', from), dataset.size());
        if (dataset.compare(from, plus - from, name) == 0) return true;
        from = plus + 1;
    }
    return false;
}

/// Datasets that contain the first of the names, those with the most of the names first; for a single name,
/// a series that has it as one of many steps comes last.
std::vector<std::string> flows_of(const std::vector<std::string>& names,
                                  const std::vector<model::DatasetEntry>& datasets)
{
    std::vector<std::pair<std::ptrdiff_t, std::string>> found;
    for (const model::DatasetEntry& entry : datasets) {
        const std::string& dataset = entry.name;
        const auto is_shown = [&, &of = dataset](const std::string& name) { return stands_for(of, name); };
        if (!is_shown(names.front())) continue;
        std::ptrdiff_t shown = std::ranges::count_if(names, is_shown);
        if (names.size() == 1) shown = dataset == names.front() ? 2 : dataset.find('*') == std::string::npos;
        found.emplace_back(-shown, dataset);
    }
    std::ranges::stable_sort(found, {}, &std::pair<std::ptrdiff_t, std::string>::first);
    std::vector<std::string> flows;
    for (const auto& entry : found) flows.push_back(entry.second);
    if (!flows.empty() || names.size() < 2) return flows;
    std::string all;  // the joined name, which the list lacks but a reader may take
    for (const std::string& name : names) all += (all.empty() ? "" : "+") + name;
    flows.push_back(std::move(all));
    return flows;
}

DataChoice choose_first(const std::vector<model::DatasetEntry>& datasets,
                        const std::vector<model::TerrainEntry>& terrains)
{
    DataChoice choice;
    choice.flows = model::names_to_try(datasets, most_choices);
    const auto file = std::ranges::find(terrains, "file", &model::TerrainEntry::kind);
    if (choice.flows.empty() && file != terrains.end()) choice.terrain = file->name;
    return choice;
}

DataChoice choose_named(const std::vector<std::string>& names,
                        const std::vector<model::DatasetEntry>& datasets,
                        const std::vector<model::TerrainEntry>& terrains)
{
    DataChoice choice;
    std::vector<std::string> others;
    for (const std::string& name : names) {
        const auto terrain = std::ranges::find(terrains, name, &model::TerrainEntry::name);
        const bool is_listed = terrain != terrains.end();
        // A single name that is neither flow nor file of heights is opened as terrain: the node says why not.
        const bool says_why = is_listed && names.size() == 1 && flows_of(names, datasets).empty();
        if (!is_listed || (terrain->kind != "file" && !says_why))
            others.push_back(name);
        else if (choice.terrain.empty())
            choice.terrain = name;
    }
    if (others.empty()) return choice;
    choice.flows = flows_of(others, datasets);
    if (choice.flows.empty()) choice.flows.push_back(others.front());  // the node says why it cannot be shown
    return choice;
}

/// Adds the name under which the node opens such files as one. Throws as own_files().
void add_joined(OwnFiles& files, const std::vector<fs::path>& joined, const std::vector<std::string>& blocks)
{
    std::string name;
    for (const fs::path& file : joined) {
        add_folder(files, folder_of(file));
        if (!name.empty()) name += '+';
        name += file.filename().string();
    }
    add_blocks(files, blocks);
    files.names.push_back(std::move(name));
}

}  // namespace

OwnFiles own_files(const std::vector<std::string>& paths)
{
    OwnFiles files;
    for (const std::string& path : paths) {
        const model::NamedBlocks parts = model::split_blocks(path);
        if (const auto whole = joined_files(path); !whole.empty()) {
            add_joined(files, whole, {});
            continue;
        }
        if (const auto some = joined_files(parts.dataset); !some.empty()) {
            add_joined(files, some, parts.blocks);
            continue;
        }
        const auto [named, blocks] = find_path(path);
        const fs::path found = case_around(named);
        add_blocks(files, blocks);
        if (fs::is_directory(found) && !is_case(found)) {
            refuse_zarr(found, path);
            add_folder(files, found);
            continue;
        }
        const std::string name = found.filename().string();
        if (found.extension() == ".ffr") refuse_recording(name);
        refuse_document(found, path);
        if (std::ranges::find(files.names, name) != files.names.end())
            throw std::runtime_error(fmt::format(
                "two files have the name '{}': open the folder that both are below", net::printable(name)));
        add_folder(files, folder_of(found));
        files.names.push_back(name);
    }
    return files;
}

bool is_own_file(const std::string& argument)
{
    std::error_code error;
    return argument.find('/') != std::string::npos || argument == "." || argument == ".." ||
           fs::exists(argument, error) || fs::exists(model::split_blocks(argument).dataset, error) ||
           !joined_files(model::split_blocks(argument).dataset).empty() ||
           !model::name_beside(argument).empty();
}

DataChoice choose_data(const OwnFiles& files, const std::vector<model::DatasetEntry>& datasets,
                       const std::vector<model::TerrainEntry>& terrains)
{
    DataChoice choice = files.names.empty() ? choose_first(datasets, terrains)
                                            : choose_named(files.names, datasets, terrains);
    for (std::string& flow : choice.flows) flow = model::with_blocks(flow, files.blocks);
    return choice;
}

}  // namespace farfield::app
