#include "compute_node/readers/common/units.h"

#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#ifdef FARFIELD_WITH_UDUNITS
#include <udunits2.h>
#endif

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <mutex>
#include <numbers>
#include <string>
#include <utility>

namespace farfield::compute {

namespace {

using Unit = std::pair<std::string_view, double>;

constexpr double seconds_a_minute = 60.0, seconds_an_hour = 3600.0, seconds_a_day = 86400.0,
                 seconds_a_year = 365.25 * seconds_a_day;  // Julian, as astronomy has it
constexpr double metres_a_mile = 1852.0;                   // nautical
/// Metres of astronomical unit, parsec and light year; IAU 2012 B2, 2015 B2 and the Julian year.
constexpr double metres_an_au = 1.495978707e11, metres_a_parsec = 3.0856775814913673e16,
                 metres_a_light_year = 9.4607304725808e15;

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
                             Unit{"Mm", 1e6},
                             Unit{"nmile", metres_a_mile},
                             Unit{"nmi", metres_a_mile},  // of UDUNITS, a billionth of a mile
                             Unit{"nautical mile", metres_a_mile},
                             Unit{"nauticalmile", metres_a_mile},
                             Unit{"AU", metres_an_au},
                             Unit{"au", metres_an_au},
                             Unit{"pc", metres_a_parsec},
                             Unit{"kpc", 1e3 * metres_a_parsec},
                             Unit{"Mpc", 1e6 * metres_a_parsec},
                             Unit{"Gpc", 1e9 * metres_a_parsec},
                             Unit{"ly", metres_a_light_year},
                             Unit{"lyr", metres_a_light_year},
                             Unit{"lightyear", metres_a_light_year}};

constexpr std::array times{Unit{"s", 1.0},
                           Unit{"sec", 1.0},
                           Unit{"second", 1.0},
                           Unit{"min", seconds_a_minute},
                           Unit{"minute", seconds_a_minute},
                           Unit{"h", seconds_an_hour},
                           Unit{"hr", seconds_an_hour},
                           Unit{"hour", seconds_an_hour},
                           Unit{"d", seconds_a_day},
                           Unit{"day", seconds_a_day},
                           Unit{"Myr", 1e6 * seconds_a_year},
                           Unit{"Gyr", 1e9 * seconds_a_year}};

constexpr std::array pressures{Unit{"Pa", 1.0},
                               Unit{"pa", 1.0},
                               Unit{"pascal", 1.0},
                               Unit{"hPa", 1e2},
                               Unit{"hpa", 1e2},
                               Unit{"hectopascal", 1e2},
                               Unit{"mb", 1e2},
                               Unit{"mbar", 1e2},
                               Unit{"millibar", 1e2},
                               Unit{"kPa", 1e3},
                               Unit{"kpa", 1e3},
                               Unit{"kilopascal", 1e3},
                               Unit{"dbar", 1e4},
                               Unit{"decibar", 1e4},
                               Unit{"bar", 1e5},
                               Unit{"atm", 101325.0},
                               Unit{"atmosphere", 101325.0}};

/// Speeds with a word of their own, which UDUNITS lacks or takes, by the same letters, for another unit.
constexpr std::array speeds{
    Unit{"knot", metres_a_mile / seconds_an_hour}, Unit{"kt", metres_a_mile / seconds_an_hour},
    Unit{"kn", metres_a_mile / seconds_an_hour},   Unit{"kts", metres_a_mile / seconds_an_hour},
    Unit{"mph", 1609.344 / seconds_an_hour},       Unit{"mps", 1.0},
    Unit{"kph", 1000.0 / seconds_an_hour}};

/// True when a text is the word itself or, of words of three letters and more, its plural.
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

/// A unit with one slash between length and time, however they are joined: "m s**-1" becomes "m/s".
std::string in_one_spelling(std::string_view unit)
{
    std::string text;
    for (const char c : unit)
        if (c != '^' && c != '*' && c != '(' && c != ')') text += c;
    for (const std::string_view word : {" per ", " Per ", " PER "})
        if (const std::size_t per = text.find(word); per != std::string::npos)
            text.replace(per, word.size(), 1, '/');
    const std::size_t joint = text.find_last_of(" .");
    if (text.ends_with("-1") && joint != std::string::npos) {
        text.erase(text.size() - 2);
        text[joint] = '/';
    }
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
}

/// A unit without space and brackets around it, without TeX's braces ("m s^{-1}", as MPAS writes it), and with
/// ASCII in place of the signs of UTF-8 that units have: "m s⁻¹", "cm·s⁻¹", "µm/s".
std::string in_ascii(std::string_view unit)
{
    constexpr std::array signs{std::pair<std::string_view, std::string_view>{"\u207b", "-"},
                               std::pair<std::string_view, std::string_view>{"\u00b0", "degree"},
                               std::pair<std::string_view, std::string_view>{"\u2212", "-"},
                               std::pair<std::string_view, std::string_view>{"\u00b9", "1"},
                               std::pair<std::string_view, std::string_view>{"\u00b7", "."},
                               std::pair<std::string_view, std::string_view>{"\u22c5", "."},
                               std::pair<std::string_view, std::string_view>{"\u00b5", "u"},
                               std::pair<std::string_view, std::string_view>{"\u03bc", "u"}};
    constexpr std::string_view around = " \t\r\n[]";  // "[m/s]", and blanks of fixed width
    const std::size_t first = unit.find_first_not_of(around), last = unit.find_last_not_of(around);
    if (first == std::string_view::npos) return {};
    std::string text{unit.substr(first, last - first + 1)};
    for (const auto& [sign, ascii] : signs)
        for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at))
            text.replace(at, sign.size(), ascii);
    std::erase_if(text, [](char c) { return c == '{' || c == '}'; });
    return text;
}

struct RunTogether {
    std::string_view written, meant;
};
constexpr std::array run_together{RunTogether{"ms-1", "m/s"}, RunTogether{"cms-1", "cm/s"},
                                  RunTogether{"mms-1", "mm/s"}, RunTogether{"kms-1", "km/s"},
                                  RunTogether{"kmh-1", "km/h"}};

/// The unit meant by a unit of speed without the blank between its parts ("ms-1"); empty for others.
std::string_view apart(std::string_view unit)
{
    std::string text;
    for (const char c : unit)
        if (c != '^' && c != '*') text += c;
    const auto found = std::ranges::find(run_together, std::string_view{text}, &RunTogether::written);
    return found == run_together.end() ? std::string_view{} : found->meant;
}

#ifdef FARFIELD_WITH_UDUNITS

/// True for a text, from any file, that is safe to parse: letters and signs of units alone, without deep
/// brackets or long powers, as the library's parser keeps all on a stack.
bool is_harmless(std::string_view text)
{
    constexpr std::size_t longest = 48;
    constexpr int most_brackets = 2, most_digits = 6;
    constexpr std::string_view signs = " ./*^_-+()";
    int brackets = 0, digits = 0;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9',
                   is_letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
        digits = is_digit ? digits + 1 : 0;
        brackets += c == '(' ? 1 : 0;
        if (digits > most_digits || brackets > most_brackets) return false;
        if (!is_digit && !is_letter && signs.find(c) == std::string_view::npos) return false;
    }
    return !text.empty() && text.size() <= longest;
}

/// The tables of UDUNITS, read once; null without them. Their state is global: hold udunits_turn().
ut_system* system_of_units()
{
    static ut_system* const all = [] {
        ut_set_error_message_handler(ut_ignore);
        return ut_read_xml(nullptr);
    }();
    return all;
}

std::mutex& udunits_turn()
{
    static std::mutex mutex;
    return mutex;
}

/// Factor from one unit to another, by UDUNITS; none where it is of another kind.
std::optional<double> factor_to(const char* wanted, std::string_view unit)
{
    if (!is_harmless(unit)) return std::nullopt;
    const std::lock_guard turn{udunits_turn()};
    ut_system* const all = system_of_units();
    if (all == nullptr) return std::nullopt;
    const std::string text{unit};
    ut_unit *const from = ut_parse(all, text.c_str(), UT_ASCII), *const to = ut_parse(all, wanted, UT_ASCII);
    std::optional<double> factor;
    if (from != nullptr && to != nullptr)
        if (cv_converter* const converter = ut_get_converter(from, to); converter != nullptr) {
            const double one = cv_convert_double(converter, 1.0), none = cv_convert_double(converter, 0.0);
            if (std::isfinite(one) && one > 0.0 && none == 0.0) factor = one;
            cv_free(converter);
        }
    ut_free(from);
    ut_free(to);
    return factor;
}

/// True when UDUNITS knows the unit, of any kind, as it is spelt.
bool is_known_unit(std::string_view unit)
{
    if (!is_harmless(unit)) return false;
    const std::lock_guard turn{udunits_turn()};
    if (system_of_units() == nullptr) return false;
    ut_unit* const known = ut_parse(system_of_units(), std::string{unit}.c_str(), UT_ASCII);
    ut_free(known);
    return known != nullptr;
}

#else

std::optional<double> factor_to(const char*, std::string_view)
{
    return std::nullopt;
}

bool is_known_unit(std::string_view)
{
    return false;
}

#endif

/// Factor of a unit over a unit of time. table: factors of the former unit, in one spelling.
template <class Table>
std::optional<double> rate_by(const Table& table, std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) return std::nullopt;
    const auto what = find(table, text.substr(0, slash)), time = find(times, text.substr(slash + 1));
    return what && time ? std::optional{*what / *time} : std::nullopt;
}

/// The sign of "degrees_east", "degN", "degree": 1; -1 for those that count to the west and south. None for
/// degrees of temperature.
std::optional<double> sign_of_degrees(std::string_view text)
{
    text.remove_prefix(text.starts_with("degree") ? 6 : 3);
    if (text.starts_with('s')) text.remove_prefix(1);
    if (text.starts_with('_')) text.remove_prefix(1);
    const auto is_any = [&](std::initializer_list<std::string_view> words) {
        return std::ranges::find(words, text) != words.end();
    };
    if (is_any({"west", "w", "south", "s"})) return -1.0;
    return is_any({"", "east", "e", "north", "n", "true", "t"}) ? std::optional{1.0} : std::nullopt;
}

/// Metres a second in a unit, by the tables, as it is spelt.
std::optional<double> known_speed(std::string_view text)
{
    const auto found = find(speeds, text);
    return found ? found : rate_by(lengths, text);
}

/// Small letters of a unit that is known only so ("M/S", "Knots"); empty if it is another unit as spelt
/// ("kN"), and for millimetres, which a capital would make megametres.
std::string in_small_letters(std::string_view unit)
{
    std::string small = lower_case(in_one_spelling(unit));
    return is_known_unit(unit) || small.starts_with("mm") ? std::string{} : small;
}

}  // namespace

std::optional<double> metres_in(std::string_view written)
{
    const std::string unit = in_ascii(written);
    if (const auto found = find(lengths, in_one_spelling(unit))) return found;
    if (const auto found = factor_to("m", unit)) return found;
    return find(lengths, in_small_letters(unit));
}

std::optional<double> pascals_in(std::string_view written)
{
    const std::string unit = in_ascii(written);
    if (const auto found = find(pressures, in_one_spelling(unit))) return found;
    if (const auto found = factor_to("Pa", unit)) return found;
    return find(pressures, in_small_letters(unit));
}

std::optional<double> pascals_per_second(std::string_view written)
{
    const std::string unit = in_ascii(written);
    if (const auto found = rate_by(pressures, in_one_spelling(unit))) return found;
    if (const auto found = factor_to("Pa/s", unit)) return found;
    return rate_by(pressures, in_small_letters(unit));
}

std::optional<double> degrees_in(std::string_view unit)
{
    const std::string text = lower_case(in_one_spelling(in_ascii(unit)));
    if (text.starts_with("deg")) return sign_of_degrees(text);
    constexpr double of_half_a_turn = 180.0;
    if (is_word(text, "rad") || is_word(text, "radian")) return of_half_a_turn / std::numbers::pi;
    const bool is_pure =
        std::ranges::none_of(text, [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
    return is_pure ? std::nullopt : factor_to("degree", unit);
}

std::optional<double> factor_between(std::string_view from, const std::string& to)
{
    return factor_to(to.c_str(), from);
}

std::optional<double> seconds_in(std::string_view unit)
{
    return factor_to("s", unit);
}

bool is_loosely_spelt(std::string_view written)
{
    const std::string unit = in_ascii(written);
    if (known_speed(in_one_spelling(unit)) || factor_to("m/s", unit)) return false;
    return !apart(unit).empty() || known_speed(in_small_letters(unit));
}

std::vector<std::filesystem::path> folders_of_units()
{
#ifdef FARFIELD_WITH_UDUNITS
    const std::lock_guard turn{udunits_turn()};
    ut_status status = UT_SUCCESS;
    const char* const tables = ut_get_path_xml(nullptr, &status);
    if (tables != nullptr) return {std::filesystem::path{tables}.parent_path()};
#endif
    return {};
}

std::optional<double> metres_per_second(std::string_view written)
{
    const std::string unit = in_ascii(written);
    if (const auto found = known_speed(in_one_spelling(unit))) return found;
    if (const std::string_view spelt = apart(unit); !spelt.empty()) return known_speed(spelt);
    if (const auto found = factor_to("m/s", unit)) return found;
    return known_speed(in_small_letters(unit));
}

std::string remark_on_places(std::string_view subject, std::string_view places, std::string_view velocity)
{
    if (places == "1") places = {};
    if (velocity == "1") velocity = {};
    const std::string pair = in_one_spelling(velocity);
    const bool is_of_places =
        !places.empty() && (pair == fmt::format("{}/s", places) || pair == fmt::format("{}/second", places));
    if (velocity.empty() || metres_in(places) || is_of_places) return {};
    if (places.empty())
        return fmt::format("{} have no unit: 1 {} moves by 1 of it in a second.", subject, velocity);
    return fmt::format("{} are in {}, which is no known length: 1 {} moves by 1 {} in a second.", subject,
                       places, velocity, places);
}

}  // namespace farfield::compute
