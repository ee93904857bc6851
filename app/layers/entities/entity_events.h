#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "app/show/placement.h"
#include "relay/dis/events.h"

namespace farfield::app {

/// Time for which an event is drawn in the scene.
inline constexpr std::uint64_t event_shown_ns = 2'000'000'000;

/// A Fire, a Detonation or a Collision that arrived.
struct SeenEvent {
    std::uint64_t number = 0;  ///< from 1, in order of arrival
    net::dis::EntityEvent event;
    std::uint64_t arrival_ns = 0;  ///< at the relay, on its clock
    bool is_old = false;           ///< it came long after it happened: listed, but not drawn
    std::optional<glm::dvec3> from_earth, to_earth;  ///< geocentric, as of its arrival
    std::optional<glm::dvec3> from, to;  ///< the same in the scene; nullopt: unknown, or outside of it

    /// Place in the scene: of the shooter for a Fire, else of the hit; if that is unknown, of the other end.
    [[nodiscard]] std::optional<glm::dvec3> place() const;
    /// The same place, geocentric, in metres.
    [[nodiscard]] std::optional<glm::dvec3> earth_place() const;
};

/// The last `most` events, oldest first. Threads: one.
class EntityEvents {
public:
    static constexpr std::size_t most = 500;

    /// shooter, target: geocentric places, where they are known.
    void add(const net::dis::EntityEvent& event, std::uint64_t arrival_ns, bool is_old,
             std::optional<glm::dvec3> shooter, std::optional<glm::dvec3> target, const PlaceOf& place_of);
    void place_by(const PlaceOf& place_of);
    /// Removes all events; numbers go on.
    void clear() { all_.clear(); }

    [[nodiscard]] const std::deque<SeenEvent>& all() const noexcept { return all_; }
    /// Number of the last event; 0: none came.
    [[nodiscard]] std::uint64_t last() const noexcept { return last_; }

private:
    std::deque<SeenEvent> all_;
    std::uint64_t last_ = 0;
};

}  // namespace farfield::app
