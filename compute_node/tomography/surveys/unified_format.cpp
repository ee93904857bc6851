#include "compute_node/tomography/surveys/unified_format.h"

#include "compute_node/tomography/surveys/survey_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace farfield::tomography {

namespace {

class UnifiedText {
public:
    UnifiedText(std::istream& text, const std::string& name) : text_{text}, name_{name} {}

    /// The fields of the next line that has any; the words of the comment before it are kept.
    std::vector<std::string> next(const std::string& expected)
    {
        std::string line;
        while (std::getline(text_, line)) {
            ++line_;
            const std::size_t hash = line.find('#');
            if (hash != std::string::npos) comment_ = words(line.substr(hash + 1));
            std::vector<std::string> fields = words(line.substr(0, hash));
            if (!fields.empty()) return fields;
        }
        fail(expected, "the end of the file");
    }

    double number_or_nan(const std::string& field, const std::string& expected) const
    {
        double value = 0.0;
        const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
        if (error != std::errc{} || end != field.data() + field.size() || std::isinf(value))
            fail(expected, "'" + field + "'");
        return value;
    }

    double number(const std::string& field, const std::string& expected) const
    {
        const double value = number_or_nan(field, expected);
        if (std::isnan(value)) fail(expected, "'" + field + "'");
        return value;
    }

    std::size_t count(const std::string& things, std::size_t most)
    {
        const std::string expected = fmt::format("a number of {} from 1 to {}", things, most);
        const std::string word = next(expected).front();
        double value = 0.0;
        // The file may be any other one, such as one of secrets: none of its text is shown.
        if (std::from_chars(word.data(), word.data() + word.size(), value).ptr != word.data() + word.size())
            fail(expected, "other text");
        if (!(value >= 1.0 && value <= static_cast<double>(most))) fail(expected, fmt::format("{}", value));
        return static_cast<std::size_t>(value);
    }

    const std::vector<std::string>& comment() const { return comment_; }
    std::size_t line() const { return line_; }
    /// True when the line that was read last has no end.
    bool is_unended() const { return text_.eof(); }

    [[noreturn]] void fail(const std::string& expected, const std::string& found) const
    {
        throw std::runtime_error(fmt::format("cannot read travel times '{}', line {}: expected {}, found {}",
                                             name_, line_, expected, found));
    }

private:
    static std::vector<std::string> words(const std::string& text)
    {
        std::istringstream stream{text};
        std::vector<std::string> found;
        for (std::string word; stream >> word;) found.push_back(word);
        return found;
    }

    std::istream& text_;
    const std::string& name_;
    std::size_t line_ = 0;
    std::vector<std::string> comment_;
};

std::vector<glm::dvec3> read_sensors(UnifiedText& text, const SurveyUnits& units)
{
    std::vector<glm::dvec3> sensors;
    for (std::size_t left = text.count("sensors", max_tomography_data); left > 0; --left) {
        const std::string expected = "two or three coordinates of a sensor";
        const std::vector<std::string> fields = text.next(expected);
        if (fields.size() < 2) text.fail(expected, fmt::format("{} fields", fields.size()));
        glm::dvec3 at{text.number(fields[0], expected), 0.0, text.number(fields.back(), expected)};
        if (fields.size() > 2)
            at = {at.x, text.number(fields[1], expected), text.number(fields[2], expected)};
        if (units.z_down) at.z = -at.z;
        sensors.push_back(units.metres * at);
    }
    return sensors;
}

/// Columns named by a comment that have no meaning here.
std::vector<std::string> unknown_columns(const std::vector<std::string>& columns)
{
    constexpr std::array<std::string_view, 5> known{"s", "g", "t", "err", "valid"};
    std::vector<std::string> unknown;
    std::ranges::copy_if(columns, std::back_inserter(unknown), [&](const std::string& name) {
        return std::ranges::find(known, name) == known.end();
    });
    return unknown;
}

}  // namespace

Survey read_unified(std::istream& stream, const std::string& name, const SurveyUnits& units, double fastest)
{
    UnifiedText text{stream, name};
    const std::vector<glm::dvec3> sensors = read_sensors(text, units);
    SurveyBuilder survey;
    std::size_t invalid = 0;
    std::vector<std::string> unknown;
    for (std::size_t left = text.count("data", max_tomography_data); left > 0; --left) {
        const std::string expected = "a datum with the columns s, g and t";
        const std::vector<std::string> fields = text.next(expected), &columns = text.comment();
        const auto column = [&](const std::string& of) {
            const auto found = std::ranges::find(columns, of);
            return static_cast<std::size_t>(found - columns.begin());
        };
        const auto field = [&](const std::string& of) {
            if (column(of) >= fields.size()) text.fail(expected, fmt::format("no column {}", of));
            return fields[column(of)];
        };
        const auto sensor = [&](const std::string& of) {
            const double at = text.number(field(of), expected);
            if (!(at >= 1.0 && at <= static_cast<double>(sensors.size())))
                text.fail(fmt::format("a sensor from 1 to {}", sensors.size()), fmt::format("{}", at));
            return sensors[static_cast<std::size_t>(at) - 1];
        };
        if (unknown.empty()) unknown = unknown_columns(columns);
        if (column("valid") < fields.size() && text.number(field("valid"), expected) == 0.0) {
            ++invalid;
            continue;
        }
        const double sigma = column("err") < fields.size() ? text.number(field("err"), expected) : 0.0;
        const double time = text.number_or_nan(field("t"), expected);
        survey.add(sensor("s"), sensor("g"), time * units.seconds, sigma * units.seconds);
    }
    Survey read = survey.finish(name, fastest);
    if (invalid > 0)
        read.remarks.push_back(fmt::format("{} data are left out: their column 'valid' is 0.", invalid));
    if (!unknown.empty())
        read.remarks.push_back(fmt::format("The columns {} are passed over.", fmt::join(unknown, ", ")));
    if (text.is_unended()) read.remarks.push_back(unended_remark(text.line()));
    return read;
}

}  // namespace farfield::tomography
