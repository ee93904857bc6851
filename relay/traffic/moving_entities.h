#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/geometry/geocentric.h"
#include "relay/dis/entity_writer.h"

namespace farfield::net::relay {

enum class Motion { Circle, Line, Still };

struct MotionSettings {
    Motion motion = Motion::Circle;
    double longitude = 0.0, latitude = 0.0;  ///< degrees, of the middle
    double km = 20.0;                        ///< largest distance of entities from the middle
    double height = 0.0;                     ///< metres above the ellipsoid, of the lowest entity
    std::uint32_t entities = 1000;
    std::uint16_t site = 1, application = 1;
    std::uint64_t seed = 1;
};

/// Entities that move about a place, for `send`: each on a circle or line of its own, at speeds up to 60 m/s
/// and within 1,000 m above the lowest. Threads: one.
class MovingEntities {
public:
    explicit MovingEntities(const MotionSettings& settings);

    /// Writes the state of an entity at a time, s since the beginning, as an Entity State PDU. index: below
    /// the number of entities.
    void write(std::uint32_t index, double seconds, std::span<std::byte, dis::entity_state_bytes> to) const;

private:
    struct Track {
        double east = 0.0, north = 0.0, height = 0.0;  ///< metres
        double radius = 0.0;                           ///< radius of a circle, or half of a line, metres
        double speed = 0.0, phase = 0.0;               ///< m/s, radians
    };

    [[nodiscard]] static Track track(const MotionSettings& settings, std::uint32_t index);
    /// Position in geocentric metres.
    [[nodiscard]] glm::dvec3 place(const Track& track, double seconds) const;

    MotionSettings settings_;
    glm::dvec3 middle_;
    model::LocalAxes axes_;
    std::vector<Track> tracks_;
};

}  // namespace farfield::net::relay
