#include "model/styles/slice_contours.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <string_view>

namespace farfield::model {

namespace {

constexpr const char* expected = "a number above 0, {\"count\": 1 to 64}, or up to 64 numbers";
constexpr std::string_view before_distance = "every ";

/// The distance of a JSON number; nullopt for other JSON. Complains of a number that is not above 0.
std::optional<double> distance_in(const JsonValue& json)
{
    double distance = 0.0;
    try {
        distance = json.number();
    } catch (const FieldError&) {
        return std::nullopt;
    }
    if (!(distance > 0.0)) json.complain(expected);
    return distance;
}

/// A number without the digits that a binary fraction adds.
std::string figure(double number)
{
    std::ostringstream text;
    text.precision(9);
    text << number;
    return text.str();
}

/// The number in a text; nullopt unless the whole text, but for blanks, is a finite number.
std::optional<double> number_in(const std::string& text)
{
    constexpr const char* blanks = " \t";
    const std::size_t first = text.find_first_not_of(blanks), last = text.find_last_not_of(blanks);
    if (first == std::string::npos) return std::nullopt;
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data() + first, text.data() + last + 1, number);
    const bool is_all = error == std::errc{} && end == text.data() + last + 1 && std::isfinite(number);
    return is_all ? std::optional{number} : std::nullopt;
}

}  // namespace

std::string text_of_contours(const Json& contours)
{
    if (contours.is_number()) return std::string{before_distance} + figure(contours.get<double>());
    if (contours.is_object() && contours.contains("count")) return contours["count"].dump();
    if (!contours.is_array()) return contours.is_string() ? contours.get<std::string>() : contours.dump();
    std::string text;
    for (const Json& value : contours)
        text += (text.empty() ? "" : ", ") + (value.is_number() ? figure(value.get<double>()) : value.dump());
    // A single value without a decimal point would read as a count.
    const bool is_count = contours.size() == 1 && text.find_first_not_of("0123456789") == std::string::npos;
    return is_count ? text + ".0" : text;
}

Json contours_in_text(const std::string& text)
{
    if (text.starts_with(before_distance)) {
        const auto distance = number_in(text.substr(before_distance.size()));
        return distance ? Json(*distance) : Json(text);
    }
    constexpr std::size_t most_digits = 9;
    const bool is_count = !text.empty() && text.size() <= most_digits &&
                          text.find_first_not_of("0123456789") == std::string::npos;
    if (is_count) return {{"count", std::stoul(text)}};
    Json values = Json::array();
    std::istringstream parts{text};
    for (std::string part; std::getline(parts, part, ',');) {
        const auto value = number_in(part);
        if (!value) return text;
        values.push_back(*value);
    }
    return values;
}

SliceContours SliceContours::from_json(const JsonValue& json)
{
    SliceContours contours;
    if (json.is_array()) {
        const auto elements = json.elements();
        if (elements.empty()) json.complain(expected);
        if (elements.size() > max_contours) throw LimitError("max_contours", max_contours, elements.size());
        for (const JsonValue& element : elements) contours.values.push_back(element.number());
        std::ranges::sort(contours.values);
        return contours;
    }
    if (const auto distance = distance_in(json)) {
        contours.every = *distance;
        return contours;
    }
    try {
        JsonFields fields{json};
        contours.count = fields["count"].uint32({.min = 1, .max = max_contours});
        fields.refuse_others();
    } catch (const FieldError&) {
        json.complain(expected);
    }
    return contours;
}

Json SliceContours::to_json() const
{
    if (!values.empty()) return values;
    return count > 0 ? Json{{"count", count}} : Json(every);
}

std::vector<double> SliceContours::values_in(double low, double high) const
{
    std::vector<double> lines = values;
    for (std::uint32_t n = 1; n <= count; ++n) lines.push_back(low + (high - low) * n / (count + 1.0));
    return lines;
}

}  // namespace farfield::model
