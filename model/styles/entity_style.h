#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "model/fields/fields.h"
#include "model/styles/vertical.h"

namespace farfield::model {

inline constexpr double least_symbol_size = 12.0, most_symbol_size = 100.0;  ///< logical pixels
inline constexpr double most_leader_seconds = 3600.0, most_trail_seconds = 3600.0;

/// Prefix of a value's name in EntityStyle::colour_by.
inline constexpr std::string_view entity_value_prefix = "values.";

inline constexpr std::array entity_colours{"force", "speed", "age", "height"};
inline constexpr const char* entity_colour_words = "force, speed, age, height or values.NAME";

/// A constraint of a field list: the text is a value for EntityStyle::colour_by.
inline void check_entity_colour(const std::string& text, const JsonValue& json)
{
    const bool is_value = text.starts_with(entity_value_prefix) && text.size() > entity_value_prefix.size();
    if (!is_value && std::ranges::find(entity_colours, text) == entity_colours.end())
        json.complain(entity_colour_words);
}

/// Style of entities: symbols, names, lines and colours.
struct EntityStyle {
    double size = 20.0;            ///< of a symbol, logical pixels; larger entities are drawn in their size
    bool names = true;             ///< draws names of the 200 entities nearest to the camera
    double leader_seconds = 30.0;  ///< length of the line ahead to where it will be; 0: no line
    double trail_seconds = 60.0;   ///< length of the line behind along the way it came; 0: no line
    /// Colour scale: one of entity_colours, or "values." and the name of a number sent with states.
    std::string colour_by = "force";
    bool smoothing = true;      ///< fades jumps from the reckoned to the updated place over 0.25 s
    std::string vertical = {};  ///< a text for vertical_of(); empty: as the base says
    friend bool operator==(const EntityStyle&, const EntityStyle&) = default;

    static void fields(auto& visit)
    {
        visit("size", &EntityStyle::size, from_to(least_symbol_size, most_symbol_size));
        visit("names", &EntityStyle::names);
        visit("leader_seconds", &EntityStyle::leader_seconds, from_to(0.0, most_leader_seconds));
        visit("trail_seconds", &EntityStyle::trail_seconds, from_to(0.0, most_trail_seconds));
        visit("colour_by", &EntityStyle::colour_by, check_entity_colour);
        visit("smoothing", &EntityStyle::smoothing);
        visit("vertical", &EntityStyle::vertical, check_vertical);
    }
};

}  // namespace farfield::model
