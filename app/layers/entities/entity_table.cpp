#include "app/layers/entities/entity_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <stdexcept>

namespace farfield::app {
namespace {

constexpr double ms_per_ns = 1e-6, seconds_per_ns = 1e-9;
constexpr std::size_t most_halted = 256;  ///< applications that are stopped; further ones go on
constexpr std::size_t departure_bytes = 8;

/// 0 where the clocks disagree.
std::uint64_t age_ns(std::uint64_t arrival_ns, std::uint64_t now_ns)
{
    return now_ns > arrival_ns ? now_ns - arrival_ns : 0;
}

std::uint64_t stale_after(const KnownEntity& entity)
{
    return entity.speed() > 0.0 ? stale_after_ns : standing_stale_after_ns;
}

bool is_finite(glm::dvec3 place)
{
    return std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z);
}

}  // namespace

std::string text_of(const net::dis::EntityId& id)
{
    return fmt::format("{}:{}:{}", id.site, id.application, id.entity);
}

std::string name_of(const KnownEntity& entity)
{
    const std::string_view marking = entity.state.marking.text();
    return marking.empty() ? text_of(entity.state.id) : std::string(marking);
}

double KnownEntity::speed() const
{
    return glm::length(state.velocity);
}

bool KnownEntity::is_stale(std::uint64_t now_ns) const
{
    return age_ns(arrival_ns, now_ns) > stale_after(*this);
}

model::PlacedMotion KnownEntity::reckoned(std::uint64_t now_ns) const
{
    model::PlacedMotion now = placed;
    const std::uint64_t age = age_ns(arrival_ns, now_ns);
    const double seconds = static_cast<double>(std::min(age, stale_after_ns)) * seconds_per_ns;
    now.place += seconds * (placed.velocity + 0.5 * seconds * placed.acceleration);
    now.velocity += seconds * placed.acceleration;
    if (age >= stale_after_ns) now.velocity = now.acceleration = glm::dvec3(0.0);
    return now;
}

void EntityTable::take(std::span<const std::byte> payload, std::uint64_t now_ns)
{
    const auto bundle = net::relay::BundleReader::open(payload);
    if (!bundle) throw std::runtime_error("what the relay sent is no bundle of entities");
    const model::BundlePreamble& preamble = bundle->preamble();
    has_begun_ = true;
    if (preamble.number > 0 && preamble.messages_before > next_message_)
        figures_.lost += preamble.messages_before - next_message_;
    next_message_ = preamble.messages_before + preamble.messages;
    figures_.messages += preamble.messages;
    figures_.dropped = preamble.dropped;
    figures_.level = preamble.level;
    figures_.reason = preamble.reason;
    for (std::uint32_t i = 0; i < bundle->messages(); ++i) {
        const net::relay::Record record = bundle->record(i);
        if ((record.flags & model::record_conflated) != 0) ++figures_.conflated;
        ages_.add(static_cast<double>(age_ns(record.arrival_ns, now_ns)) * ms_per_ns, now_ns);
        take_record(record);
    }
}

void EntityTable::take_record(const net::relay::Record& record)
{
    if (record.kind == net::relay::RecordKind::Gone && record.bytes.size() >= departure_bytes)
        return remove(net::dis::load_entity_id(record.bytes.data()).key());
    if (record.kind != net::relay::RecordKind::Dis) return;
    net::dis::Pdu pdu;
    if (net::dis::read_pdu(record.bytes, pdu) == net::dis::PduFault::None) take_pdu(pdu, record.arrival_ns);
}

void EntityTable::take_pdu(const net::dis::Pdu& pdu, std::uint64_t arrival_ns)
{
    using net::dis::PduType;
    switch (pdu.header.type) {
    case PduType::EntityState:
    case PduType::EntityStateUpdate:
        return take_state(pdu, arrival_ns);
    case PduType::RemoveEntity:
    case PduType::StartResume:
    case PduType::StopFreeze:
        return take_control(net::dis::read_control(pdu), arrival_ns);
    default:
        return;
    }
}

/// Of an entity that is not known an update is the beginning, too: what it lacks comes with a whole state.
void EntityTable::take_state(const net::dis::Pdu& pdu, std::uint64_t arrival_ns)
{
    const net::dis::EntityId id = net::dis::load_entity_id(pdu.bytes.data() + net::dis::pdu_header_bytes);
    const auto known = places_.find(id.key());
    net::dis::EntityState state =
        known == places_.end() ? net::dis::EntityState{} : entities_[known->second].state;
    if (id.key() == 0 || net::dis::read_entity_state(pdu, state) != net::dis::PduFault::None) return;
    if ((state.appearance & net::dis::appearance_deactivated) != 0) return remove(id.key());
    ++version_;
    const bool is_new = known == places_.end();
    if (is_new) {
        places_[id.key()] = entities_.size();
        entities_.emplace_back();
    }
    KnownEntity& entity = is_new ? entities_.back() : entities_[known->second];
    entity.state = state;
    entity.arrival_ns = arrival_ns;
    entity.is_halted = is_halted(id);
    place(entity);
}

void EntityTable::take_control(const net::dis::EntityControl& control, std::uint64_t now_ns)
{
    if (control.kind == net::dis::PduType::RemoveEntity) {
        std::vector<std::uint64_t> removed;
        for (const KnownEntity& entity : entities_)
            if (net::dis::is_for_entity(control.receiver, entity.state.id))
                removed.push_back(entity.state.id.key());
        for (const std::uint64_t key : removed) remove(key);
        return;
    }
    const bool is_stop = control.kind == net::dis::PduType::StopFreeze;
    std::erase_if(halted_, [&](const net::dis::EntityId& receiver) { return receiver == control.receiver; });
    if (is_stop && halted_.size() < most_halted) halted_.push_back(control.receiver);
    for (KnownEntity& entity : entities_) {
        if (!net::dis::is_for_application_of(control.receiver, entity.state.id)) continue;
        if (is_stop && !entity.is_halted) {
            entity.placed.place = entity.reckoned(now_ns).place;
            entity.placed.velocity = entity.placed.acceleration = glm::dvec3(0.0);
        }
        entity.is_halted = is_halted(entity.state.id);
    }
    ++version_;
}

bool EntityTable::is_halted(const net::dis::EntityId& id) const
{
    return std::ranges::any_of(halted_, [&](const net::dis::EntityId& receiver) {
        return net::dis::is_for_application_of(receiver, id);
    });
}

void EntityTable::place(KnownEntity& entity) const
{
    entity.is_placed = false;
    if (!place_of_ || !entity.state.has_place) return;
    const net::dis::Reckoning motion = net::dis::in_world_axes(net::dis::reckoning_of(entity.state));
    const bool is_still = entity.is_halted || motion.algorithm == net::dis::ReckoningAlgorithm::Static;
    const bool has_acceleration = motion.algorithm == net::dis::ReckoningAlgorithm::Rvw ||
                                  motion.algorithm == net::dis::ReckoningAlgorithm::Fvw;
    const glm::dvec3 none(0.0);
    entity.placed =
        model::placed_motion({.place = motion.location,
                              .velocity = is_still ? none : motion.velocity,
                              .acceleration = is_still || !has_acceleration ? none : motion.acceleration,
                              .orientation = motion.orientation},
                             place_of_);
    entity.is_placed = is_finite(entity.placed.place) && is_finite(entity.placed.velocity) &&
                       is_finite(entity.placed.acceleration);
}

void EntityTable::place_by(PlaceOf place_of)
{
    place_of_ = std::move(place_of);
    for (KnownEntity& entity : entities_) place(entity);
    ++version_;
}

void EntityTable::remove(std::uint64_t key)
{
    const auto found = places_.find(key);
    if (found == places_.end()) return;
    const std::size_t place = found->second;
    places_.erase(found);
    if (place + 1 < entities_.size()) {
        entities_[place] = std::move(entities_.back());
        places_[entities_[place].state.id.key()] = place;
    }
    entities_.pop_back();
    ++version_;
}

void EntityTable::remove_silent(std::uint64_t now_ns)
{
    for (std::size_t i = entities_.size(); i-- > 0;)
        if (age_ns(entities_[i].arrival_ns, now_ns) > 2 * stale_after(entities_[i]))
            remove(entities_[i].state.id.key());
}

const KnownEntity* EntityTable::find(const net::dis::EntityId& id) const
{
    const auto found = places_.find(id.key());
    return found == places_.end() ? nullptr : &entities_[found->second];
}

EntityFigures EntityTable::figures(std::uint64_t now_ns) const
{
    EntityFigures figures = figures_;
    figures.entities = entities_.size();
    figures.updates_per_second = ages_.per_second(now_ns);
    figures.age_p50_ms = ages_.percentile(0.5);
    figures.age_p95_ms = ages_.percentile(0.95);
    return figures;
}

}  // namespace farfield::app
