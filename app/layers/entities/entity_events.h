#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "app/show/placement.h"
#include "net/dis/events.h"

namespace farfield::app {

/// For so long an event is seen in the scene.
inline constexpr std::uint64_t event_shown_ns = 2'000'000'000;

/// A Fire, a Detonation or a Collision that came.
struct SeenEvent {
    std::uint64_t number = 0;  ///< from 1, in the order in which they came
    net::dis::EntityEvent event;
    std::uint64_t arrival_ns = 0;  ///< at the relay, on its clock
    bool is_old = false;           ///< it came long after it happened: it is listed, and not drawn
    std::optional<glm::dvec3> from_earth, to_earth;  ///< geocentric, as of its arrival
    std::optional<glm::dvec3> from, to;  ///< the same in the scene; nothing: not known, or not in it

    /// Where it is: of a Fire its shooter, of others what they hit.
    [[nodiscard]] std::optional<glm::dvec3> place() const;
    /// Geocentric.
    [[nodiscard]] std::optional<glm::dvec3> earth_place() const;
};

/// The last events, oldest first. Threads: one.
class EntityEvents {
public:
    static constexpr std::size_t most = 500;

    /// shooter, target: geocentric places, where they are known.
    void add(const net::dis::EntityEvent& event, std::uint64_t arrival_ns, bool is_old,
             std::optional<glm::dvec3> shooter, std::optional<glm::dvec3> target, const PlaceOf& place_of);
    void place_by(const PlaceOf& place_of);
    /// Numbers go on.
    void clear() { all_.clear(); }

    [[nodiscard]] const std::deque<SeenEvent>& all() const noexcept { return all_; }
    /// The number of the last; 0: none came.
    [[nodiscard]] std::uint64_t last() const noexcept { return last_; }

private:
    std::deque<SeenEvent> all_;
    std::uint64_t last_ = 0;
};

}  // namespace farfield::app
