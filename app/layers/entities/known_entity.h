#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/show/placement.h"
#include "model/geometry/local_plane.h"
#include "model/programs/bundles/entity_times.h"
#include "net/dis/entity_state.h"

namespace farfield::app {

/// 0 where the clocks disagree.
[[nodiscard]] constexpr std::uint64_t age_ns(std::uint64_t arrival_ns, std::uint64_t now_ns) noexcept
{
    return now_ns > arrival_ns ? now_ns - arrival_ns : 0;
}

/// The difference between an update and where an entity was drawn, which goes away in a moment.
struct Fade {
    glm::dvec3 offset{0.0};     ///< in the scene
    double heading = 0.0;       ///< degrees
    std::uint64_t from_ns = 0;  ///< on the relay's clock

    [[nodiscard]] bool is_over(std::uint64_t now_ns) const noexcept;
    /// From 1 to 0.
    [[nodiscard]] double left(std::uint64_t now_ns) const noexcept;
};

/// The newest state of an entity. Times are on the relay's clock.
struct KnownEntity {
    net::dis::EntityState state;
    model::EntityTimes times;           ///< of its relay: when it is stale
    std::uint64_t arrival_ns = 0;       ///< at the relay
    std::uint64_t moves_from_ns = 0;    ///< it is where its state says then, and moves on
    std::uint64_t halted_ns = 0;        ///< since when it does not move
    bool is_halted = false;             ///< its exercise was stopped
    bool is_old = false;                ///< its state was out of date when it came
    bool is_of_earlier_stream = false;  ///< the stream that runs has not spoken of it
    bool has_height = true;             ///< its state says one
    bool is_placed = false;             ///< it has a place in the scene
    bool turns = false;                 ///< its heading changes by itself
    model::PlacedMotion placed;         ///< in the scene, at moves_from_ns
    glm::dvec3 ahead{0.0};              ///< in the scene: its heading
    glm::dvec3 turn{0.0};               ///< rad/s, in the scene's axes
    Fade fade;
    std::string name;                                   ///< that came beside its state; empty: none
    std::map<std::string, double, std::less<>> values;  ///< likewise

    [[nodiscard]] double speed() const;  ///< m/s, as it was sent
    [[nodiscard]] bool is_stale(std::uint64_t now_ns) const;
    /// Silent for twice the time after which it is stale.
    [[nodiscard]] bool has_left(std::uint64_t now_ns) const;
    /// Where it is: reckoned on, while it is neither stale nor halted.
    [[nodiscard]] model::PlacedMotion reckoned(std::uint64_t now_ns) const;
    /// The same with what is left of the last difference.
    [[nodiscard]] model::PlacedMotion smoothed(std::uint64_t now_ns) const;
    /// Geocentric, metres; of one that has a place.
    [[nodiscard]] glm::dvec3 earth_place(std::uint64_t now_ns) const;

private:
    [[nodiscard]] std::uint64_t moving_ns(std::uint64_t now_ns) const;
    [[nodiscard]] std::uint64_t silent_ns(std::uint64_t now_ns) const;
    [[nodiscard]] std::uint64_t stale_after() const;
};

/// Puts an entity into a scene where its state says.
void place(KnownEntity& entity, const PlaceOf& place_of);
/// Where an entity is drawn, to be kept while its next state is taken.
struct DrawnPlace {
    model::PlacedMotion motion;
    glm::dvec3 earth{0.0};  ///< geocentric
};
/// Nothing: it is not drawn, or its place says nothing any more.
[[nodiscard]] std::optional<DrawnPlace> drawn_place(const KnownEntity& entity, std::uint64_t now_ns);
/// It fades from where it was drawn to where it is; a jump above ten thresholds is drawn at once.
void fade_from(const DrawnPlace& before, KnownEntity& entity, std::uint64_t now_ns);

/// "17:23:1"
[[nodiscard]] std::string text_of(const net::dis::EntityId& id);
/// Its name, else its marking, and where it has none its id.
[[nodiscard]] std::string name_of(const KnownEntity& entity);

}  // namespace farfield::app
