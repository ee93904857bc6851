#include "relay/json/json_entities.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include <glm/geometric.hpp>

#include "model/programs/bundles/entity_bundle.h"
#include "net/message/byte_order.h"
#include "relay/dis/time_stamp.h"

namespace farfield::net::relay {
namespace {

constexpr std::uint8_t json_exercise = 1;
/// Entity numbers in an application: 0 means none, 65,535 all.
constexpr std::uint32_t numbers_of_application = 65'534;
/// Longest age of a stamp, which tells its time modulo the hour.
constexpr double most_stamp_seconds = 1'800.0;
/// Age from which a state is marked as old.
constexpr double old_seconds = 5.0;
/// Least distance from the last place for which the course is computed, m.
constexpr double least_course_metres = 0.01;

/// Sets the heading, if it is missing, to the direction from the last place to this one.
void turn_along_course(dis::EntityState& state, const JsonEntity& line, const glm::dvec3& last)
{
    const glm::dvec3 way = state.location - last;
    const double east = glm::dot(way, line.axes.east), north = glm::dot(way, line.axes.north);
    if (std::hypot(east, north) < least_course_metres) return;
    const double heading = std::atan2(east, north) * 180.0 / std::numbers::pi;
    orient(state, {heading, line.pitch, line.roll}, line.speed, line.axes);
}

/// Seconds since the line's own time; nullopt without one.
std::optional<double> age_of(const JsonEntity& line, std::uint64_t arrival_ns)
{
    if (!line.time) return std::nullopt;
    return static_cast<double>(arrival_ns) * 1e-9 - *line.time;
}

}  // namespace

dis::EntityId JsonEntities::next_number()
{
    const std::uint32_t number = numbers_++ % (numbers_of_application * numbers_of_application);
    return {settings_.site, static_cast<std::uint16_t>(1 + number / numbers_of_application),
            static_cast<std::uint16_t>(1 + number % numbers_of_application)};
}

std::uint64_t JsonEntities::stale_ns(const Known& known) const
{
    return known.is_standing ? settings_.times.standing_stale_ns : settings_.times.stale_ns;
}

JsonEntities::Known* JsonEntities::add(const std::string& id, std::uint64_t now_ns)
{
    if (known_.size() >= settings_.max_entities) {
        if (news_.empty() || now_ns - news_.back().last_ns < stale_ns(news_.back())) return nullptr;
        known_.erase(news_.back().id);
        news_.pop_back();
    }
    news_.push_front({.id = id, .number = next_number()});
    known_.emplace(news_.front().id, news_.begin());
    return &news_.front();
}

JsonEntities::Known* JsonEntities::find(const std::string& id, std::uint64_t now_ns)
{
    const auto found = known_.find(id);
    if (found == known_.end()) return add(id, now_ns);
    news_.splice(news_.begin(), news_, found->second);
    Known& known = news_.front();
    if (now_ns - known.last_ns >= std::min(settings_.times.stale_ns, settings_.times.standing_stale_ns))
        known.name = known.values = 0;  // the relay may have removed it since
    return &known;
}

Message& JsonEntities::add_message()
{
    return messages_[count_++];
}

void JsonEntities::add_state(const JsonEntity& line, const Known& known, const LineOrigin& origin)
{
    dis::EntityState state = line.state;
    state.exercise = json_exercise;
    state.id = known.number;
    state.marking = dis::Marking{line.label.empty() ? line.id : line.label};
    const bool has_course = !line.heading && line.speed > 0.0 && known.last_ns != 0;
    if (has_course) turn_along_course(state, line, known.location);
    const auto age = age_of(line, origin.arrival_ns);
    if (age && std::abs(*age) <= most_stamp_seconds)
        state.time_stamp = dis::absolute_stamp(static_cast<std::uint64_t>(*line.time * 1e9));
    dis::write_entity_state(state, state_);

    const bool is_local = (line.flags & model::record_local) != 0;
    const bool is_old = age && *age > old_seconds;
    Message& message = add_message();
    message = {.bytes = state_,
               .flags = static_cast<std::uint8_t>(line.flags | (is_old ? model::record_old : 0)),
               .source = known.number.source(),
               .arrival_ns = origin.arrival_ns,
               .entity = known.number.key(),
               .exercise = json_exercise,
               .pdu_type = pdu_entity_state,
               .force = state.force,
               .entity_kind = state.type.kind,
               .domain = state.type.domain,
               .publisher = origin.publisher,
               .input = origin.input,
               .is_standing = line.speed == 0.0,
               .sender = origin.sender};
    if (is_local) return;
    const auto place = model::approximate_longitude_latitude(state.location);
    message.longitude = place.longitude_degrees;
    message.latitude = place.latitude_degrees;
}

void JsonEntities::add_text(RecordKind kind, std::string_view text, std::span<std::byte> to)
{
    const Message& state = messages_[0];
    dis::store_entity_id(to.data(), dis::load_entity_id(state.bytes.data() + dis::id_offset));
    std::ranges::copy(std::as_bytes(std::span{text}), to.begin() + id_bytes);
    Message& message = add_message();
    message = state;
    message.kind = kind;
    message.flags = 0;
    message.pdu_type = 0;
    message.bytes = to.first(id_bytes + text.size());
}

std::span<const Message> JsonEntities::messages_of(const JsonEntity& line, const LineOrigin& origin)
{
    count_ = 0;
    Known* const known = find(line.id, origin.arrival_ns);
    if (known == nullptr) return {};
    add_state(line, *known, origin);
    const std::string& name = line.label.empty() ? line.id : line.label;
    const auto is_news = [](std::size_t& sent, std::string_view text) {
        const std::size_t hash = std::hash<std::string_view>{}(text) | 1U;  // 0: no text was sent
        return std::exchange(sent, hash) != hash;
    };
    if (is_news(known->name, name)) add_text(RecordKind::Name, name, name_);
    if (!line.values.empty() && is_news(known->values, line.values))
        add_text(RecordKind::Values, line.values, values_);
    known->last_ns = origin.arrival_ns;
    known->location = line.state.location;
    known->is_standing = line.speed == 0.0;
    return std::span{messages_}.first(count_);
}

}  // namespace farfield::net::relay
