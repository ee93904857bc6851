#include "app/layers/entities/entity_table.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "model/fields/json.h"
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

namespace {

constexpr std::uint64_t second_ns = 1'000'000'000;

}  // namespace

void RecentAges::add(double age_ms, std::uint64_t now_ns)
{
    ages_ms_.at(next_) = static_cast<float>(age_ms);
    next_ = (next_ + 1) % most;
    count_ = std::min(count_ + 1, most);
    const std::uint64_t second = now_ns / second_ns;
    if (second != second_) {
        in_last_second_ = second == second_ + 1 ? in_second_ : 0;
        in_second_ = 0;
        second_ = second;
    }
    ++in_second_;
}

double RecentAges::percentile(double part) const
{
    if (count_ == 0) return 0.0;
    auto ages = ages_ms_;
    const auto end = ages.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto place = ages.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(count_ - 1));
    std::nth_element(ages.begin(), place, end);
    return double{*place};
}

double RecentAges::per_second(std::uint64_t now_ns) const
{
    const std::uint64_t second = now_ns / second_ns;
    if (second == second_) return static_cast<double>(in_last_second_);
    return second == second_ + 1 ? static_cast<double>(in_second_) : 0.0;
}

namespace {

constexpr double ms_per_ns = 1e-6;
constexpr std::size_t most_halts = 256;      ///< receivers of Stop and Start; further ones change nothing
constexpr std::size_t most_beside = 10'000;  ///< names and values that came before their entities
constexpr std::size_t departure_bytes = 8, beside_bytes = 8;

/// Seconds ahead; 0 below the usual accuracy of a clock difference over a link.
double seconds_ahead(std::uint64_t ahead_ns)
{
    constexpr std::uint64_t least_ns = 100'000'000;
    return ahead_ns < least_ns ? 0.0 : static_cast<double>(ahead_ns) * ms_per_ns * 1e-3;
}

std::string_view text_in(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Numbers of a JSON object; empty for other bytes.
std::map<std::string, double, std::less<>> numbers_in(std::span<const std::byte> bytes)
{
    std::map<std::string, double, std::less<>> numbers;
    const auto json = model::Json::parse(text_in(bytes), nullptr, false);
    if (!json.is_object()) return numbers;
    for (const auto& [name, value] : json.items())
        if (value.is_number()) numbers[name] = value.get<double>();
    return numbers;
}

}  // namespace

void EntityTable::take(std::span<const std::byte> payload, std::uint64_t now_ns, std::uint64_t came_ns)
{
    const auto bundle = net::relay::BundleReader::open(payload);
    if (!bundle) throw std::runtime_error("what the relay sent is no bundle of entities");
    const model::BundlePreamble& preamble = bundle->preamble();
    // A stream begins, also anew, with a picture of all known entities, which has no age.
    if (!std::exchange(has_begun_, true) || preamble.number == 0) begun_ns_ = preamble.closed_at_ns;
    if (preamble.number == 0)
        for (KnownEntity& entity : entities_) entity.is_of_earlier_stream = true;
    if (preamble.number > 0 && preamble.messages_before > next_message_)
        figures_.lost += preamble.messages_before - next_message_;
    next_message_ = preamble.messages_before + preamble.messages;
    figures_.messages += preamble.messages;
    figures_.dropped = preamble.dropped;
    figures_.level = preamble.level;
    figures_.reason = preamble.reason;
    std::uint64_t ahead_ns = 0;
    for (std::uint32_t i = 0; i < bundle->messages(); ++i) {
        const net::relay::Record record = bundle->record(i);
        ahead_ns = std::max(ahead_ns, age_ns(came_ns, record.arrival_ns));
        if ((record.flags & model::record_conflated) != 0) ++figures_.conflated;
        if (record.arrival_ns >= begun_ns_)
            ages_.add(static_cast<double>(age_ns(record.arrival_ns, came_ns)) * ms_per_ns, now_ns);
        take_record(record, now_ns);
    }
    if (preamble.messages > 0) figures_.ahead_seconds = seconds_ahead(ahead_ns);
}

void EntityTable::begin_with(std::span<const net::relay::Record> records)
{
    entities_.clear();
    places_.clear();
    beside_.clear();
    halts_.clear();
    events_.clear();
    ++version_;
    has_begun_ = true;
    next_message_ = std::numeric_limits<std::uint64_t>::max();
    for (const net::relay::Record& record : records) take_record(record, record.arrival_ns);
}

void EntityTable::take_record(const net::relay::Record& record, std::uint64_t now_ns)
{
    using net::relay::RecordKind;
    if (record.kind == RecordKind::Gone && record.bytes.size() >= departure_bytes)
        return remove(net::dis::load_entity_id(record.bytes.data()).key());
    if (record.kind == RecordKind::Name || record.kind == RecordKind::Values) return take_beside(record);
    if (record.kind != RecordKind::Dis) return;
    net::dis::Pdu pdu;
    has_height_ = (record.flags & model::record_without_height) == 0;
    if (net::dis::read_pdu(record.bytes, pdu) == net::dis::PduFault::None && is_chosen(pdu, record))
        take_pdu(pdu, record, now_ns);
}

/// False for messages that the filter refuses. A refused state also removes its entity.
bool EntityTable::is_chosen(const net::dis::Pdu& pdu, const net::relay::Record& record)
{
    net::dis::EntityHead head;
    if (!choice_ || net::dis::read_entity_head(pdu, head) != net::dis::PduFault::None) return true;
    if (choice_->wants(record, pdu, head, find(head.id))) return true;
    const bool is_state = pdu.header.type == net::dis::PduType::EntityState ||
                          pdu.header.type == net::dis::PduType::EntityStateUpdate;
    if (is_state) remove(head.id.key());
    return false;
}

void EntityTable::take_beside(const net::relay::Record& record)
{
    if (record.bytes.size() < beside_bytes) return;
    const std::uint64_t key = net::dis::load_entity_id(record.bytes.data()).key();
    KnownEntity* const entity = find(key);
    if (entity == nullptr && beside_.size() >= most_beside) return;
    const auto bytes = record.bytes.subspan(beside_bytes);
    if (record.kind == net::relay::RecordKind::Name)
        (entity != nullptr ? entity->name : beside_[key].name) = text_in(bytes);
    else
        (entity != nullptr ? entity->values : beside_[key].values) = numbers_in(bytes);
    ++version_;
}

void EntityTable::take_pdu(const net::dis::Pdu& pdu, const net::relay::Record& record, std::uint64_t now_ns)
{
    using net::dis::PduType;
    switch (pdu.header.type) {
    case PduType::EntityState:
    case PduType::EntityStateUpdate:
        return take_state(pdu, record, now_ns);
    case PduType::Fire:
    case PduType::Detonation:
    case PduType::Collision:
        return take_event(pdu, record);
    case PduType::RemoveEntity:
    case PduType::StartResume:
    case PduType::StopFreeze:
        return take_control(net::dis::read_control(pdu), record.arrival_ns);
    default:
        return;
    }
}

/// Takes a state or an update. An update also adds an unknown entity; a later full state fills its gaps.
void EntityTable::take_state(const net::dis::Pdu& pdu, const net::relay::Record& record, std::uint64_t now_ns)
{
    const net::dis::EntityId id = net::dis::load_entity_id(pdu.bytes.data() + net::dis::pdu_header_bytes);
    KnownEntity* known = find(id.key());
    net::dis::EntityState state = known == nullptr ? net::dis::EntityState{} : known->state;
    if (id.key() == 0 || net::dis::read_entity_state(pdu, state) != net::dis::PduFault::None) return;
    if ((state.appearance & net::dis::appearance_deactivated) != 0) return remove(id.key());
    ++version_;
    std::optional<DrawnPlace> before;
    if (known != nullptr) {
        before = drawn_place(*known, now_ns);
    } else {
        places_[id.key()] = entities_.size();
        known = &entities_.emplace_back();
        known->times = times_;
        if (auto beside = beside_.extract(id.key())) {
            known->name = std::move(beside.mapped().name);
            known->values = std::move(beside.mapped().values);
        }
    }
    known->state = state;
    known->arrival_ns = known->moves_from_ns = known->halted_ns = record.arrival_ns;
    known->is_old = (record.flags & model::record_old) != 0;
    known->is_halted = is_halted(id);
    known->is_of_earlier_stream = false;
    known->has_height = has_height_;
    has_any_without_height_ = has_any_without_height_ || !has_height_;
    put(*known);
    if (before && !known->is_old) fade_from(*before, *known, now_ns);
}

void EntityTable::take_event(const net::dis::Pdu& pdu, const net::relay::Record& record)
{
    net::dis::EntityEvent event;
    if (net::dis::read_event(pdu, event) != net::dis::PduFault::None) return;
    const auto place_of = [&](const net::dis::EntityId& id) -> std::optional<glm::dvec3> {
        const KnownEntity* entity = find(id);
        if (entity == nullptr || !entity->state.has_place) return std::nullopt;
        return entity->earth_place(record.arrival_ns);
    };
    events_.add(event, record.arrival_ns, (record.flags & model::record_old) != 0, place_of(event.shooter),
                place_of(event.target), place_of_);
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
    note_halt(control);
    for (KnownEntity& entity : entities_) {
        if (!net::dis::is_for_application_of(control.receiver, entity.state.id)) continue;
        const bool was_halted = std::exchange(entity.is_halted, is_halted(entity.state.id));
        if (entity.is_halted && !was_halted) entity.halted_ns = now_ns;
        if (!entity.is_halted && was_halted) entity.moves_from_ns += age_ns(entity.halted_ns, now_ns);
    }
    ++version_;
}

/// Notes a halt; the newest for a receiver holds and removes those for the same receiver or a part of it.
void EntityTable::note_halt(const net::dis::EntityControl& control)
{
    std::erase_if(halts_, [&](const Halt& halt) {
        return net::dis::is_for_application_of(control.receiver, halt.receiver);
    });
    const bool is_stop = control.kind == net::dis::PduType::StopFreeze;
    const bool lifts_a_part = std::ranges::any_of(halts_, [&](const Halt& halt) {
        return halt.is_stop && net::dis::may_share_application(halt.receiver, control.receiver);
    });
    if ((is_stop || lifts_a_part) && halts_.size() < most_halts)
        halts_.push_back({.receiver = control.receiver, .is_stop = is_stop});
}

bool EntityTable::is_halted(const net::dis::EntityId& id) const
{
    const auto newest = std::find_if(halts_.rbegin(), halts_.rend(), [&](const Halt& halt) {
        return net::dis::is_for_application_of(halt.receiver, id);
    });
    return newest != halts_.rend() && newest->is_stop;
}

/// Places an entity where its state says, or on the ground.
void EntityTable::put(KnownEntity& entity) const
{
    constexpr std::uint8_t platform = 1, life_form = 3, on_land = 1, on_sea = 3;  // SISO-REF-010
    place(entity, place_of_);
    const net::dis::EntityType& type = entity.state.type;
    const bool is_on_surface = type.kind == life_form ||
                               (type.kind == platform && (type.domain == on_land || type.domain == on_sea));
    if (!entity.is_placed || (entity.has_height && !(clamps_ && is_on_surface))) return;
    const auto height = ground_ ? ground_(glm::dvec2(entity.placed.place)) : std::nullopt;
    if (!height && entity.has_height) return;
    entity.placed.place.z = height.value_or(0.0);
    entity.placed.velocity.z = entity.placed.acceleration.z = 0.0;
}

void EntityTable::stand_on(GroundAt ground, bool clamps)
{
    ground_ = std::move(ground);
    clamps_ = clamps;
    for (KnownEntity& entity : entities_) put(entity);
    ++version_;
}

void EntityTable::place_by(PlaceOf place_of)
{
    place_of_ = std::move(place_of);
    for (KnownEntity& entity : entities_) put(entity);
    events_.place_by(place_of_);
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
        if (entities_[i].is_of_earlier_stream && entities_[i].has_left(now_ns))
            remove(entities_[i].state.id.key());
}

void EntityTable::forget_silent(std::uint64_t now_ns)
{
    for (std::size_t i = entities_.size(); i-- > 0;)
        if (age_ns(entities_[i].arrival_ns, now_ns) > times_.longest_silence_ns())
            remove(entities_[i].state.id.key());
}

void EntityTable::set_times(const model::EntityTimes& times)
{
    if (times == times_) return;
    times_ = times;
    for (KnownEntity& entity : entities_) entity.times = times;
    ++version_;
}

KnownEntity* EntityTable::find(std::uint64_t key)
{
    const auto found = places_.find(key);
    return found == places_.end() ? nullptr : &entities_[found->second];
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
