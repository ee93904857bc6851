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

std::string name_beside(const std::filesystem::path& missing)
{
    namespace fs = std::filesystem;
    constexpr std::size_t most_looked_at = 5'000;
    const fs::path folder = missing.has_parent_path() ? missing.parent_path() : fs::path{"."};
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end;
         !error && entry != end && names.size() < most_looked_at; entry.increment(error))
        names.push_back(entry->path().filename().string());
    return near_name(missing.filename().string(), names);
}

}  // namespace farfield::model
