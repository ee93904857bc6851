#include "app/layers/entities/entity_events.h"

#include "model/geometry/point.h"

namespace farfield::app {
namespace {

using Place = std::optional<glm::dvec3>;

Place in_scene(const Place& earth, const PlaceOf& place_of)
{
    if (!earth || !place_of) return std::nullopt;
    const glm::dvec3 placed = place_of(*earth);
    return model::is_finite(placed) ? Place(placed) : std::nullopt;
}

void put(SeenEvent& event, const PlaceOf& place_of)
{
    event.from = in_scene(event.from_earth, place_of);
    event.to = in_scene(event.to_earth, place_of);
}

const Place& first_of(const Place& a, const Place& b)
{
    return a ? a : b;
}

}  // namespace

std::optional<glm::dvec3> SeenEvent::place() const
{
    return event.kind == net::dis::PduType::Fire ? first_of(from, to) : first_of(to, from);
}

std::optional<glm::dvec3> SeenEvent::earth_place() const
{
    return event.kind == net::dis::PduType::Fire ? first_of(from_earth, to_earth)
                                                 : first_of(to_earth, from_earth);
}

void EntityEvents::add(const net::dis::EntityEvent& event, std::uint64_t arrival_ns, bool is_old,
                       std::optional<glm::dvec3> shooter, std::optional<glm::dvec3> target,
                       const PlaceOf& place_of)
{
    if (all_.size() == most) all_.pop_front();
    SeenEvent& seen = all_.emplace_back();
    seen.number = ++last_;
    seen.event = event;
    seen.arrival_ns = arrival_ns;
    seen.is_old = is_old;
    const Place sent = event.has_place ? Place(event.location) : std::nullopt;
    const bool is_fire = event.kind == net::dis::PduType::Fire;
    seen.from_earth = is_fire ? first_of(sent, shooter) : shooter;
    seen.to_earth = is_fire ? target : first_of(sent, target);
    put(seen, place_of);
}

void EntityEvents::place_by(const PlaceOf& place_of)
{
    for (SeenEvent& event : all_) put(event, place_of);
}

}  // namespace farfield::app
