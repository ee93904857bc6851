#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "model/fields/json_fields.h"

/// Constraints of values, and the reading of values under them.
namespace farfield::model {

/// The constraints of a member together.
struct Rules {
    bool required = false;  ///< read() refuses an object without it
    bool always = false;    ///< write() never leaves it out
    bool nullable = false;  ///< null stands for an optional without a value, which is not its default
    double least = -std::numeric_limits<double>::infinity();  ///< of a number, or of each in an array
    double most = std::numeric_limits<double>::infinity();
    bool open = false;  ///< `least` and `most` are no values themselves
    bool zero = true;   ///< 0 is a value
    std::span<const char* const> names;
    const char* some = nullptr;        ///< the noun for one element, of which there is at least one
    const char* words = nullptr;       ///< for an array of fixed size: "two azimuths"
    const char* limit_name = nullptr;  ///< LimitError above `limit`, of a number or of elements
    std::uint64_t limit = 0;
};

inline constexpr auto required = [](Rules& r) { r.required = true; };
inline constexpr auto always = [](Rules& r) { r.always = true; };
inline constexpr auto nullable = [](Rules& r) { r.nullable = true; };
inline constexpr auto not_zero = [](Rules& r) { r.zero = false; };
inline constexpr auto at_least = [](double a) { return [=](Rules& r) { r.least = a; }; };
inline constexpr auto above = [](double a) { return [=](Rules& r) { r.least = a, r.open = true; }; };
inline constexpr auto from_to = [](double a, double b) { return [=](Rules& r) { r.least = a, r.most = b; }; };
/// Neither of them.
inline constexpr auto between = [](double a, double b) {
    return [=](Rules& r) { r.least = a, r.most = b, r.open = true; };
};
inline constexpr auto at_most = [](const char* limit_name, std::uint64_t limit) {
    return [=](Rules& r) { r.limit_name = limit_name, r.limit = limit; };
};
/// Of an enumeration, in the order of its enumerators.
constexpr auto names(std::span<const char* const> all)
{
    return [=](Rules& r) { r.names = all; };
}
inline constexpr auto at_least_one = [](const char* noun) { return [=](Rules& r) { r.some = noun; }; };
constexpr auto words(const char* text)
{
    return [=](Rules& r) { r.words = text; };
}
// Any other constraint is called with the value that was read and its JSON, to complain of it.

/// A number within the rules, `least` and `most` among them. Throws FieldError.
[[nodiscard]] double number(const JsonValue& json, const Rules& rules);
/// The same of an integer; type_max is not worth naming as an end. Throws FieldError and LimitError.
[[nodiscard]] std::uint64_t integer(const JsonValue& json, const Rules& rules, std::uint64_t type_max);
/// As many elements as the rules allow. Throws FieldError and LimitError.
[[nodiscard]] std::vector<JsonValue> elements(const JsonValue& json, const Rules& rules);
/// Exactly `count` elements; noun: what they are, for the error. Throws FieldError.
[[nodiscard]] std::vector<JsonValue> elements(const JsonValue& json, const Rules& rules, std::size_t count,
                                              const char* noun);

}  // namespace farfield::model
