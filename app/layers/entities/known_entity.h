#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/show/placement.h"
#include "model/geometry/local_plane.h"
#include "model/programs/bundles/entity_times.h"
#include "relay/dis/entity_state.h"

namespace farfield::app {

/// Age of an arrival; 0 where the clocks disagree.
[[nodiscard]] constexpr std::uint64_t age_ns(std::uint64_t arrival_ns, std::uint64_t now_ns) noexcept
{
    return now_ns > arrival_ns ? now_ns - arrival_ns : 0;
}

/// Offset from an update's place to the place drawn before it, which fades away.
struct Fade {
    glm::dvec3 offset{0.0};     ///< in the scene
    double heading = 0.0;       ///< degrees
    std::uint64_t from_ns = 0;  ///< on the relay's clock

    [[nodiscard]] bool is_over(std::uint64_t now_ns) const noexcept;
    /// Part that is left, from 1 to 0.
    [[nodiscard]] double left(std::uint64_t now_ns) const noexcept;
};

/// The newest state of an entity. Times are on the relay's clock.
struct KnownEntity {
    net::dis::EntityState state;
    model::EntityTimes times;           ///< of its relay; for staleness
    std::uint64_t arrival_ns = 0;       ///< at the relay
    std::uint64_t moves_from_ns = 0;    ///< time of its place and motion; reckoning starts here
    std::uint64_t halted_ns = 0;        ///< time from which it does not move
    bool is_halted = false;             ///< its exercise was stopped
    bool is_old = false;                ///< its state was out of date when it came
    bool is_of_earlier_stream = false;  ///< present stream has not mentioned it
    bool has_height = true;             ///< its state has a height
    bool is_placed = false;             ///< it has a place in the scene
    bool turns = false;                 ///< its heading changes by itself
    model::PlacedMotion placed;         ///< in the scene, at moves_from_ns
    glm::dvec3 ahead{0.0};              ///< unit vector of its heading, in the scene
    glm::dvec3 turn{0.0};               ///< rad/s, in the scene's axes
    Fade fade;
    std::string name;                                   ///< sent beside its state; empty: none
    std::map<std::string, double, std::less<>> values;  ///< sent beside its state

    [[nodiscard]] double speed() const;  ///< m/s, as sent
    [[nodiscard]] bool is_stale(std::uint64_t now_ns) const;
    /// True when silent for twice the time after which it is stale.
    [[nodiscard]] bool has_left(std::uint64_t now_ns) const;
    /// Motion reckoned to now_ns; reckoning stops while the entity is stale or halted.
    [[nodiscard]] model::PlacedMotion reckoned(std::uint64_t now_ns) const;
    /// The reckoned motion with the rest of its fade added.
    [[nodiscard]] model::PlacedMotion smoothed(std::uint64_t now_ns) const;
    /// Geocentric place, metres; the entity must have a place.
    [[nodiscard]] glm::dvec3 earth_place(std::uint64_t now_ns) const;

private:
    [[nodiscard]] std::uint64_t moving_ns(std::uint64_t now_ns) const;
    [[nodiscard]] std::uint64_t silent_ns(std::uint64_t now_ns) const;
    [[nodiscard]] std::uint64_t stale_after() const;
};

/// Puts an entity into a scene at the place of its state.
void place(KnownEntity& entity, const PlaceOf& place_of);
/// Place at which an entity is drawn, kept while its next state is taken.
struct DrawnPlace {
    model::PlacedMotion motion;
    glm::dvec3 earth{0.0};  ///< geocentric
};
/// The place drawn at now_ns; nullopt: the entity has no place in the scene, or is stale.
[[nodiscard]] std::optional<DrawnPlace> drawn_place(const KnownEntity& entity, std::uint64_t now_ns);
/// Starts a fade from the place drawn before; a jump above ten thresholds is drawn at once.
void fade_from(const DrawnPlace& before, KnownEntity& entity, std::uint64_t now_ns);

/// Text of an id: "17:23:1".
[[nodiscard]] std::string text_of(const net::dis::EntityId& id);
/// Name of an entity, else its marking, else its id.
[[nodiscard]] std::string name_of(const KnownEntity& entity);

}  // namespace farfield::app
