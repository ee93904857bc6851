#pragma once

#include "model/fields/fields.h"

#include <cstdint>
#include <string>
#include <vector>

namespace farfield::model {

inline constexpr std::uint32_t max_contours = 64;  ///< of `count`, or number of `values`

/// Contours of a slice: lines of equal value, placed by exactly one of the members.
struct SliceContours {
    double every = 0.0;       ///< step from one line's value to the next; 0: not used
    std::uint32_t count = 0;  ///< number of lines, evenly spaced within the colours' range; 0: not used
    std::vector<double> values = {};  ///< values of the lines, ascending; empty: not used
    friend bool operator==(const SliceContours&, const SliceContours&) = default;

    /// Reads a number above 0, {"count": N}, or an array of numbers. Throws FieldError and LimitError.
    static SliceContours from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
    /// The values of all lines between the ends of a range; empty when `every` places them.
    [[nodiscard]] std::vector<double> values_in(double low, double high) const;
};

/// The text of contours for a line of input: "10" (count), "0.5, 1, 2" (values), "every 0.25".
[[nodiscard]] std::string text_of_contours(const Json& contours);
/// Reads such a text; any other stays a JSON text, so that from_json() says what it expected.
[[nodiscard]] Json contours_in_text(const std::string& text);

}  // namespace farfield::model
