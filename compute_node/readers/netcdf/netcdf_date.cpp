#include "compute_node/readers/netcdf/netcdf_date.h"

#include "compute_node/support/lower_case.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace farfield::compute {

namespace {

constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                  "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::size_t longest_text = 128, longest_number = 9;

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// Takes parts off the front of a text in lower case. Borrows the text.
class DateReader {
public:
    explicit DateReader(std::string_view text) : rest_{text} {}

    [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
    [[nodiscard]] std::string_view rest() const { return rest_; }
    [[nodiscard]] char next() const { return rest_.empty() ? '\0' : rest_.front(); }
    [[nodiscard]] std::size_t digits() const
    {
        return static_cast<std::size_t>(std::ranges::find_if_not(rest_, is_digit) - rest_.begin());
    }

    void skip(std::string_view separators)
    {
        while (!rest_.empty() && separators.find(rest_.front()) != std::string_view::npos)
            rest_.remove_prefix(1);
    }
    bool take(std::string_view word)
    {
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    /// Takes a word, unless it is a part of a longer one.
    bool take_word(std::string_view word)
    {
        const bool is_longer =
            rest_.size() > word.size() && std::isalpha(static_cast<unsigned char>(rest_[word.size()])) != 0;
        return !is_longer && take(word);
    }
    /// Takes so many digits; all that there are without a count.
    std::optional<int> take_number(std::size_t count = 0)
    {
        const std::size_t length = count == 0 ? digits() : count;
        if (length == 0 || length > longest_number || digits() < length) return std::nullopt;
        int value = 0;
        std::from_chars(rest_.data(), rest_.data() + length, value);
        rest_.remove_prefix(length);
        return value;
    }
    /// Takes seconds with a fraction, if there is one.
    std::optional<double> take_seconds(std::size_t count)
    {
        auto whole = take_number(count);
        if (!whole) return std::nullopt;
        double value = *whole;
        if (next() != '.') return value;
        rest_.remove_prefix(1);
        double weight = 0.1;
        for (; is_digit(next()); rest_.remove_prefix(1), weight /= 10.0) value += weight * (next() - '0');
        return value;
    }
    /// Takes a month's name, "jan", "January", and returns its number.
    std::optional<int> take_month()
    {
        for (std::size_t m = 0; m < months.size(); ++m) {
            if (!rest_.starts_with(months[m])) continue;
            while (!rest_.empty() && std::isalpha(static_cast<unsigned char>(rest_.front())) != 0)
                rest_.remove_prefix(1);
            return static_cast<int>(m) + 1;
        }
        return std::nullopt;
    }

private:
    std::string_view rest_;
};

constexpr std::string_view between_parts = "-/._, ";

/// Takes a date of digits without anything between: "19500101", "195001010600".
std::optional<model::CalendarDate> joined_date(DateReader& reader)
{
    const auto year = reader.take_number(4), month = reader.take_number(2), day = reader.take_number(2);
    if (!year || !month || !day) return std::nullopt;
    return model::CalendarDate{*year, *month, *day};
}

/// The date of "1/13/1950" or "13.1.1950": only one of its numbers can be the month.
std::optional<model::CalendarDate> year_last(int first, int second, int year)
{
    if (first > 12 || first == second) return model::CalendarDate{year, second, first};
    if (second > 12) return model::CalendarDate{year, first, second};
    return std::nullopt;
}

/// Takes a date such as "January 1, 1950".
std::optional<model::CalendarDate> month_first(DateReader& reader)
{
    const auto month = reader.take_month();
    reader.skip(between_parts);
    const auto day = reader.take_number();
    reader.skip(between_parts);
    const auto year = reader.take_number();
    if (!month || !day || !year) return std::nullopt;
    return model::CalendarDate{*year, *month, *day};
}

/// Reads the month and day behind a year, of which the day or both may lack. A number before a colon is an
/// hour.
std::optional<model::CalendarDate> after_year(DateReader& reader, int year)
{
    model::CalendarDate date{year, 1, 1};
    int* const parts_of_date[]{&date.month, &date.day};
    for (int* const part : parts_of_date) {
        DateReader ahead = reader;
        const bool is_open = ahead.next() == ' ' || ahead.next() == 't';
        if (ahead.next() == 't') break;
        ahead.skip(between_parts);
        const auto month = part == &date.month ? ahead.take_month() : std::nullopt;
        const auto number = month ? month : ahead.take_number();
        if (!number && !is_open && reader.next() != '\0') return std::nullopt;
        if (!number || (is_open && ahead.next() == ':')) break;
        *part = *number;
        reader = ahead;
    }
    return date;
}

std::optional<model::CalendarDate> take_date(DateReader& reader)
{
    reader.skip(" ");
    if (std::isalpha(static_cast<unsigned char>(reader.next())) != 0) return month_first(reader);
    const bool is_before_0 = reader.take("-");
    const std::size_t digits = reader.digits();
    if (digits == 8 || digits == 10 || digits == 12 || digits == 14) return joined_date(reader);
    const auto first = reader.take_number();
    if (!first) return std::nullopt;
    if (digits <= 2 && !is_before_0) {
        DateReader ahead = reader;
        ahead.skip(between_parts);
        const auto named = ahead.take_month();
        const auto second = named ? named : ahead.take_number();
        ahead.skip(between_parts);
        if (second && ahead.digits() == 4) {
            const int year = ahead.take_number().value_or(0);
            reader = ahead;
            return named ? std::optional{model::CalendarDate{year, *named, *first}}
                         : year_last(*first, *second, year);
        }
    }
    return after_year(reader, is_before_0 ? -*first : *first);
}

/// True for the historical calendars, in which year 1 follows -1.
bool has_no_year_0(model::CalendarKind calendar)
{
    return calendar == model::CalendarKind::Mixed || calendar == model::CalendarKind::Julian;
}

/// Takes the time of day: "06:00:00.5", "0600", "06", "6:00 pm"; 0 where there is none.
std::optional<double> take_clock(DateReader& reader)
{
    reader.skip("t_, ");
    if (!is_digit(reader.next())) return 0.0;
    const bool is_joined = reader.digits() > 2;
    double seconds = 0.0;
    for (const double weight : {3600.0, 60.0, 1.0}) {
        if (!is_digit(reader.next())) break;
        const std::size_t digits = is_joined ? 2 : 0;
        std::optional<double> part;
        if (weight == 1.0)
            part = reader.take_seconds(digits);
        else if (const auto number = reader.take_number(digits))
            part = *number;
        if (!part || *part > (weight == 3600.0 ? 24.0 : 60.0)) return std::nullopt;
        seconds += weight * *part;
        if (!is_joined && !reader.take(":")) break;
    }
    reader.skip(" ");
    constexpr double half_a_day = 43200.0;
    if (reader.take_word("am") && seconds >= half_a_day) seconds -= half_a_day;
    if (reader.take_word("pm") && seconds < half_a_day) seconds += half_a_day;
    return seconds;
}

/// Takes the seconds that a clock is ahead of UTC: "+10:00", "-6:00", "+0530", "-6", "0:00" (wgrib2), "Z",
/// "UTC"; 0 for none.
double take_zone(DateReader& reader)
{
    reader.skip(" (");
    for (const char* word : {"utc", "gmt", "ut", "z"})
        if (reader.take_word(word)) break;
    reader.skip(" )");
    const bool is_west = reader.next() == '-';
    if (!is_west && reader.next() != '+' && reader.digits() == 0) return 0.0;
    reader.skip("+-");
    const std::size_t digits = reader.digits();
    const int first = reader.take_number().value_or(0);
    const bool has_minutes = digits <= 2 && reader.take(":");
    const int hours = digits > 2 ? first / 100 : first, minutes = digits > 2 ? first % 100
                                                                  : has_minutes
                                                                      ? reader.take_number().value_or(0)
                                                                      : 0;
    reader.skip(" ");
    const double seconds = 3600.0 * hours + 60.0 * minutes;
    return is_west ? -seconds : seconds;
}

/// A text in one line and in lower case.
std::string in_one_line(std::string_view text)
{
    std::string line = lower_case(std::string{text.substr(0, longest_text)});
    for (char& c : line)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    while (line.ends_with(' ')) line.pop_back();
    return line;
}

}  // namespace

std::optional<DateInWords> date_in_words(std::string_view text, model::CalendarKind calendar)
{
    const std::string line = in_one_line(text);
    DateReader reader{line};
    auto date = take_date(reader);
    const bool is_without_0 = date && has_no_year_0(calendar);
    if (is_without_0 && date->year < 0) ++date->year;
    const bool has_year_0 = is_without_0 && date->year == 0 && !line.starts_with('-');
    const auto days = date ? model::days_since_1970(*date, calendar) : std::nullopt;
    const auto clock = days ? take_clock(reader) : std::nullopt;
    if (!clock) return std::nullopt;
    const double zone = take_zone(reader);
    return DateInWords{86400.0 * *days + *clock - zone, std::string{reader.rest()}, has_year_0};
}

bool is_no_date(std::string_view text)
{
    const std::string line = in_one_line(text);
    DateReader reader{line};
    reader.skip(" ");
    if (reader.is_at_end()) return false;
    if (std::isalpha(static_cast<unsigned char>(reader.next())) != 0)
        return !DateReader{reader.rest()}.take_month();
    const std::size_t digits = reader.digits();
    double number = 0.0;
    const std::string_view rest = reader.rest();
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc{} || end != rest.data() + rest.size()) return false;
    const bool is_year = digits == 4 && rest.size() == 4 && number > 0.0;
    return !is_year && digits < 8;
}

}  // namespace farfield::compute
