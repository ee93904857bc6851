#include "compute_node/readers/ensight_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace farfield::compute {

namespace {

constexpr std::size_t piece_bytes = 1U << 20U;  // of a file, at a time

/// How often a text occurs in a file, as far as `most`.
long count_of(std::string_view text, const std::filesystem::path& file, long most)
{
    std::ifstream in{file, std::ios::binary};
    std::string piece;
    long count = 0;
    while (in && count < most) {
        // What a piece ends with may be the beginning of the text.
        const std::size_t kept = std::min(piece.size(), text.size() - 1);
        piece.erase(0, piece.size() - kept);
        piece.resize(kept + piece_bytes);
        in.read(piece.data() + kept, piece_bytes);
        piece.resize(kept + static_cast<std::size_t>(in.gcount()));
        for (std::size_t at = piece.find(text); at != std::string::npos; at = piece.find(text, at + 1))
            ++count;
    }
    return count;
}

}  // namespace

void check_ensight_marks(const std::filesystem::path& file, long steps)
{
    for (const std::string_view mark : {"BEGIN TIME STEP", "END TIME STEP"})
        if (const long found = count_of(mark, file, steps); found < steps)
            throw std::runtime_error(
                fmt::format("cannot read '{}': expected {} steps with '{}', as the case's section FILE says, "
                            "found {}",
                            file.string(), steps, mark, found));
}

}  // namespace farfield::compute
