#include "relay/traffic/moving_entities.h"

#include <fmt/format.h>
#include <glm/vec2.hpp>

#include <cmath>
#include <numbers>
#include <random>

namespace farfield::net::relay {
namespace {

constexpr double most_speed = 60.0, most_height = 1000.0;  // m/s, m
constexpr double metres_per_km = 1000.0, two_pi = 2.0 * std::numbers::pi;
constexpr std::uint8_t first_forces = 3;  // friendly, opposing, neutral

/// Position on the way from -1 to 1 and back.
double swing(double turns)
{
    const double part = turns - std::floor(turns);
    return part < 0.5 ? 4.0 * part - 1.0 : 3.0 - 4.0 * part;
}

}  // namespace

MovingEntities::MovingEntities(const MotionSettings& settings)
    : settings_{settings},
      middle_{model::geocentric_of({settings.longitude, settings.latitude, 0.0})},
      axes_{model::local_axes_at({settings.longitude, settings.latitude})}
{
    for (std::uint32_t i = 0; i < settings.entities; ++i) tracks_.push_back(track(settings, i));
}

MovingEntities::Track MovingEntities::track(const MotionSettings& settings, std::uint32_t index)
{
    std::mt19937_64 numbers{settings.seed * 1'000'003 + index};
    const auto random = [&numbers] { return std::generate_canonical<double, 53>(numbers); };
    const double reach = settings.km * metres_per_km, distance = 0.5 * reach * std::sqrt(random()),
                 bearing = two_pi * random();
    Track track;
    track.east = distance * std::sin(bearing);
    track.north = distance * std::cos(bearing);
    track.height = settings.height + most_height * random();
    track.radius = 0.5 * reach * (0.1 + 0.9 * random());
    track.speed = settings.motion == Motion::Still ? 0.0 : most_speed * (0.1 + 0.9 * random());
    track.phase = two_pi * random();
    return track;
}

// The position on the plane that touches the ellipsoid at the middle, moved down to the height.
glm::dvec3 MovingEntities::place(const Track& track, double seconds) const
{
    glm::dvec2 at{track.east, track.north};
    if (settings_.motion == Motion::Circle) {
        const double angle = track.phase + track.speed / track.radius * seconds;
        at += track.radius * glm::dvec2{std::sin(angle), std::cos(angle)};
    } else if (settings_.motion == Motion::Line) {
        at += track.radius * swing(track.speed * seconds / (4.0 * track.radius)) *
              glm::dvec2{std::sin(track.phase), std::cos(track.phase)};
    }
    model::Geodetic place = model::geodetic_of(middle_ + at.x * axes_.east + at.y * axes_.north);
    place.height_metres = track.height;
    return model::geocentric_of(place);
}

void MovingEntities::write(std::uint32_t index, double seconds,
                           std::span<std::byte, dis::entity_state_bytes> to) const
{
    constexpr double moment = 0.01;  // s, for the velocity
    const Track& track = tracks_[index];
    dis::EntityState state;
    state.exercise = 1;
    state.id = {settings_.site, settings_.application, static_cast<std::uint16_t>(index + 1)};
    state.force = static_cast<std::uint8_t>(1 + index % first_forces);
    state.type = {.kind = 1, .domain = static_cast<std::uint8_t>(1 + index % 3), .country = 0};
    state.location = place(track, seconds);
    if (settings_.motion != Motion::Still)
        state.velocity = (place(track, seconds + moment) - place(track, seconds - moment)) / (2.0 * moment);
    state.algorithm = settings_.motion == Motion::Still ? 1 : 2;
    const std::string name = fmt::format("E{}", index + 1);
    state.marking = dis::Marking{name};
    dis::write_entity_state(state, to);
}

}  // namespace farfield::net::relay
