#include "compute_node/datasets/catalogue_groups.h"

#include "compute_node/datasets/numbered_files.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/lower_case.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

bool is_a_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// True for text with more than digits and the marks between them; T and Z behind a digit are marks of ISO
/// 8601.
bool has_letter(std::string_view text)
{
    constexpr std::string_view marks = "-_.:+~ #=()";
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_mark_of_time =
            (text[at] == 'T' || text[at] == 'Z') && at > 0 && is_a_digit(text[at - 1]);
        if (!is_a_digit(text[at]) && !is_mark_of_time && marks.find(text[at]) == std::string_view::npos)
            return true;
    }
    return false;
}

/// True when the two digits at `at` are the number of a nest of WRF, which has a grid of its own:
/// "wrfout_d02_2005-08".
bool numbers_nest(std::string_view name, std::size_t at)
{
    return at >= 2 && name.substr(at - 2, 2) == "_d" && at + 2 < name.size() && is_a_digit(name[at]) &&
           is_a_digit(name[at + 1]) && name[at + 2] == '_';
}

/// The name with a mark in place of each run of digits that may count times.
std::string without_digits(std::string_view name)
{
    std::string rest;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (numbers_nest(name, at)) {
            rest += name.substr(at++, 2);
            continue;
        }
        const char c = name[at];
        const bool is_digit = is_a_digit(c);
        if (!is_digit) rest += c;
        if (is_digit && (rest.empty() || rest.back() != '#')) rest += '#';
    }
    return rest;
}

/// The path with a mark in place of each run of digits in the file's own name that may count times.
std::string mark_of(const std::string& path)
{
    const std::size_t name = path.rfind('/') + 1;  // 0 where there is none
    return path.substr(0, name) + without_digits(std::string_view{path}.substr(name));
}

/// The common beginning and end of names, with a star in between.
std::string pattern_of(const std::vector<CatalogueEntry>& entries)
{
    std::string begin = entries.front().name, end = begin;
    for (const CatalogueEntry& entry : entries) {
        const std::string& name = entry.name;
        begin.erase(std::mismatch(begin.begin(), begin.end(), name.begin(), name.end()).first, begin.end());
        const auto same = std::mismatch(end.rbegin(), end.rend(), name.rbegin(), name.rend()).first;
        end.erase(end.begin(), same.base());
    }
    // Keeps beginning and end from overlapping: "a1.nc" and "a11.nc" give "a1*.nc".
    end.erase(end.begin(), std::find_if_not(end.begin(), end.end(), is_a_digit));
    return begin + "*" + end;
}

/// True when the numbers of files may count steps. In "flow_0.5.vtk" and "flow_0.25.vtk" they are fractions:
/// where a digit and a point come before the numbers, these must be equally long.
bool are_whole(const std::string& pattern, const std::vector<CatalogueEntry>& entries)
{
    const std::size_t star = pattern.find('*');
    const bool may_be_fraction =
        star > 1 && pattern[star - 1] == '.' && pattern[star - 2] >= '0' && pattern[star - 2] <= '9';
    return !may_be_fraction || std::ranges::all_of(entries, [&](const CatalogueEntry& entry) {
        return entry.name.size() == entries.front().name.size();
    });
}

/// A series for each stem of at least three files with a number behind it.
std::vector<CatalogueEntry> numbered_among(const std::vector<CatalogueEntry>& files,
                                           const std::set<std::string>& named)
{
    constexpr std::size_t fewest = 3;
    std::map<std::string, std::vector<CatalogueEntry>> alike;
    for (const CatalogueEntry& file : files)
        if (!named.contains(file.name) && number_of(file.name)) alike[with_star(file.name)].push_back(file);
    std::vector<CatalogueEntry> series;
    for (const auto& [pattern, entries] : alike) {
        if (entries.size() < fewest || !names_series(pattern) || !are_whole(pattern, entries)) continue;
        CatalogueEntry all{pattern, entries.front().format, 0};
        for (const CatalogueEntry& entry : entries) all.bytes += entry.bytes;
        series.push_back(std::move(all));
    }
    return series;
}

/// True when the letter at `at` begins a word: "10u", "_u", "windU", but not the u of "sum".
bool begins_word(std::string_view name, std::size_t at)
{
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    if (at == 0 || (!is_lower(name[at - 1]) && !is_upper(name[at - 1]))) return true;
    return is_lower(name[at - 1]) && is_upper(name[at]);
}

/// True for the 1 of "v1", "vel1" and "wind_velocity1", beside which 2 and 3 may stand.
bool numbers_component(std::string_view name, std::size_t at)
{
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (name[at] != '1' || (at + 1 < name.size() && name[at + 1] >= '0' && name[at + 1] <= '9')) return false;
    std::size_t begin = at;
    while (begin > 0 && is_letter(name[begin - 1])) --begin;
    const std::string word = lower_case(std::string{name.substr(begin, at - begin)});
    return word == "v" || word == "vel" || word == "velocity";
}

using ByStem = std::multimap<std::string, const CatalogueEntry*>;

std::string without_ending(const std::string& name)
{
    return fs::path{name}.replace_extension().generic_string();
}

/// The name without a mark, "wing/comb.bin" of "wing/combxyz.bin"; empty where it has another.
std::string without_mark(const std::string& name, std::string_view mark)
{
    const fs::path path{name};
    const std::string stem = path.stem().string();
    if (!stem.ends_with(mark)) return {};
    const std::string base = stem.substr(0, stem.size() - mark.size()) + path.extension().string();
    return (path.parent_path() / base).generic_string();
}

/// The grids with the longest stem that begins a flow's stem: "wing" for "wing-oflow".
std::pair<ByStem::const_iterator, ByStem::const_iterator> grids_with_stem_of(const ByStem& grids,
                                                                             std::string stem)
{
    for (;;) {
        const auto found = grids.equal_range(stem);
        const std::size_t folder_end = stem.rfind('/'), cut = stem.find_last_of("-_.");
        if (found.first != found.second || cut == std::string::npos || cut == 0) return found;
        if (folder_end != std::string::npos && cut <= folder_end + 1) return found;
        stem.resize(cut);
    }
}

}  // namespace

std::vector<CatalogueEntry> plot3d_pairs_among(const std::vector<CatalogueEntry>& files)
{
    constexpr std::array grid_endings{".xyz", ".x", ".g", ".grd", ".p3d"};
    constexpr std::array flow_endings{".q", ".sol", ".f", ".fun"};
    ByStem by_ending, by_mark;
    for (const CatalogueEntry& file : files) {
        if (std::ranges::find(grid_endings, ending_of(file.name)) != grid_endings.end())
            by_ending.emplace(without_ending(file.name), &file);
        for (const std::string_view mark : {"xyz", "grid"})
            if (const std::string base = without_mark(file.name, mark); !base.empty())
                by_mark.emplace(base, &file);
    }
    std::vector<CatalogueEntry> pairs;
    const auto add = [&](const auto& grids, const CatalogueEntry& flow) {
        for (auto grid = grids.first; grid != grids.second; ++grid)
            pairs.push_back(
                {grid->second->name + "+" + flow.name, flow.format, grid->second->bytes + flow.bytes});
    };
    for (const CatalogueEntry& file : files) {
        if (std::ranges::find(flow_endings, ending_of(file.name)) != flow_endings.end())
            add(grids_with_stem_of(by_ending, without_ending(file.name)), file);
        for (const std::string_view mark : {"q", "sol"})
            if (const std::string base = without_mark(file.name, mark); !base.empty())
                add(by_mark.equal_range(base), file);
    }
    return pairs;
}

namespace {

/// False for a file with a '+' in its name, which among joined names would read as two files.
bool may_have_others(const CatalogueEntry& file)
{
    return format_named(file.format).comes_in_slices() && file.name.find('+') == std::string::npos;
}

}  // namespace

bool names_series(std::string_view name)
{
    const std::size_t star = name.find('*');
    return star != std::string_view::npos && name.rfind('*') == star &&
           name.find('/', star) == std::string_view::npos &&
           (star + 1 == name.size() || format_of(fs::path{name}).comes_in_slices() ||
            (comes_numbered(fs::path{name}) && name.find('.', star) == star + 1 &&
             name.rfind('.') == star + 1));
}

namespace {

/// True for a name that begins and ends as a pattern.
bool is_in_series(const std::string& name, const std::string& pattern)
{
    if (comes_numbered(pattern)) return is_numbered_as(name, pattern);
    const std::size_t star = pattern.find('*');
    const std::string_view begin = std::string_view{pattern}.substr(0, star),
                           end = std::string_view{pattern}.substr(star + 1);
    return name.size() >= begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
}

}  // namespace

bool comes_in_series(const fs::path& file, const std::string& pattern)
{
    return comes_numbered(pattern) || format_of(file).comes_in_slices();
}

std::vector<std::string> series_of(const std::vector<std::string>& names, const std::string& pattern)
{
    std::vector<std::string> series;
    std::ranges::copy_if(names, std::back_inserter(series),
                         [&](const std::string& name) { return is_in_series(name, pattern); });
    const auto is_numbered = [&](const std::string& name) {
        const std::string number = at_star(name, pattern);
        return std::ranges::any_of(number, is_a_digit) && !has_letter(number);
    };
    if (std::ranges::any_of(series, is_numbered))
        std::erase_if(series, [&](const std::string& name) { return has_letter(at_star(name, pattern)); });
    return series;
}

namespace {

/// Names of the files of each folder that may be one of several.
std::map<std::string, std::vector<std::string>> names_by_folder(const std::vector<CatalogueEntry>& files)
{
    std::map<std::string, std::vector<std::string>> names;
    for (const CatalogueEntry& file : files) {
        const fs::path path{file.name};
        if (may_have_others(file)) names[path.parent_path().string()].push_back(path.filename().string());
    }
    return names;
}

}  // namespace

std::vector<CatalogueEntry> series_among(const std::vector<CatalogueEntry>& files,
                                         const std::set<std::string>& named)
{
    std::map<std::string, std::vector<CatalogueEntry>> alike;
    for (const CatalogueEntry& file : files)
        if (may_have_others(file)) alike[mark_of(file.name)].push_back(file);
    const auto names = names_by_folder(files);
    std::vector<CatalogueEntry> series = numbered_among(files, named);
    for (const auto& [mark, entries] : alike) {
        CatalogueEntry all{pattern_of(entries), entries.front().format, 0};
        if (entries.size() < 2 || !names_series(all.name)) continue;
        // All have this beginning and end: others, too, when there are more.
        const fs::path pattern{all.name};
        const auto& beside = names.at(pattern.parent_path().string());
        if (series_of(beside, pattern.filename().string()).size() != entries.size()) continue;
        for (const CatalogueEntry& entry : entries) all.bytes += entry.bytes;
        series.push_back(std::move(all));
    }
    return series;
}

std::vector<std::string> parts_of(std::string_view name)
{
    std::vector<std::string> parts;
    for (std::size_t plus = name.find('+'); plus != std::string_view::npos; plus = name.find('+')) {
        parts.emplace_back(name.substr(0, plus));
        name.remove_prefix(plus + 1);
    }
    parts.emplace_back(name);
    return parts;
}

std::string at_star(const std::string& name, const std::string& pattern)
{
    const std::size_t star = pattern.find('*'), behind = pattern.size() - star - 1;
    return name.size() < star + behind ? std::string{} : name.substr(star, name.size() - star - behind);
}

std::vector<CatalogueEntry> pairs_among(const std::vector<CatalogueEntry>& files)
{
    std::map<std::string_view, const CatalogueEntry*> by_name;
    for (const CatalogueEntry& file : files)
        if (may_have_others(file)) by_name.emplace(file.name, &file);
    const auto other_of = [&](const CatalogueEntry& file, std::string name, std::size_t at, int letters) {
        name[at] = static_cast<char>(name[at] + letters);
        const auto found = by_name.find(name);
        return found != by_name.end() && found->second->format == file.format ? found->second : nullptr;
    };
    std::vector<CatalogueEntry> pairs;
    for (const auto& [u, file] : by_name) {
        const std::size_t folder_end = u.rfind('/');
        for (std::size_t at = folder_end == std::string_view::npos ? 0 : folder_end + 1; at < u.size();
             ++at) {
            const bool is_letter = (u[at] == 'u' || u[at] == 'U') && begins_word(u, at);
            if (!is_letter && !numbers_component(u, at)) continue;
            const CatalogueEntry* const v = other_of(*file, file->name, at, 1);
            if (v == nullptr) continue;
            pairs.push_back({file->name + "+" + v->name, file->format, file->bytes + v->bytes});
            if (const CatalogueEntry* const w = other_of(*file, file->name, at, 2))
                pairs.push_back(
                    {pairs.back().name + "+" + w->name, file->format, pairs.back().bytes + w->bytes});
        }
    }
    return pairs;
}

namespace {

/// "horizontalVelX" and "_1.nc" of "run/horizontalVelX_1.nc", or "_*.nc" of a series; nothing of other files.
std::optional<std::pair<std::string, std::string>> schism_name(const std::string& name)
{
    constexpr std::array of_three_dimensions{"horizontalVelX",       "horizontalVelY", "verticalVelocity",
                                             "zCoordinates",         "temperature",    "salinity",
                                             "waterDensity",         "viscosity",      "diffusivity",
                                             "turbulentKineticEner", "mixingLength"};
    const std::string file = fs::path{name}.filename().string();
    const std::size_t bar = file.rfind('_');
    if (bar == std::string::npos || ending_of(name) != ".nc") return std::nullopt;
    std::string stem = file.substr(0, bar);
    const std::string number = file.substr(bar + 1, file.size() - bar - 4);
    const bool is_number = !number.empty() && (number == "*" || std::ranges::all_of(number, is_a_digit));
    if (!is_number || std::ranges::find(of_three_dimensions, stem) == of_three_dimensions.end())
        return std::nullopt;
    return std::pair{std::move(stem), file.substr(bar)};
}

/// Adds the other files of the stack to each first component, and the mesh to all.
void add_schism(std::vector<CatalogueEntry>& entries)
{
    std::map<std::string, std::uintmax_t> there;
    for (const CatalogueEntry& entry : entries) there.emplace(entry.name, entry.bytes);
    std::set<std::string> taken;
    for (CatalogueEntry& entry : entries) {
        const auto named = schism_name(entry.name);
        if (!named || entry.name.find('+') != std::string::npos) continue;
        const fs::path folder = fs::path{entry.name}.parent_path();
        const auto beside = [&](const char* stem) {
            return (folder / (stem + named->second)).generic_string();
        };
        const auto add = [&](const char* stem, bool takes) {
            const auto found = there.find(beside(stem));
            if (found == there.end() || found->first == entry.name) return;
            entry.bytes += found->second;
            entry.name += "+" + found->first;
            if (takes) taken.insert(found->first);
        };
        if (!there.contains(beside("out2d"))) {
            entry.lacks = "out2d" + named->second;
            continue;
        }
        const bool is_velocity = named->first == "horizontalVelX";
        if (is_velocity)
            for (const char* stem : {"horizontalVelY", "verticalVelocity"}) add(stem, true);
        add("out2d", is_velocity);
        add("zCoordinates", is_velocity);
    }
    std::erase_if(entries, [&](const CatalogueEntry& entry) {
        const std::vector<std::string> parts = parts_of(entry.name);
        const auto named = schism_name(parts.front());
        return taken.contains(parts.front()) &&
               (parts.size() == 1 || (named && named->first != "horizontalVelX"));
    });
}

}  // namespace

void add_meshes(std::vector<CatalogueEntry>& entries)
{
    add_schism(entries);
    const std::string mesh = "fesom.mesh.diag.nc";
    std::set<std::string> there;
    for (const CatalogueEntry& entry : entries)
        if (entry.name.ends_with(mesh)) there.insert(entry.name);
    for (CatalogueEntry& entry : entries) {
        const fs::path first{parts_of(entry.name).front()};
        const bool is_fesom = first.filename().string().find(".fesom.") != std::string::npos;
        if (!is_fesom || entry.format != "NetCDF") continue;
        const std::string beside = (first.parent_path() / mesh).generic_string();
        if (there.contains(beside))
            entry.name += "+" + beside;
        else
            entry.lacks = mesh;
    }
}

}  // namespace farfield::compute
