#include "compute_node/readers/openfoam/foam_case.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/openfoam/foam_fields.h"
#include "compute_node/readers/openfoam/foam_file.h"
#include "compute_node/readers/openfoam/foam_mesh.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/redact_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

/// The place of one processor's part: a folder of its own, or a block of each file in a folder that several
/// processors share.
struct FoamProcessor {
    std::filesystem::path root;  ///< CASE/processor3, CASE/processors4, CASE/processors4_2-3
    std::size_t block = 0;
};

namespace fs = std::filesystem;

constexpr std::string_view own_folder = "processor", shared_folder = "processors";

/// Largest number of processors, more than any machine has, as names can claim any number of them.
constexpr std::size_t most_processors = 1'000'000;

std::optional<std::size_t> take_count(std::string_view& text)
{
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value > most_processors) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool take(std::string_view& text, char c)
{
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
}

/// Numbers of the processors in a folder, of `of` in all; `of` is 0 for a processor's own folder.
struct Named {
    std::size_t of = 0, first = 0, last = 0;
};

std::optional<Named> processors_named(std::string_view name)
{
    const bool is_shared = name.starts_with(shared_folder);
    if (!is_shared && !name.starts_with(own_folder)) return std::nullopt;
    name.remove_prefix(is_shared ? shared_folder.size() : own_folder.size());
    const auto number = take_count(name);
    if (!number) return std::nullopt;
    if (name.empty()) {
        if (!is_shared) return Named{0, *number, *number};
        return *number > 0 ? std::optional{Named{*number, 0, *number - 1}} : std::nullopt;
    }
    if (!is_shared || !take(name, '_')) return std::nullopt;
    const auto first = take_count(name);
    if (!first || !take(name, '-')) return std::nullopt;
    const auto last = take_count(name);
    if (!last || !name.empty() || *last < *first || *last >= *number) return std::nullopt;
    return Named{*number, *first, *last};
}

void check_complete(const fs::path& case_folder, std::size_t of,
                    const std::map<std::size_t, FoamProcessor>& processors)
{
    const std::size_t last = of > 0 ? of - 1 : processors.rbegin()->first;
    if (processors.size() == last + 1) return;
    if (of == 0)
        throw_reader_error(case_folder,
                           fmt::format("expected the folders processor0 to processor{}, found {} of {}", last,
                                       processors.size(), last + 1));
    throw_reader_error(case_folder,
                       fmt::format("expected folders processors{0}_... with all of {0} processors, found {1}",
                                   of, processors.size()));
}

/// Names of the folders in a folder, ascending; none where it may not be opened.
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

/// The ways in which a case is decomposed, each with all of its processors by number: "processor0" and so on,
/// or collated, of 4 processors "processors4", or "processors4_0-1" and "processors4_2-3". Mostly one or
/// none. Throws std::runtime_error, one line that names the case, where a processor is missing.
std::vector<std::vector<FoamProcessor>> foam_decompositions(const fs::path& case_folder)
{
    std::map<std::size_t, std::map<std::size_t, FoamProcessor>> by_count;
    for (const std::string& name : folders_in(case_folder)) {
        const auto named = processors_named(name);
        if (!named) continue;
        for (std::size_t n = named->first; n <= named->last; ++n)
            by_count[named->of].try_emplace(n, FoamProcessor{case_folder / name, n - named->first});
    }
    std::vector<std::vector<FoamProcessor>> found;
    for (auto& [of, processors] : by_count) {
        check_complete(case_folder, of, processors);
        std::vector<FoamProcessor>& all = found.emplace_back();
        for (auto& [number, processor] : processors) all.push_back(std::move(processor));
    }
    return found;
}

namespace fs = std::filesystem;

template <class Number>
std::optional<Number> number_of(std::string_view name)
{
    Number value{};
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
    return error == std::errc{} && end == name.data() + name.size() ? std::optional{value} : std::nullopt;
}

bool has_mesh(const fs::path& constant)
{
    std::error_code error;
    return fs::is_directory(constant / "polyMesh", error);
}

/// The regions with a mesh: "" is the main one, which does not count where it was divided into the others.
std::vector<std::string> regions_of(const fs::path& root)
{
    std::vector<std::string> regions;
    for (const std::string& name : folders_in(root / "constant"))
        if (name != "polyMesh" && has_mesh(root / "constant" / name)) regions.push_back(name);
    const bool is_divided = !regions.empty() && (FoamFile::exists(root / "constant/cellToRegion") ||
                                                 FoamFile::exists(root / "0/cellToRegion"));
    if (has_mesh(root / "constant") && !is_divided) regions.emplace(regions.begin());
    return regions;
}

/// Times at which all regions have U that have it at the last time with any U; all times where there is none.
std::vector<FoamTime> with_velocity(const fs::path& root, const std::vector<std::string>& regions,
                                    std::vector<FoamTime> times)
{
    const auto has_velocity = [&](const FoamTime& time) {
        return [&](const std::string& region) { return FoamFile::exists(root / time.name / region / "U"); };
    };
    const auto last = std::find_if(times.rbegin(), times.rend(), [&](const FoamTime& time) {
        return std::ranges::any_of(regions, has_velocity(time));
    });
    if (last == times.rend()) return times;
    std::vector<std::string> flowing;
    std::ranges::copy_if(regions, std::back_inserter(flowing), has_velocity(*last));
    std::erase_if(times,
                  [&](const FoamTime& time) { return !std::ranges::all_of(flowing, has_velocity(time)); });
    return times;
}

std::vector<FoamTime> times_of_root(const fs::path& root)
{
    std::vector<FoamTime> times;
    for (std::string& name : folders_in(root))
        if (const auto seconds = number_of<double>(name); seconds && std::isfinite(*seconds))
            times.push_back({*seconds, std::move(name)});
    std::ranges::stable_sort(times, {}, &FoamTime::seconds);
    const auto same = [](const FoamTime& a, const FoamTime& b) { return a.seconds == b.seconds; };
    times.erase(std::unique(times.begin(), times.end(), same), times.end());
    return times;
}

/// Takes the processors' parts in place of what was found, where they have more time steps.
void take_if_longer(FoamCase& found, const std::vector<FoamProcessor>& processors, std::size_t own_times)
{
    const fs::path& first = processors.front().root;
    const std::vector<std::string> regions = regions_of(first);
    std::vector<FoamTime> mesh_times = times_of_root(first);
    std::vector<FoamTime> times = with_velocity(first, regions, mesh_times);
    if (times.size() <= found.times.size() || regions.empty()) return;
    found.remarks = {fmt::format("Read from the folders of {} processors, which have {} time steps; the "
                                 "case's own folder has {}.",
                                 processors.size(), times.size(), own_times)};
    found.times = std::move(times);
    found.mesh_times = std::move(mesh_times);
    found.parts.clear();
    for (const FoamProcessor& processor : processors)
        for (const std::string& region : regions)
            found.parts.push_back({processor.root, region, processor.block});
}

/// True when a field that is not packed is complete: its boundary ends, with only comments behind it; in a
/// file of several processors the last one's block ends too.
bool is_complete(const fs::path& field)
{
    constexpr std::streamoff last_bytes = 4096;
    std::ifstream file{field, std::ios::binary};
    if (!file) return true;  // packed, or said when it is read
    std::string begin(last_bytes, '\0');
    file.read(begin.data(), last_bytes);
    const bool has_blocks = begin.substr(0, begin.find('}')).find("decomposedBlockData") != std::string::npos;
    file.clear();
    file.seekg(0, std::ios::end);
    file.seekg(std::max<std::streamoff>(0, file.tellg() - last_bytes));
    char before = ' ', last = ' ';  // of lines that have something
    for (std::string line; std::getline(file, line);) {
        const auto end = std::min(line.find("//"), line.size());
        const auto place = line.substr(0, end).find_last_not_of(" \t\r");
        if (place != std::string::npos) before = std::exchange(last, line[place]);
    }
    const char end = has_blocks ? before : last;
    return (end == '}' || end == ';') && (!has_blocks || last == ')');
}

/// Number of cells that the head of a mesh's file notes: "nPoints:8 nCells:3 ...".
std::optional<std::size_t> cells_noted(const fs::path& owner)
{
    constexpr std::size_t longest_head = 4096;
    constexpr std::string_view key = "nCells:";
    if (!FoamFile::exists(owner)) return std::nullopt;
    const FoamFile file{owner, longest_head};
    const std::string_view head = file.text().substr(0, longest_head);
    const std::size_t at = head.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view behind =
        head.substr(std::min(head.find_first_not_of(' ', at + key.size()), head.size()));
    return number_of<std::size_t>(behind.substr(0, behind.find_first_not_of("0123456789")));
}

/// The number of cells that a part's mesh has at a time, by its header, or else by its faces.
std::size_t cells_at(const FoamCase& of, const FoamPart& part, std::size_t time)
{
    const fs::path owner = of.mesh_file(part, time, "owner");
    if (const auto noted = cells_noted(owner)) return *noted;
    return count_foam_cells(owner, of.mesh_file(part, time, "neighbour"), part.block);
}

/// The reason why the velocity of a time cannot be read; "" where it can. A solver that was stopped while it
/// wrote, or still writes, leaves its last time incomplete.
std::string velocity_fault(const FoamCase& of, std::size_t time)
{
    const bool is_last = time + 1 == of.times.size();
    for (const FoamPart& part : of.parts) {
        const fs::path folder = part.at(of.times[time]);
        const bool is_first = part.root == of.parts.front().root && part.block == 0;
        if ((is_first || is_last) && !is_complete(folder / "U")) return "ends early";
        if (!is_first) continue;
        const std::string fault = foam_velocity_fault(
            folder, [&] { return cells_at(of, part, time); }, of.folder);
        if (!fault.empty()) return "cannot be read: " + fault;
    }
    return {};
}

/// Leaves out times with a velocity that is damaged, needs OpenFOAM itself or has a wrong length.
void leave_out_damaged(FoamCase& found)
{
    if (found.times.size() < 2) return;
    std::vector<FoamTime> kept;
    std::vector<std::string> remarks;
    for (std::size_t i = 0; i < found.times.size(); ++i) {
        const std::string fault = velocity_fault(found, i);
        if (fault.empty())
            kept.push_back(found.times[i]);
        else
            remarks.push_back(
                fmt::format("The time '{}' is left out: its 'U' {}.", found.times[i].name, fault));
    }
    if (kept.empty()) return;  // reading them reports the error
    found.times = std::move(kept);
    found.remarks.insert(found.remarks.end(), remarks.begin(), remarks.end());
}

/// Adds the files of a folder that do not lead out of the case.
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
    auto later = std::ranges::upper_bound(mesh_times, times[time].seconds, {}, &FoamTime::seconds);
    for (; later != mesh_times.begin(); --later)
        if (const fs::path moved = part.at(*std::prev(later)) / "polyMesh" / file; FoamFile::exists(moved))
            return moved;
    return part.constant() / "polyMesh" / file;
}

std::string FoamCase::remark_on_changes() const
{
    if (times.size() < 2) return {};
    const auto changes = [this](const char* file) {
        return std::ranges::any_of(parts, [&](const FoamPart& part) {
            return mesh_file(part, 0, file) != mesh_file(part, times.size() - 1, file);
        });
    };
    if (changes("faces")) return "The cells of the mesh change with time; each time step has its own.";
    if (changes("points")) return "The mesh moves with time; each time step has its own points.";
    return {};
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
    const std::vector<std::string> regions = regions_of(found.folder);
    if (!regions.empty()) {
        found.mesh_times = times_of_root(found.folder);
        found.times = with_velocity(found.folder, regions, found.mesh_times);
    }
    for (const std::string& region : regions) found.parts.push_back({found.folder, region});
    const std::size_t own_times = found.times.size();
    for (const auto& processors : foam_decompositions(found.folder))
        take_if_longer(found, processors, own_times);
    if (found.parts.empty())
        throw_reader_error(name, "expected a case of OpenFOAM, with constant/polyMesh, found none");
    if (found.times.empty())
        throw_reader_error(name, "expected folders of times, such as 0 and 0.5, beside constant; found none");
    leave_out_damaged(found);
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
            if (part.block > 0) continue;  // in the same files
            add_files(part.constant() / "polyMesh", folder, files);
            if (const fs::path mesh = found.mesh_file(part, 0, "faces").parent_path();
                mesh != part.constant() / "polyMesh")
                add_files(mesh, folder, files);
            add_files(part.at(found.times.front()), folder, files);
            if (found.times.size() > 1) add_files(part.at(found.times.back()), folder, files);
        }
    } catch (const std::exception&) {
        // Opening the file reports the error.
    }
    return files;
}

}  // namespace farfield::compute
