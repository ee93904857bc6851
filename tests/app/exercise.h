#pragma once

#include <array>
#include <chrono>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <thread>

#include "relay/dis/entity_writer.h"
#include "relay/dis/event_layout.h"
#include "relay/dis/numbers.h"
#include "tests/catch.h"
#include "tests/relay/service/served_relay.h"

namespace farfield::app::test {

/// A relay in this process to which three entities that stand still have been sent: 17:23:1 to 17:23:3.
class Exercise {
public:
    /// port: of its sessions; 0: any free one.
    explicit Exercise(std::uint16_t port = 0, const model::EntityTimes& times = {})
        : served_(settings(times), port), sender_(net::relay::test::sender_to(group, port_.number()))
    {
        for (std::uint16_t entity = 1; entity <= 3; ++entity) send(state_of(entity));
        const auto until = std::chrono::steady_clock::now() + net::relay::test::patience;
        while (served_.relay().stats().entities < 3 && std::chrono::steady_clock::now() < until)
            std::this_thread::yield();
        REQUIRE(served_.relay().stats().entities == 3);
    }
    [[nodiscard]] net::ClientSettings session() const { return served_.session(); }

    /// 17:23:1 fires at 17:23:3.
    void fire()
    {
        namespace offset = net::dis::fire_offset;
        std::array<std::byte, 96> bytes{};
        bytes[0] = std::byte{7};
        bytes[1] = std::byte{1};
        bytes[2] = std::byte{2};
        bytes[9] = std::byte{96};
        net::dis::store_entity_id(bytes.data() + net::dis::id_offset, {17, 23, 1});
        net::dis::store_entity_id(bytes.data() + offset::target, {17, 23, 3});
        net::dis::store_doubles(bytes.data() + offset::location, place_of(1));
        send(bytes);
    }
    void move(std::uint16_t entity, double longitude)
    {
        net::dis::EntityState state = state_of(entity);
        state.location = model::geocentric_of({longitude, 46.5, 500.0});
        send(state);
    }
    /// A state of one of them with another marking.
    void rename(std::uint16_t entity, std::string_view marking)
    {
        net::dis::EntityState state = state_of(entity);
        state.marking = net::dis::Marking(marking);
        send(state);
    }

private:
    static constexpr net::relay::Ipv4 group = 0xef4d0903;  // 239.77.9.3

    [[nodiscard]] net::relay::RelaySettings settings(const model::EntityTimes& times) const
    {
        net::relay::RelaySettings settings;
        settings.inputs = {fmt::format("dis:{}:{}@lo", net::relay::to_text(group), port_.number())};
        settings.core.entity_times = times;
        return settings;
    }
    [[nodiscard]] static glm::dvec3 place_of(std::uint16_t entity)
    {
        return model::geocentric_of({8.0 + 0.01 * entity, 46.5, 500.0});
    }
    [[nodiscard]] static net::dis::EntityState state_of(std::uint16_t entity)
    {
        net::dis::EntityState state;
        state.exercise = 1;
        state.id = {17, 23, entity};
        state.force = static_cast<std::uint8_t>(entity);
        state.marking = net::dis::Marking(fmt::format("TANK {}", entity));
        state.location = place_of(entity);
        return state;
    }
    void send(const net::dis::EntityState& state)
    {
        std::array<std::byte, net::dis::entity_state_bytes> bytes{};
        net::dis::write_entity_state(state, bytes);
        send(bytes);
    }
    void send(std::span<const std::byte> pdu)
    {
        const std::array<std::span<const std::byte>, 1> one{pdu};
        REQUIRE(sender_.send(one) == 1);
    }

    net::relay::test::FreePort port_;
    net::relay::test::ServedRelay served_;
    net::relay::DatagramSender sender_;
};

}  // namespace farfield::app::test
