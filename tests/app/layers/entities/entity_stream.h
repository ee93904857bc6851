#pragma once

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/layers/entities/entity_table.h"
#include "relay/core/bundle_builder.h"
#include "relay/dis/entity_writer.h"
#include "relay/dis/event_layout.h"
#include "tests/catch.h"
#include "tests/relay/dis/pdus.h"

namespace farfield::app::test {

inline constexpr std::uint64_t second_ns = 1'000'000'000, start_ns = 1'700'000'000 * second_ns;
inline const model::LocalPlane plane({.longitude_degrees = 8.0, .latitude_degrees = 46.5});

/// An entity at the middle of the plane, 500 m high.
inline net::dis::EntityState state_of(std::uint16_t entity)
{
    net::dis::EntityState state;
    state.id = {17, 23, entity};
    state.location = model::geocentric_of({8.0, 46.5, 500.0});
    state.algorithm = 2;
    state.marking = net::dis::Marking("TANK " + std::to_string(entity));
    return state;
}

/// Moving east at a speed.
inline net::dis::EntityState moving(std::uint16_t entity, double metres_per_second)
{
    net::dis::EntityState state = state_of(entity);
    state.velocity = metres_per_second * model::local_axes_at({8.0, 46.5}).east;
    return state;
}

/// A relay's stream, as far as a table sees it.
struct Stream {
    Stream()
    {
        table.place_by([](glm::dvec3 place) { return plane.place_of(place); });
    }

    void add(const net::relay::Record& record) { REQUIRE(builder.add(record)); }
    void add_state(const net::dis::EntityState& state, std::uint64_t arrival_ns = start_ns,
                   std::uint8_t flags = 0)
    {
        std::array<std::byte, net::dis::entity_state_bytes> bytes{};
        net::dis::write_entity_state(state, bytes);
        add({.bytes = bytes, .flags = flags, .arrival_ns = arrival_ns});
    }
    void add_control(net::dis::PduType type, net::dis::EntityId receiver, std::uint64_t arrival_ns)
    {
        std::array<std::byte, 44> bytes{};
        bytes[0] = std::byte{7};
        bytes[2] = static_cast<std::byte>(type);
        bytes[9] = std::byte{44};
        net::dis::store_entity_id(bytes.data() + net::dis::control_offset::receiver, receiver);
        add({.bytes = bytes, .arrival_ns = arrival_ns});
    }
    /// What was added, as the next bundle. before: messages that the relay says came before it.
    void send(std::uint64_t now_ns = start_ns, std::optional<std::uint64_t> before = std::nullopt)
    {
        const std::uint32_t messages = builder.messages();
        model::BundlePreamble preamble;
        preamble.number = bundles++;
        preamble.closed_at_ns = now_ns;
        preamble.messages_before = before.value_or(sent);
        sent = preamble.messages_before + messages;
        table.take(builder.finish(preamble), now_ns);
        builder = net::relay::BundleBuilder(buffer, 64);
    }
    void send_state(const net::dis::EntityState& state, std::uint64_t arrival_ns = start_ns)
    {
        add_state(state, arrival_ns);
        send(arrival_ns);
    }

    EntityTable table;
    std::vector<std::byte> buffer = std::vector<std::byte>(1 << 16);
    net::relay::BundleBuilder builder{buffer, 64};
    std::uint64_t bundles = 0, sent = 0;
};

}  // namespace farfield::app::test
