#include "compute_node/fields/velocity/direction_words.h"

#include "compute_node/fields/velocity/vector_meaning.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace farfield::compute {

namespace {

using Words = std::array<std::string_view, 3>;

constexpr std::array directions{Words{"eastward", "northward", "upward"},
                                Words{"zonal", "meridional", "vertical"},
                                Words{"eastcomponent", "northcomponent", "verticalcomponent"},
                                Words{"xcomponent", "ycomponent", "zcomponent"},
                                Words{"ucomponent", "vcomponent", "wcomponent"},
                                Words{"xvelocity", "yvelocity", "zvelocity"},
                                Words{"uvelocity", "vvelocity", "wvelocity"},
                                Words{"uwind", "vwind", "wwind"},
                                Words{"xdirection", "ydirection", "zdirection"}};

std::string exchanged(std::string text, std::size_t at, std::size_t size, std::string_view with)
{
    return text.replace(at, size, with);
}

bool is_alphabetic(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// True when a text has `word` as a separate word, in any case: "device" does not have "ice".
bool has_word(std::string_view text, std::string_view word)
{
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    for (auto at = text.begin();; ++at) {
        at = std::search(at, text.end(), word.begin(), word.end(), same);
        if (at == text.end()) return false;
        const auto behind = at + static_cast<std::ptrdiff_t>(word.size());
        if ((at == text.begin() || !is_alphabetic(*(at - 1))) &&
            (behind == text.end() || !is_alphabetic(*behind)))
            return true;
    }
}

}  // namespace

std::array<std::string, 2> descriptions_beside(std::string_view first)
{
    const std::string compact = compact_name(first);
    for (const Words& words : directions)
        if (const std::size_t at = compact.find(words[0]); at != std::string::npos)
            return {exchanged(compact, at, words[0].size(), words[1]),
                    exchanged(compact, at, words[0].size(), words[2])};
    return {};
}

bool describes_flow(std::string_view description)
{
    const std::string compact = compact_name(description);
    return std::ranges::any_of(std::array{"velocity", "current", "wind"}, [&](std::string_view word) {
        return compact.find(word) != std::string::npos;
    });
}

bool describes_ice_or_waves(std::string_view description)
{
    return std::ranges::any_of(std::array{"ice", "stokes", "wave", "waves"},
                               [&](std::string_view word) { return has_word(description, word); });
}

}  // namespace farfield::compute
