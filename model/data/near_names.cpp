#include "model/data/near_names.h"

#include <algorithm>
#include <numeric>
#include <system_error>
#include <utility>
#include <vector>

namespace farfield::model {

std::size_t edit_distance(std::string_view one, std::string_view other)
{
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= one.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= other.size(); ++j) {
            const auto substituted = diagonal + (one[i - 1] == other[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

std::string closest(std::string_view word, std::span<const std::string> words)
{
    const auto nearer = [word](const auto& a, const auto& b) {
        return edit_distance(word, a) < edit_distance(word, b);
    };
    const auto found = std::ranges::min_element(words, nearer);
    return found == words.end() ? std::string{} : *found;
}

std::string near_name(std::string_view word, std::span<const std::string> words)
{
    const std::string nearest = closest(word, words);
    const std::size_t most_edits = 1 + word.size() / 5;
    return !nearest.empty() && edit_distance(word, nearest) <= most_edits ? nearest : std::string{};
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_looked_at = 5'000;

fs::path folder_of(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path{"."};
}

/// The folder's entries that can be read.
std::vector<fs::directory_entry> entries_of(const fs::path& folder)
{
    std::vector<fs::directory_entry> entries;
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end;
         !error && entry != end && entries.size() < most_looked_at; entry.increment(error))
        entries.push_back(*entry);
    return entries;
}

/// Finds a name in an existing folder: the same name, else a near one.
fs::path near_in(const fs::path& folder, const fs::path& name)
{
    std::error_code error;
    if (fs::exists(folder / name, error)) return folder / name;
    const std::string near = name_beside(folder / name);
    return near.empty() ? fs::path{} : folder / near;
}

/// Looks for a name in the folders below a folder; the first one by name that has it counts.
fs::path near_below(const fs::path& folder, const fs::path& name)
{
    std::vector<fs::path> folders;
    std::error_code error;
    for (const fs::directory_entry& entry : entries_of(folder))
        if (entry.is_directory(error)) folders.push_back(entry.path().filename());
    std::ranges::sort(folders);
    constexpr std::size_t most_folders = 100;
    if (folders.size() > most_folders) folders.resize(most_folders);
    for (const fs::path& below : folders)
        if (const fs::path found = near_in(folder / below, name); !found.empty()) return found;
    return {};
}

}  // namespace

std::string name_beside(const fs::path& missing)
{
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : entries_of(folder_of(missing)))
        names.push_back(entry.path().filename().string());
    return near_name(missing.filename().string(), names);
}

std::string near_path(const fs::path& missing)
{
    std::error_code error;
    const fs::path name = missing.filename();
    if (name.empty()) return {};
    fs::path folder = missing.parent_path();
    const bool is_there = folder.empty() || fs::is_directory(folder, error);
    if (!is_there) folder = near_path(folder);
    if (!is_there && !fs::is_directory(folder, error)) return {};
    fs::path found = near_in(folder_of(folder / name), name);
    if (found.empty() && is_there) found = near_below(folder_of(folder / name), name);
    // The path as a user would type it: "flow.vtk" rather than "./flow.vtk".
    return (missing.is_absolute() || missing.string().starts_with('.') ? found : found.lexically_normal())
        .string();
}

}  // namespace farfield::model
