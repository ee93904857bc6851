#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/fields/geo.h"

#include <glm/vec3.hpp>

#include <string>

namespace farfield::compute {

/// What lengths along lines are: position units or, on latitude-longitude grids, metres over the sphere of
/// geo.h. There z counts where it is in metres too, and not where it is a pressure, a level or unknown.
struct LengthMetric {
    bool geographic = false;
    float z = 1.0F;                ///< length units in one of z
    float origin_latitude = 0.0F;  ///< from which latitudes are counted

    LengthMetric(bool positions_are_degrees, const std::string& z_units)
        : geographic{positions_are_degrees}, z{geographic && z_units != "m" ? 0.0F : 1.0F}
    {}
    explicit LengthMetric(const FieldInfo& field)
        : LengthMetric{field.position_units == "degrees", field.z_units}
    {
        origin_latitude = static_cast<float>(field.origin.y);
    }

    /// A short way near a y of the field's, or a velocity there, from position units into length units.
    [[nodiscard]] glm::vec3 measured(glm::vec3 way, float y) const
    {
        if (!geographic) return way;
        const glm::dvec3 metres = metres_of(glm::dvec3{way}, origin_latitude + y);
        return {metres.x, metres.y, static_cast<double>(z) * metres.z};
    }
};

/// Empty when unknown.
[[nodiscard]] inline std::string length_units(const FieldInfo& field)
{
    return LengthMetric{field}.geographic ? "m" : field.position_units;
}

}  // namespace farfield::compute
