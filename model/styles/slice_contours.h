#pragma once

#include "model/fields/fields.h"

#include <cstdint>
#include <string>
#include <vector>

namespace farfield::model {

inline constexpr std::uint32_t max_contours = 64;  ///< by count or by values

/// Which lines of equal value a slice has. One of its members counts.
struct SliceContours {
    double every = 0.0;       ///< units of the scalar from one line to the next; 0: others count
    std::uint32_t count = 0;  ///< so many, evenly spaced within the range of the colours; 0: others count
    std::vector<double> values = {};  ///< ascending
    friend bool operator==(const SliceContours&, const SliceContours&) = default;

    /// A number above 0, {"count": N}, or an array of numbers. Throws FieldError and LimitError.
    static SliceContours from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
    /// The values of all lines between the ends of a range; empty where they are by distance.
    [[nodiscard]] std::vector<double> values_in(double low, double high) const;
};

/// As they are typed in a line: "10" for so many, "0.5, 1, 2" for values, "every 0.25".
[[nodiscard]] std::string text_of_contours(const Json& contours);
/// The same back; a text that is none of these stays one, of which from_json() says what it expected.
[[nodiscard]] Json contours_in_text(const std::string& text);

}  // namespace farfield::model
