#include "compute_node/fields/unit_dimension.h"

#include "compute_node/support/lower_case.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <utility>

namespace farfield::compute {

namespace {

using Entry = std::pair<std::string_view, UnitDimension>;

constexpr UnitDimension length{1}, time{0, 1}, mass{0, 0, 1}, temperature{0, 0, 0, 1}, none{};
constexpr UnitDimension force{1, -2, 1}, pressure{-1, -2, 1}, energy{2, -2, 1}, power{2, -3, 1};
constexpr UnitDimension magnetic{0, -2, 1, 0, -1}, voltage{2, -3, 1, 0, -1};

/// Known units as they are spelt; words of three letters and more in lower case and the singular.
constexpr std::array units{Entry{"m", length},
                           Entry{"cm", length},
                           Entry{"mm", length},
                           Entry{"km", length},
                           Entry{"um", length},
                           Entry{"meter", length},
                           Entry{"metre", length},
                           Entry{"centimeter", length},
                           Entry{"centimetre", length},
                           Entry{"millimeter", length},
                           Entry{"millimetre", length},
                           Entry{"kilometer", length},
                           Entry{"kilometre", length},
                           Entry{"ft", length},
                           Entry{"feet", length},
                           Entry{"foot", length},
                           Entry{"inch", length},
                           Entry{"mile", length},
                           Entry{"nmile", length},
                           Entry{"pc", length},
                           Entry{"kpc", length},
                           Entry{"au", length},
                           Entry{"code_length", length},
                           Entry{"s", time},
                           Entry{"ms", time},
                           Entry{"sec", time},
                           Entry{"second", time},
                           Entry{"min", time},
                           Entry{"minute", time},
                           Entry{"h", time},
                           Entry{"hr", time},
                           Entry{"hour", time},
                           Entry{"d", time},
                           Entry{"day", time},
                           Entry{"month", time},
                           Entry{"yr", time},
                           Entry{"year", time},
                           Entry{"myr", time},
                           Entry{"code_time", time},
                           Entry{"kg", mass},
                           Entry{"g", mass},
                           Entry{"gram", mass},
                           Entry{"kilogram", mass},
                           Entry{"code_mass", mass},
                           Entry{"K", temperature},
                           Entry{"kelvin", temperature},
                           Entry{"degc", temperature},
                           Entry{"celsius", temperature},
                           Entry{"deg_c", temperature},
                           Entry{"degree_c", temperature},
                           Entry{"degk", temperature},
                           Entry{"degf", temperature},
                           Entry{"N", force},
                           Entry{"newton", force},
                           Entry{"dyne", force},
                           Entry{"Pa", pressure},
                           Entry{"hPa", pressure},
                           Entry{"kPa", pressure},
                           Entry{"MPa", pressure},
                           Entry{"pascal", pressure},
                           Entry{"mb", pressure},
                           Entry{"mbar", pressure},
                           Entry{"millibar", pressure},
                           Entry{"bar", pressure},
                           Entry{"psi", pressure},
                           Entry{"J", energy},
                           Entry{"joule", energy},
                           Entry{"W", power},
                           Entry{"watt", power},
                           Entry{"T", magnetic},
                           Entry{"nT", magnetic},
                           Entry{"tesla", magnetic},
                           Entry{"G", magnetic},
                           Entry{"gauss", magnetic},
                           Entry{"V", voltage},
                           Entry{"volt", voltage},
                           Entry{"ohm", {2, -3, 1, 0, -2}},
                           Entry{"A", {0, 0, 0, 0, 1}},
                           Entry{"ampere", {0, 0, 0, 0, 1}},
                           Entry{"rad", none},
                           Entry{"radian", none},
                           Entry{"degree", none},
                           Entry{"percent", none},
                           Entry{"1", none},
                           Entry{"knot", dimension_of_speed},
                           Entry{"kt", dimension_of_speed},
                           Entry{"kts", dimension_of_speed},
                           Entry{"kn", dimension_of_speed},
                           Entry{"mph", dimension_of_speed},
                           Entry{"kph", dimension_of_speed},
                           Entry{"code_velocity", dimension_of_speed},
                           Entry{"sverdrup", {3, -1}},
                           Entry{"Sv", {3, -1}}};

std::optional<UnitDimension> find(std::string_view name)
{
    const auto* found =
        std::find_if(units.begin(), units.end(), [&](const Entry& e) { return e.first == name; });
    return found == units.end() ? std::nullopt : std::optional{found->second};
}

/// The dimension of a word as it is spelt, in lower case, or as a plural. One or two letters that end in a
/// capital mean another unit ("S/m", "mS"), unless all letters are capitals.
std::optional<UnitDimension> dimension_of_word(std::string_view word, bool all_capitals)
{
    constexpr std::size_t shortest_word = 3;
    if (const auto found = find(word)) return found;
    const bool ends_in_capital = word.back() >= 'A' && word.back() <= 'Z';
    if (word.size() < shortest_word && ends_in_capital && !all_capitals) return std::nullopt;
    const std::string lower = lower_case(std::string{word});
    if (const auto found = find(lower)) return found;
    constexpr std::size_t shortest_plural = 4;
    if (lower.size() >= shortest_plural && lower.ends_with('s'))
        return find(lower.substr(0, lower.size() - 1));
    return std::nullopt;
}

bool is_letter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%';
}

void add(UnitDimension& to, const UnitDimension& what, int times)
{
    to.length += times * what.length;
    to.time += times * what.time;
    to.mass += times * what.mass;
    to.temperature += times * what.temperature;
    to.current += times * what.current;
}

/// Reads a unit from the left: words, powers, slashes and one level of brackets.
class Reader {
public:
    explicit Reader(std::string_view text)
        : rest_{text}, all_capitals_{std::ranges::none_of(text, [](char c) { return c >= 'a' && c <= 'z'; })}
    {}

    std::optional<UnitDimension> read()
    {
        while (!rest_.empty())
            if (!read_one()) return std::nullopt;
        return any_ ? std::optional{sum_} : std::nullopt;
    }

private:
    bool read_one()
    {
        const char c = rest_.front();
        if (is_letter(c)) return read_word();
        rest_.remove_prefix(1);
        if (c == '/') sign_ = -1;
        if (c == '(') bracket_ = std::exchange(sign_, 1);
        if (c == ')') bracket_ = sign_ = 1;
        if (c == '1') any_ = true;
        return c == '/' || c == '(' || c == ')' || c == ' ' || c == '.' || c == '*' || c == '1';
    }

    bool read_word()
    {
        std::size_t end = 0;
        while (end < rest_.size() && is_letter(rest_[end])) ++end;
        const std::string_view word = rest_.substr(0, end);
        rest_.remove_prefix(end);
        if (word == "per") {
            sign_ = -1;
            return true;
        }
        const auto dimension = dimension_of_word(word, all_capitals_);
        if (!dimension) return false;
        add(sum_, *dimension, bracket_ * std::exchange(sign_, 1) * take_power());
        any_ = true;
        return true;
    }

    /// Takes a power, "-1", "^2", "**-2"; 1 where there is none.
    int take_power()
    {
        std::string_view text = rest_;
        while (!text.empty() && (text.front() == '^' || text.front() == '*')) text.remove_prefix(1);
        if (text.starts_with('+')) text.remove_prefix(1);
        int exponent = 1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
        if (error != std::errc{}) return 1;
        rest_ = text.substr(static_cast<std::size_t>(end - text.data()));
        return exponent;
    }

    std::string_view rest_;
    bool all_capitals_;
    UnitDimension sum_;
    int sign_ = 1;     ///< sign of the next word's power
    int bracket_ = 1;  ///< sign for all words in brackets
    bool any_ = false;
};

}  // namespace

std::optional<UnitDimension> unit_dimension(std::string_view unit)
{
    // By the rules these mean "one per millisecond"; writers mean metres a second.
    for (const char* run_together : {"ms-1", "ms^-1", "ms**-1"})
        if (unit == run_together) return dimension_of_speed;
    std::string plain{unit};
    std::erase_if(plain, [](char c) { return c == '{' || c == '}'; });  // TeX's: "m s^{-1}"
    return Reader{plain}.read();
}

}  // namespace farfield::compute
