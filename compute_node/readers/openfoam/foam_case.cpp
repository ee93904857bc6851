#include "compute_node/readers/openfoam/foam_case.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/openfoam/foam_file.h"
#include "compute_node/support/known_formats.h"
#include "compute_node/support/redact_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view processor = "processor";

template <class Number>
std::optional<Number> number_of(std::string_view name)
{
    Number value{};
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
    return error == std::errc{} && end == name.data() + name.size() ? std::optional{value} : std::nullopt;
}

/// Names of the folders in a folder, ascending.
std::vector<std::string> folders_in(const fs::path& folder)
{
    std::vector<std::string> names;
    if (OpenedPaths::of_process().refuses(folder)) return names;
    std::error_code error;
    for (fs::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->is_directory(ignored)) names.push_back(it->path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

bool has_mesh(const fs::path& constant)
{
    std::error_code error;
    return fs::is_directory(constant / "polyMesh", error);
}

/// Those with a mesh: "" for the main one.
std::vector<std::string> regions_of(const fs::path& root)
{
    std::vector<std::string> regions;
    if (has_mesh(root / "constant")) regions.emplace_back();
    for (const std::string& name : folders_in(root / "constant"))
        if (name != "polyMesh" && has_mesh(root / "constant" / name)) regions.push_back(name);
    return regions;
}

std::vector<FoamTime> times_of_root(const fs::path& root, const std::vector<std::string>& regions)
{
    std::vector<FoamTime> times;
    for (std::string& name : folders_in(root))
        if (const auto seconds = number_of<double>(name); seconds && std::isfinite(*seconds))
            times.push_back({*seconds, std::move(name)});
    std::ranges::stable_sort(times, {}, &FoamTime::seconds);
    const auto same = [](const FoamTime& a, const FoamTime& b) { return a.seconds == b.seconds; };
    times.erase(std::unique(times.begin(), times.end(), same), times.end());
    std::vector<FoamTime> with_velocity;
    for (const FoamTime& time : times)
        if (std::ranges::any_of(regions, [&](const std::string& region) {
                return FoamFile::exists(root / time.name / region / "U");
            }))
            with_velocity.push_back(time);
    return with_velocity.empty() ? times : with_velocity;
}

/// How many folders processorN there are. Throws where one is missing.
std::size_t count_processors(const fs::path& folder)
{
    std::size_t count = 0, last = 0;
    for (const std::string& name : folders_in(folder)) {
        if (!name.starts_with(processor)) continue;
        if (name.starts_with("processors"))
            throw_reader_error(folder,
                               fmt::format("'{}' holds the data of several processors in one file "
                                           "(collated), which is not read; expected a folder for each",
                                           name));
        const auto number = number_of<std::size_t>(std::string_view{name}.substr(processor.size()));
        if (!number) continue;
        ++count;
        last = std::max(last, *number);
    }
    if (count > 0 && last + 1 != count)
        throw_reader_error(folder,
                           fmt::format("expected the folders processor0 to processor{}, found {} of {}", last,
                                       count, last + 1));
    return count;
}

void add_parts(FoamCase& found, const fs::path& root, const std::string& name,
               const std::vector<std::string>& regions)
{
    for (const std::string& region : regions) {
        const std::string separator = name.empty() || region.empty() ? "" : "/";
        found.parts.push_back({root, region, name + separator + region});
    }
}

/// The files in a folder that lie in a case.
void add_files(const fs::path& folder, const fs::path& case_folder, std::vector<fs::path>& files)
{
    constexpr std::size_t most = 100'000;
    std::error_code error;
    if (!is_below(fs::weakly_canonical(folder, error), case_folder) || error) return;
    for (fs::directory_iterator it{folder, error}, end; !error && it != end && files.size() < most;
         it.increment(error)) {
        std::error_code ignored;
        if (it->is_regular_file(ignored) && !it->is_symlink(ignored)) files.push_back(it->path());
    }
}

}  // namespace

fs::path FoamCase::mesh_file(const FoamPart& part, std::size_t time, const std::string& file) const
{
    for (std::size_t i = time + 1; i-- > 0;)
        if (const fs::path moved = part.at(times[i]) / "polyMesh" / file; FoamFile::exists(moved))
            return moved;
    return part.constant() / "polyMesh" / file;
}

fs::path foam_case_folder(const fs::path& name)
{
    if (ending_of(name) == ".foam") return name.has_parent_path() ? name.parent_path() : fs::path{"."};
    if (name.filename() != "controlDict") return name;
    const fs::path system = name.has_parent_path() ? name.parent_path() : fs::path{"."};
    return system.has_parent_path() ? system.parent_path() : system / "..";
}

FoamCase find_foam_case(const fs::path& name)
{
    FoamCase found;
    found.folder = foam_case_folder(name);
    std::error_code error;
    if (!fs::exists(name, error)) throw_reader_error(name, "no such file or folder");
    const std::size_t processors = count_processors(found.folder);
    std::vector<std::string> regions = regions_of(found.folder);
    if (!regions.empty()) found.times = times_of_root(found.folder, regions);
    if (processors > 0) {
        const fs::path first = found.folder / "processor0";
        const std::vector<std::string> theirs = regions_of(first);
        std::vector<FoamTime> times = times_of_root(first, theirs);
        if (times.size() > found.times.size() && !theirs.empty()) {
            found.remarks.push_back(fmt::format("Read from the folders of {} processors, which have {} time "
                                                "steps; the case's own folder has {}.",
                                                processors, times.size(), found.times.size()));
            found.times = std::move(times);
            for (std::size_t i = 0; i < processors; ++i) {
                const std::string folder = fmt::format("{}{}", processor, i);
                add_parts(found, found.folder / folder, folder, theirs);
            }
        }
    }
    if (found.parts.empty()) add_parts(found, found.folder, "", regions);
    if (found.parts.empty())
        throw_reader_error(name, "expected a case of OpenFOAM, with constant/polyMesh, found none");
    if (found.times.empty())
        throw_reader_error(name, "expected folders of times, such as 0 and 0.5, beside constant; found none");
    return found;
}

std::vector<fs::path> foam_case_files(const fs::path& name)
{
    std::vector<fs::path> files;
    try {
        const FoamCase found = find_foam_case(name);
        const fs::path folder = fs::canonical(found.folder);
        add_files(found.folder / "system", folder, files);
        for (const FoamPart& part : found.parts) {
            add_files(part.constant() / "polyMesh", folder, files);
            add_files(part.at(found.times.front()), folder, files);
            if (found.times.size() > 1) add_files(part.at(found.times.back()), folder, files);
        }
    } catch (const std::exception&) {
        // Opening it reports the error.
    }
    return files;
}

}  // namespace farfield::compute
