#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "model/fields/json_fields.h"

/// Constraints of values, and functions that read values under them.
namespace farfield::model {

/// The constraints of one member.
struct Rules {
    bool required = false;  ///< read() refuses an object without the member
    bool always = false;    ///< write() never leaves the member out
    bool nullable = false;  ///< null means an optional without a value, which is not its default
    double least = -std::numeric_limits<double>::infinity();  ///< least number, or element of an array
    double most = std::numeric_limits<double>::infinity();
    bool open = false;  ///< true: values must lie strictly between `least` and `most`
    bool zero = true;   ///< true: 0 is allowed
    std::span<const char* const> names;
    const char* some = nullptr;        ///< noun for one element in errors, if at least one is needed
    const char* words = nullptr;       ///< words for an array of fixed size: "two azimuths"
    const char* limit_name = nullptr;  ///< name of the limit on a number, or on the count of elements
    std::uint64_t limit = 0;
};

inline constexpr auto required = [](Rules& r) { r.required = true; };
inline constexpr auto always = [](Rules& r) { r.always = true; };
inline constexpr auto nullable = [](Rules& r) { r.nullable = true; };
inline constexpr auto not_zero = [](Rules& r) { r.zero = false; };
inline constexpr auto at_least = [](double a) { return [=](Rules& r) { r.least = a; }; };
inline constexpr auto above = [](double a) { return [=](Rules& r) { r.least = a, r.open = true; }; };
inline constexpr auto from_to = [](double a, double b) { return [=](Rules& r) { r.least = a, r.most = b; }; };
/// Bounds that are both excluded.
inline constexpr auto between = [](double a, double b) {
    return [=](Rules& r) { r.least = a, r.most = b, r.open = true; };
};
inline constexpr auto at_most = [](const char* limit_name, std::uint64_t limit) {
    return [=](Rules& r) { r.limit_name = limit_name, r.limit = limit; };
};
/// The names of an enumeration's values, in the order of its enumerators.
constexpr auto names(std::span<const char* const> all)
{
    return [=](Rules& r) { r.names = all; };
}
inline constexpr auto at_least_one = [](const char* noun) { return [=](Rules& r) { r.some = noun; }; };
constexpr auto words(const char* text)
{
    return [=](Rules& r) { r.words = text; };
}
// Any other constraint is called with the value that was read and its JSON, and may complain of it.

/// Reads a number within the rules (`least`, `most`, `open`, `zero`). Throws FieldError.
[[nodiscard]] double number(const JsonValue& json, const Rules& rules);
/// Reads an integer within the rules. type_max: as for JsonValue::integer(). Throws FieldError, LimitError.
[[nodiscard]] std::uint64_t integer(const JsonValue& json, const Rules& rules, std::uint64_t type_max);
/// Reads an array of as many elements as the rules allow. Throws FieldError and LimitError.
[[nodiscard]] std::vector<JsonValue> elements(const JsonValue& json, const Rules& rules);
/// Reads an array of `count` elements; noun: their name in errors, in plural. Throws FieldError.
[[nodiscard]] std::vector<JsonValue> elements(const JsonValue& json, const Rules& rules, std::size_t count,
                                              const char* noun);

}  // namespace farfield::model
