#include "compute_node/readers/ensight/ensight_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace {

constexpr std::size_t piece_bytes = 1U << 20U;  // of a file, at a time

constexpr std::array<std::string_view, 2> marks{"BEGIN TIME STEP", "END TIME STEP"};

/// How often a text occurs in a piece, but for where it lies within the first letters.
long count_of(std::string_view text, std::string_view piece, std::size_t first_letters)
{
    long count = 0;
    const std::size_t begin = first_letters - std::min(first_letters, text.size() - 1);
    for (std::size_t at = piece.find(text, begin); at != std::string_view::npos;
         at = piece.find(text, at + 1))
        ++count;
    return count;
}

/// How often each mark occurs in a file, as far as `most`.
std::array<long, marks.size()> count_marks(const std::filesystem::path& file, long most)
{
    std::ifstream in{file, std::ios::binary};
    std::string piece;
    std::array<long, marks.size()> counts{};
    while (in && std::ranges::min(counts) < most) {
        // The end of a piece may be the beginning of a mark.
        const std::size_t kept = std::min(piece.size(), marks.front().size() - 1);
        piece.erase(0, piece.size() - kept);
        piece.resize(kept + piece_bytes);
        in.read(piece.data() + kept, piece_bytes);
        piece.resize(kept + static_cast<std::size_t>(in.gcount()));
        for (std::size_t i = 0; i < marks.size(); ++i) counts[i] += count_of(marks[i], piece, kept);
    }
    return counts;
}

}  // namespace

void check_ensight_marks(const std::filesystem::path& file, long steps)
{
    const auto found = count_marks(file, steps);
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (found[i] < steps)
            throw std::runtime_error(
                fmt::format("cannot read '{}': expected {} steps with '{}', as the case's section FILE says, "
                            "found {}",
                            file.string(), steps, marks[i], found[i]));
}

}  // namespace farfield::compute
