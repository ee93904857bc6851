#pragma once

#include "model/fields/fields.h"
#include "model/geometry/point.h"

#include <cstdint>
#include <optional>
#include <string>

/// Settings that slices, arrows and surfaces share: docs/protocol.md, sections 14 and 15.
namespace farfield::model {

inline constexpr std::uint32_t max_level = 8;

/// Coarseness of an answer: it takes one of each 2^level values or nodes along an axis.
struct Level {
    std::optional<std::uint32_t> fixed = std::nullopt;  ///< absent: the node chooses
    friend bool operator==(const Level&, const Level&) = default;

    /// Reads "auto", or an integer from 0 to max_level. Throws FieldError.
    static Level from_json(const JsonValue& json);
    [[nodiscard]] Json to_json() const;
};

/// A box in the dataset's coordinates, faces included.
struct Region {
    Point lo{}, hi{};
    friend bool operator==(const Region&, const Region&) = default;

    static void fields(auto& visit)
    {
        visit("lo", &Region::lo, required);
        visit("hi", &Region::hi, required);
    }
    /// Throws FieldError when `hi` is below `lo` along an axis.
    static void check(const Region& region, const std::string& path);
};

}  // namespace farfield::model
