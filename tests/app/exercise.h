#pragma once

#include <array>
#include <chrono>
#include <fmt/format.h>
#include <span>
#include <thread>

#include "net/dis/entity_writer.h"
#include "tests/catch.h"
#include "tests/net/relay/program/served_relay.h"

namespace farfield::app::test {

/// A relay in this process to which three entities that stand still have been sent: 17:23:1 to 17:23:3.
class Exercise {
public:
    Exercise()
        : served_({fmt::format("dis:{}:{}@lo", net::relay::to_text(group), port_.number())}),
          sender_(net::relay::test::sender_to(group, port_.number()))
    {
        for (std::uint16_t entity = 1; entity <= 3; ++entity) send(entity);
        const auto until = std::chrono::steady_clock::now() + net::relay::test::patience;
        while (served_.relay().stats().entities < 3 && std::chrono::steady_clock::now() < until)
            std::this_thread::yield();
        REQUIRE(served_.relay().stats().entities == 3);
    }
    [[nodiscard]] net::ClientSettings session() const { return served_.session(); }

private:
    static constexpr net::relay::Ipv4 group = 0xef4d0903;  // 239.77.9.3

    void send(std::uint16_t entity)
    {
        net::dis::EntityState state;
        state.exercise = 1;
        state.id = {17, 23, entity};
        state.force = static_cast<std::uint8_t>(entity);
        state.marking = net::dis::Marking(fmt::format("TANK {}", entity));
        state.location = model::geocentric_of({8.0 + 0.01 * entity, 46.5, 500.0});
        std::array<std::byte, net::dis::entity_state_bytes> bytes{};
        net::dis::write_entity_state(state, bytes);
        const std::array<std::span<const std::byte>, 1> one{bytes};
        REQUIRE(sender_.send(one) == 1);
    }

    net::relay::test::FreePort port_;
    net::relay::test::ServedRelay served_;
    net::relay::DatagramSender sender_;
};

}  // namespace farfield::app::test
