#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/geo.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include <cmath>
#include <string>

namespace farfield::compute {

/// The unit of lengths along lines: position units or, on latitude-longitude grids, metres over the sphere of
/// geo.h. There z counts if it is in metres too, not if it is a pressure, a level or unknown.
struct LengthMetric {
    bool geographic = false;
    float z = 1.0F;                ///< length units in one unit of z
    float origin_latitude = 0.0F;  ///< latitude of the origin, which positions are relative to

    LengthMetric(bool positions_are_degrees, const std::string& z_units)
        : geographic{positions_are_degrees}, z{geographic && z_units != "m" ? 0.0F : 1.0F}
    {}
    explicit LengthMetric(const FieldInfo& field)
        : LengthMetric{field.position_units == "degrees", field.z_units}
    {
        origin_latitude = static_cast<float>(field.origin.y);
    }

    /// Converts a velocity as nodes have it (trilinear.h) to length units per second.
    [[nodiscard]] glm::vec3 measured(glm::vec3 velocity) const
    {
        if (!geographic) return velocity;
        constexpr auto metres = static_cast<float>(metres_per_degree);
        return {metres * velocity.x, metres * velocity.y, z * velocity.z};
    }

    /// The distance of two positions, on the sphere along a great circle.
    [[nodiscard]] double distance(glm::vec3 from, glm::vec3 to) const
    {
        const glm::dvec3 way{to - from};
        if (!geographic) return glm::length(way);
        const double over_ground = metres_per_degree * great_circle_between(on_earth(from), on_earth(to));
        return std::hypot(over_ground, static_cast<double>(z) * way.z);
    }

    /// The position at the end of `way`, a velocity times a time.
    [[nodiscard]] glm::vec3 moved(glm::vec3 position, glm::vec3 way) const
    {
        if (!geographic) return position + way;
        glm::dvec3 there = along_great_circle(on_earth(position), way);
        there.y -= origin_latitude;
        return glm::vec3{there};
    }

private:
    [[nodiscard]] glm::dvec3 on_earth(glm::vec3 position) const
    {
        return {position.x, static_cast<double>(origin_latitude) + position.y, position.z};
    }
};

/// The unit of lengths along lines; empty when unknown.
[[nodiscard]] inline std::string length_units(const FieldInfo& field)
{
    return LengthMetric{field}.geographic ? "m" : field.position_units;
}

}  // namespace farfield::compute
