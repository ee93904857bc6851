#include "compute_node/readers/netcdf/netcdf_units.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace farfield::compute {

namespace {

using Unit = std::pair<std::string_view, double>;

constexpr double seconds_a_minute = 60.0, seconds_an_hour = 3600.0, seconds_a_day = 86400.0;
constexpr double metres_a_mile = 1852.0;  // nautical

constexpr std::array lengths{Unit{"m", 1.0},
                             Unit{"meter", 1.0},
                             Unit{"metre", 1.0},
                             Unit{"cm", 0.01},
                             Unit{"centimeter", 0.01},
                             Unit{"centimetre", 0.01},
                             Unit{"mm", 0.001},
                             Unit{"millimeter", 0.001},
                             Unit{"millimetre", 0.001},
                             Unit{"km", 1000.0},
                             Unit{"kilometer", 1000.0},
                             Unit{"kilometre", 1000.0},
                             Unit{"nmile", metres_a_mile}};

constexpr std::array times{Unit{"s", 1.0},
                           Unit{"sec", 1.0},
                           Unit{"second", 1.0},
                           Unit{"min", seconds_a_minute},
                           Unit{"minute", seconds_a_minute},
                           Unit{"h", seconds_an_hour},
                           Unit{"hr", seconds_an_hour},
                           Unit{"hour", seconds_an_hour},
                           Unit{"d", seconds_a_day},
                           Unit{"day", seconds_a_day}};

constexpr std::array knots{"knot", "kt", "kn", "kts"};

/// As it is or, of whole words, in the plural.
bool is_word(std::string_view text, std::string_view word)
{
    constexpr std::size_t shortest_word = 3;
    if (text == word) return true;
    return word.size() >= shortest_word && text.size() == word.size() + 1 && text.ends_with('s') &&
           text.starts_with(word);
}

template <class Table>
std::optional<double> find(const Table& table, std::string_view text)
{
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Unit& unit) { return is_word(text, unit.first); });
    return found == table.end() ? std::nullopt : std::optional{found->second};
}

/// In lower case, with one slash between length and time however they are joined: "m s**-1" becomes "m/s".
std::string in_one_spelling(std::string_view unit)
{
    std::string text;
    for (const char c : unit)
        if (c != '^' && c != '*' && c != '(' && c != ')')
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (const std::size_t per = text.find(" per "); per != std::string::npos) text.replace(per, 5, 1, '/');
    if (text.ends_with("-1")) {
        text.erase(text.size() - 2);
        if (const std::size_t joint = text.find_last_of(" ."); joint != std::string::npos) text[joint] = '/';
    }
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
}

}  // namespace

std::optional<double> metres_in(std::string_view unit)
{
    return find(lengths, in_one_spelling(unit));
}

std::optional<double> metres_per_second(std::string_view unit)
{
    const std::string text = in_one_spelling(unit);
    if (std::any_of(knots.begin(), knots.end(), [&](const char* knot) { return is_word(text, knot); }))
        return metres_a_mile / seconds_an_hour;
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) return std::nullopt;
    const auto length = find(lengths, std::string_view{text}.substr(0, slash));
    const auto time = find(times, std::string_view{text}.substr(slash + 1));
    if (!length || !time) return std::nullopt;
    return *length / *time;
}

}  // namespace farfield::compute
