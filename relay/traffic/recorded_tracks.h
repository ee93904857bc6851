#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <istream>
#include <span>
#include <string>
#include <vector>

#include "relay/dis/entity_writer.h"

namespace farfield::net::relay {

/// Entities that move as a table describes, for `send`. Columns: `entity` (its number, 1 to 65,534),
/// `seconds` since the beginning, `longitude` and `latitude` in degrees, and optionally `height` in metres
/// above the ellipsoid. The rows of an entity are in order of time; between two of them it moves on a
/// straight line, before the first and after the last it stands. Threads: any, once constructed.
class RecordedTracks {
public:
    static constexpr std::size_t max_places = 10'000'000;

    /// name: of the text, for errors. Throws std::runtime_error with name, line, expected and found value.
    RecordedTracks(std::istream& text, const std::string& name, std::uint16_t site,
                   std::uint16_t application);

    [[nodiscard]] std::uint32_t entities() const { return static_cast<std::uint32_t>(tracks_.size()); }
    /// Writes the state of an entity at a time, s since the beginning, as an Entity State PDU. index: below
    /// entities(), in the order of their numbers.
    void write(std::uint32_t index, double seconds, std::span<std::byte, dis::entity_state_bytes> to) const;

private:
    struct Place {
        double seconds = 0.0;
        glm::dvec3 at{0.0};  ///< geocentric, metres
    };
    struct Track {
        std::uint16_t entity = 0;
        std::vector<Place> places = {};  ///< in order of time; at least one
    };

    std::vector<Track> tracks_;
    std::uint16_t site_, application_;
};

}  // namespace farfield::net::relay
