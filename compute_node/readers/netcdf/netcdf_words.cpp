#include "compute_node/readers/netcdf/netcdf_words.h"

#include "compute_node/readers/common/units.h"
#include "compute_node/support/lower_case.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

namespace {

constexpr std::array<std::string_view, 8> words_of_x{"x",   "east",      "west",       "easting",
                                                     "lon", "longitude", "longitudes", "zonal"};
constexpr std::array<std::string_view, 8> words_of_y{"y",   "north",    "south",     "northing",
                                                     "lat", "latitude", "latitudes", "meridional"};
constexpr std::array<std::string_view, 10> words_of_z{
    "z", "height", "heights", "altitude", "depth", "vertical", "pressure", "level", "levels", "elevation"};
constexpr std::array<std::string_view, 14> words_of_sizes{
    "spacing",    "increment",  "increments", "size",   "width",  "thickness", "interval",
    "difference", "resolution", "step",       "metric", "factor", "scale",     "length"};
constexpr std::array<std::string_view, 11> words_of_places{
    "coordinate", "coordinates", "location",  "locations", "position", "positions",
    "easting",    "northing",    "longitude", "latitude",  "place"};

bool is_among(std::string_view word, std::span<const std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

/// The words of a variable's long_name, in lower case: letters alone.
std::vector<std::string> words_of_long_name(const NetcdfFile& file, const NetcdfVariable& variable)
{
    std::vector<std::string> words;
    bool is_inside = false;
    for (const char c : lower_case(file.text(variable, "long_name"))) {
        const bool is_letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
        if (is_letter && !is_inside) words.emplace_back();
        if (is_letter) words.back() += c;
        is_inside = is_letter;
    }
    return words;
}

bool has_any(const std::vector<std::string>& words, std::span<const std::string_view> of)
{
    return std::ranges::any_of(words, [&](const std::string& word) { return is_among(word, of); });
}

bool begins_with(std::string_view name, std::span<const std::string_view> beginnings)
{
    return std::ranges::any_of(beginnings, [&](std::string_view begin) { return name.starts_with(begin); });
}

/// The direction of a name: an axis alone or with a point of the cell ("x", "xh", "x_u"), or a word.
char direction_of_name(std::string_view name)
{
    constexpr std::array<std::string_view, 3> east{"east", "west", "lon"}, north{"north", "south", "lat"};
    constexpr std::array<std::string_view, 10> up{"height", "hgt",  "alt",  "dep", "lev",
                                                  "elev",   "plev", "pres", "z",   "isobaric"};
    constexpr std::size_t axis_and_point = 2;
    const bool is_axis =
        name.size() <= axis_and_point || std::isalpha(static_cast<unsigned char>(name[1])) == 0;
    if (name.empty()) return ' ';
    if (is_axis && (name[0] == 'x' || name[0] == 'y')) return name[0];
    if (begins_with(name, east)) return 'x';
    if (begins_with(name, north)) return 'y';
    return begins_with(name, up) || name == "p" ? 'z' : ' ';
}

/// The words of a long_name before those on the kind of points: "easting" of "easting of elevation points".
std::vector<std::string> words_before_points(const std::vector<std::string>& words)
{
    constexpr std::array<std::string_view, 4> joints{"of", "at", "for", "on"};
    const auto end =
        std::ranges::find_if(words, [&](const std::string& word) { return is_among(word, joints); });
    return {words.begin(), end};
}

/// The direction of words: ' ' for none, '?' for several.
char direction_of_words(const std::vector<std::string>& words)
{
    const std::array found{has_any(words, words_of_x), has_any(words, words_of_y),
                           has_any(words, words_of_z)};
    if (std::ranges::count(found, true) > 1) return '?';
    for (std::size_t axis = 0; axis < found.size(); ++axis)
        if (found[axis]) return "xyz"[axis];
    return ' ';
}

}  // namespace

char direction_by_words(const NetcdfFile& file, const NetcdfVariable& variable)
{
    if (!variable.numeric) return ' ';
    const std::string units = file.text(variable, "units");
    const bool is_length = metres_in(units).has_value(), is_pressure = pascals_in(units).has_value(),
               is_angle = lower_case(units).starts_with("degree");
    if (!is_length && !is_pressure && !is_angle) return ' ';
    const std::vector<std::string> words = words_of_long_name(file, variable);
    if (has_any(words, words_of_sizes)) return ' ';
    char direction = direction_of_words(words_before_points(words));
    if (direction == ' ') direction = direction_of_words(words);
    if (direction == ' ') direction = direction_of_name(lower_case(variable.name));
    const bool may_be = direction == 'z' ? !is_angle : direction != '?' && !is_pressure;
    return may_be ? direction : ' ';
}

std::string names_in_sentence(const std::vector<std::string>& names)
{
    std::string sentence;
    for (std::size_t n = 0; n < names.size(); ++n) {
        if (n > 0) sentence += n + 1 == names.size() ? " and " : ", ";
        sentence += "'" + names[n] + "'";
    }
    return sentence;
}

bool is_called_place(const NetcdfFile& file, const NetcdfVariable& variable)
{
    return has_any(words_of_long_name(file, variable), words_of_places);
}

}  // namespace farfield::compute
