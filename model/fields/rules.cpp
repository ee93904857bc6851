#include "model/fields/rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace farfield::model {

namespace {
std::string text_of(double bound)
{
    std::array<char, 32> text{};
    (void)std::snprintf(text.data(), text.size(), "%.15g", bound);
    return text.data();
}
}  // namespace

double number(const JsonValue& json, const Rules& rules)
{
    const double found = json.number();
    const bool inside =
        rules.open ? found > rules.least && found < rules.most : found >= rules.least && found <= rules.most;
    if (inside && (rules.zero || found != 0.0)) return found;
    if (!rules.zero) json.complain("a number other than 0");
    if (std::isfinite(rules.most))
        json.complain((rules.open ? "a number between " : "a number from ") + text_of(rules.least) +
                      (rules.open ? " and " : " to ") + text_of(rules.most));
    json.complain((rules.open ? "a number above " : "a number of at least ") + text_of(rules.least));
}

std::uint64_t integer(const JsonValue& json, const Rules& rules, std::uint64_t type_max)
{
    const auto least = static_cast<std::uint64_t>(std::max(rules.least, 0.0));
    const auto most = std::isfinite(rules.most) ? static_cast<std::uint64_t>(rules.most) : type_max;
    if (rules.limit_name == nullptr) return json.integer(least, most, type_max);
    const std::uint64_t found = json.uint64({.min = least});
    if (found > rules.limit) throw LimitError(rules.limit_name, rules.limit, found);
    return found;
}

std::vector<JsonValue> elements(const JsonValue& json, const Rules& rules)
{
    if (!json && rules.some != nullptr)
        throw FieldError(json.path(), std::string("at least one ") + rules.some, "none");
    auto found = json.elements();
    if (found.empty() && rules.some != nullptr)
        throw FieldError(json.path(), std::string("at least one ") + rules.some, "none");
    if (rules.limit_name != nullptr && found.size() > rules.limit)
        throw LimitError(rules.limit_name, rules.limit, found.size());
    return found;
}

std::vector<JsonValue> elements(const JsonValue& json, const Rules& rules, std::size_t count,
                                const char* noun)
{
    return json.elements(count, rules.words != nullptr
                                    ? rules.words
                                    : std::string("an array of ") + (count == 2 ? "two " : "three ") + noun);
}

}  // namespace farfield::model
