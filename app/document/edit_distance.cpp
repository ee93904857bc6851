#include "app/document/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace farfield::app {

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

}  // namespace farfield::app
