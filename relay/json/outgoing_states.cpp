#include "relay/json/outgoing_states.h"

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "net/message/clock.h"
#include "relay/dis/entity_writer.h"
#include "relay/dis/time_stamp.h"

namespace farfield::net::relay {
namespace {

constexpr std::uint64_t heartbeat_ns = 5 * ns_per_second;
constexpr double most_metres = 1.0, most_radians = 3.0 * std::numbers::pi / 180.0;

double seconds_between(std::uint64_t from_ns, std::uint64_t to_ns)
{
    return to_ns > from_ns ? 1e-9 * static_cast<double>(to_ns - from_ns) : 0.0;
}

double angle_between(const glm::dvec3& a, const glm::dvec3& b)
{
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

bool is_turned(const model::EulerAngles& from, const model::EulerAngles& to)
{
    const model::BodyAxes a = model::body_axes_of(from), b = model::body_axes_of(to);
    return angle_between(a.forward, b.forward) > most_radians || angle_between(a.down, b.down) > most_radians;
}

/// True when a field differs that receivers do not reckon.
bool is_other(const dis::EntityState& a, const dis::EntityState& b)
{
    return a.force != b.force || a.type != b.type || a.marking != b.marking || a.appearance != b.appearance;
}

/// Position and orientation that receivers have reckoned by now.
dis::Reckoned reckoned(const dis::EntityState& state, std::uint64_t from_ns, std::uint64_t to_ns)
{
    return dis::reckon(dis::reckoning_of(state), seconds_between(from_ns, to_ns));
}

}  // namespace

bool OutgoingStates::is_due(std::span<const std::byte> pdu, std::uint64_t now_ns)
{
    dis::Pdu read;
    dis::EntityState state;
    const bool is_state = dis::read_pdu(pdu, read) == dis::PduFault::None &&
                          read.header.type == dis::PduType::EntityState &&
                          dis::read_entity_state(read, state) == dis::PduFault::None;
    if (!is_state || state.id.site != settings_.site) return true;
    const std::uint64_t key = state.id.key();
    if (sent_.size() >= settings_.max_entities && !sent_.contains(key)) return true;
    const auto [found, is_new] = sent_.try_emplace(key);
    Sent& sent = found->second;
    sent.heard_ns = now_ns;
    if (!is_new && now_ns - sent.at_ns < heartbeat_ns && !is_other(sent.state, state)) {
        const dis::Reckoned there = reckoned(sent.state, sent.at_ns, now_ns);
        if (glm::distance(there.location, state.location) <= most_metres &&
            !is_turned(there.orientation, state.orientation))
            return false;
    }
    sent = {state, now_ns, now_ns};
    return true;
}

bool OutgoingStates::is_over(const Sent& sent, std::uint64_t now_ns) const
{
    const bool is_standing = sent.state.velocity == glm::dvec3{0.0};
    const std::uint64_t stale_ns = is_standing ? settings_.times.standing_stale_ns : settings_.times.stale_ns;
    return now_ns >= sent.heard_ns + 2 * stale_ns;
}

void OutgoingStates::send_silent(std::uint64_t now_ns, const Send& send)
{
    if (now_ns < next_look_ns_) return;
    next_look_ns_ = now_ns + ns_per_second;
    std::erase_if(sent_, [&](const auto& one) { return is_over(one.second, now_ns); });
    for (auto& [key, sent] : sent_) {
        if (now_ns - sent.at_ns < heartbeat_ns) continue;
        const dis::Reckoned there = reckoned(sent.state, sent.at_ns, now_ns);
        sent.state.location = there.location;
        sent.state.orientation = there.orientation;
        sent.state.time_stamp = dis::absolute_stamp(now_ns);
        sent.at_ns = now_ns;
        std::array<std::byte, dis::entity_state_bytes> pdu{};
        dis::write_entity_state(sent.state, pdu);
        send(pdu);
    }
}

}  // namespace farfield::net::relay
