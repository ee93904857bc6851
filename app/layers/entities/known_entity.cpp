#include "app/layers/entities/known_entity.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "relay/dis/rotation_integrals.h"

namespace farfield::app {
namespace {

constexpr double seconds_per_ns = 1e-9;
constexpr std::uint64_t fade_ns = 250'000'000;
/// Ten times the thresholds at which a simulator sends an update: 1 m and 3 degrees.
constexpr double most_faded_metres = 10.0, most_faded_degrees = 30.0;

/// Scene vector of a geocentric one at a place, from a finite difference of 1 m (or 1 rad/s).
glm::dvec3 in_scene(glm::dvec3 at, glm::dvec3 vector, const PlaceOf& place_of)
{
    const double length = glm::length(vector);
    if (!(length > 0.0)) return glm::dvec3(0.0);
    const glm::dvec3 placed = place_of(at + vector / length) - place_of(at);
    const double scale = glm::length(placed);
    return scale > 0.0 && model::is_finite(placed) ? placed * (length / scale) : glm::dvec3(0.0);
}

double heading_of(const KnownEntity& entity, double seconds)
{
    const glm::dvec3 turn = entity.turn * seconds;
    const auto factors = net::dis::rotation_integrals_of(glm::length(turn));
    return model::detail::heading_degrees_of(net::dis::turned_by(factors, turn, entity.ahead));
}

/// Difference between two headings, the shorter way round.
double degrees_between(double from, double to)
{
    constexpr double turn = 360.0;
    return std::remainder(to - from, turn);
}

}  // namespace

bool Fade::is_over(std::uint64_t now_ns) const noexcept
{
    return (offset == glm::dvec3(0.0) && heading == 0.0) || age_ns(from_ns, now_ns) >= fade_ns;
}

double Fade::left(std::uint64_t now_ns) const noexcept
{
    return 1.0 - static_cast<double>(std::min(age_ns(from_ns, now_ns), fade_ns)) / double{fade_ns};
}

double KnownEntity::speed() const
{
    return glm::length(state.velocity);
}

std::uint64_t KnownEntity::stale_after() const
{
    return speed() > 0.0 && !is_halted ? times.stale_ns : times.standing_stale_ns;
}

/// Time without news. Time spent halted does not count.
std::uint64_t KnownEntity::silent_ns(std::uint64_t now_ns) const
{
    return age_ns(is_halted ? arrival_ns : moves_from_ns, now_ns);
}

bool KnownEntity::is_stale(std::uint64_t now_ns) const
{
    return silent_ns(now_ns) > stale_after();
}

bool KnownEntity::has_left(std::uint64_t now_ns) const
{
    return silent_ns(now_ns) > 2 * stale_after();
}

/// Time for which the motion is reckoned on; 0 for an old state of unknown age.
std::uint64_t KnownEntity::moving_ns(std::uint64_t now_ns) const
{
    if (is_old) return 0;
    return std::min(age_ns(moves_from_ns, is_halted ? std::min(halted_ns, now_ns) : now_ns), times.stale_ns);
}

model::PlacedMotion KnownEntity::reckoned(std::uint64_t now_ns) const
{
    model::PlacedMotion now = placed;
    const std::uint64_t moving = moving_ns(now_ns);
    const double seconds = static_cast<double>(moving) * seconds_per_ns;
    now.place += seconds * (placed.velocity + 0.5 * seconds * placed.acceleration);
    now.velocity += seconds * placed.acceleration;
    if (turns) now.heading_degrees = heading_of(*this, seconds);
    if (is_old || is_halted || moving >= times.stale_ns) now.velocity = now.acceleration = glm::dvec3(0.0);
    return now;
}

model::PlacedMotion KnownEntity::smoothed(std::uint64_t now_ns) const
{
    model::PlacedMotion now = reckoned(now_ns);
    if (fade.is_over(now_ns)) return now;
    const double left = fade.left(now_ns);
    now.place += left * fade.offset;
    now.heading_degrees += left * fade.heading;
    return now;
}

glm::dvec3 KnownEntity::earth_place(std::uint64_t now_ns) const
{
    const double seconds = static_cast<double>(moving_ns(now_ns)) * seconds_per_ns;
    return net::dis::reckon(net::dis::reckoning_of(state), seconds).location;
}

void place(KnownEntity& entity, const PlaceOf& place_of)
{
    entity.is_placed = entity.turns = false;
    entity.fade = {};
    if (!place_of || !entity.state.has_place) return;
    const net::dis::Reckoning motion = net::dis::in_world_axes(net::dis::reckoning_of(entity.state));
    const bool is_still = motion.algorithm == net::dis::ReckoningAlgorithm::Static;
    const bool has_acceleration = motion.algorithm == net::dis::ReckoningAlgorithm::Rvw ||
                                  motion.algorithm == net::dis::ReckoningAlgorithm::Fvw;
    const glm::dvec3 none(0.0);
    entity.placed =
        model::placed_motion({.place = motion.location,
                              .velocity = is_still ? none : motion.velocity,
                              .acceleration = is_still || !has_acceleration ? none : motion.acceleration,
                              .orientation = motion.orientation},
                             place_of);
    entity.is_placed = model::is_finite(entity.placed.place) && model::is_finite(entity.placed.velocity) &&
                       model::is_finite(entity.placed.acceleration);
    if (!net::dis::is_rotating(motion.algorithm) || motion.angular_velocity == none) return;
    const model::BodyAxes axes = model::body_axes_of(motion.orientation);
    entity.ahead = in_scene(motion.location, axes.forward, place_of);
    entity.turn = in_scene(motion.location, model::to_world(axes, motion.angular_velocity), place_of);
    entity.turns = entity.turn != none;
}

std::optional<DrawnPlace> drawn_place(const KnownEntity& entity, std::uint64_t now_ns)
{
    if (!entity.is_placed || entity.is_stale(now_ns)) return std::nullopt;
    return DrawnPlace{.motion = entity.smoothed(now_ns), .earth = entity.earth_place(now_ns)};
}

void fade_from(const DrawnPlace& before, KnownEntity& entity, std::uint64_t now_ns)
{
    if (!entity.is_placed) return;
    if (glm::distance(before.earth, entity.earth_place(now_ns)) > most_faded_metres) return;
    const model::PlacedMotion is = entity.reckoned(now_ns);
    const double turned = degrees_between(is.heading_degrees, before.motion.heading_degrees);
    entity.fade = {.offset = before.motion.place - is.place,
                   .heading = std::abs(turned) > most_faded_degrees ? 0.0 : turned,
                   .from_ns = now_ns};
}

std::string text_of(const net::dis::EntityId& id)
{
    return fmt::format("{}:{}:{}", id.site, id.application, id.entity);
}

std::string name_of(const KnownEntity& entity)
{
    if (!entity.name.empty()) return entity.name;
    const std::string_view marking = entity.state.marking.text();
    return marking.empty() ? text_of(entity.state.id) : std::string(marking);
}

}  // namespace farfield::app
