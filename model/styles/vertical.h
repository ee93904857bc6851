#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/fields/fields.h"

namespace farfield::model {

/// The datum of a scene's heights, for entities; entities' own heights count from the ellipsoid WGS 84.
struct Vertical {
    enum class Datum {
        Egm96,      ///< the geoid of 1996
        Ellipsoid,  ///< WGS 84
        Offset,     ///< offset_metres are added to heights above the ellipsoid
    };
    std::optional<Datum> datum = std::nullopt;  ///< nullopt: as the base's reference system says
    double offset_metres = 0.0;
    bool clamps = false;  ///< true: land and surface entities stand on the ground
    friend bool operator==(const Vertical&, const Vertical&) = default;
};

inline constexpr const char* vertical_words = "egm96, ellipsoid, offset:METRES or clamp";
inline constexpr double most_vertical_offset = 12'000.0;  ///< metres

/// Reads "egm96", "ellipsoid", "offset:M" or "clamp"; empty: the base's datum. nullopt for other texts.
[[nodiscard]] std::optional<Vertical> vertical_of(std::string_view text);

/// A constraint of a field list: the text is one for vertical_of().
inline void check_vertical(const std::string& text, const JsonValue& json)
{
    if (!vertical_of(text)) json.complain(vertical_words);
}

}  // namespace farfield::model
