// Notifications of a relay.
#include <algorithm>
#include <fmt/format.h>

#include "relay/dis/entity_writer.h"
#include "tests/catch.h"
#include "tests/relay/service/noted_session.h"
#include "tests/relay/service/served_relay.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;

namespace {

constexpr Ipv4 news_group = 0xef4d0b01;  // 239.77.11.1

/// A Comment PDU, which no newer one replaces.
std::array<std::byte, 32> comment()
{
    std::array<std::byte, 32> pdu{};
    pdu[0] = std::byte{7};   // version
    pdu[1] = std::byte{1};   // exercise
    pdu[2] = std::byte{22};  // type
    pdu[3] = std::byte{5};   // family
    pdu[9] = std::byte{32};  // length
    return pdu;
}

}  // namespace

TEST_CASE("Relay: a session learns when its level of congestion rises and falls, not with each bundle",
          "[relay]")
{
    constexpr std::size_t messages = 100, slots = 4;
    const FreePort port;
    ServedRelay served{{fmt::format("dis:{}:{}@lo", to_text(news_group), port.number())}};
    NotedSession session{served.session()};
    const Json started = session.client.call(
        "program.start",
        {{"program", "entities"}, {"slot_bytes", model::max_bundle_bytes}, {"policy", "every"}});
    const auto stream = started.at("stream").get<std::uint32_t>();
    DatagramSender sender = sender_to(news_group, port.number());
    const auto pdu = comment();
    const std::array one{std::span<const std::byte>{pdu}};
    for (std::size_t i = 0; i < messages; ++i) REQUIRE(sender.send(one) == 1);

    // It grants nothing yet, so that all of them wait.
    const auto risen = session.wait_for("entities.congestion", [](const Json&) { return true; });
    REQUIRE(risen);
    CHECK(risen->at("stream") == stream);
    CHECK(risen->at("level") > 0);
    CHECK(risen->at("reason") == "receiver");
    CHECK(risen->at("dropped") == 0);

    FrameSlots frames{slots};
    session.client.attach(stream, frames.ring);
    const auto fallen =
        session.wait_for("entities.congestion", [](const Json& news) { return news.at("level") == 0; });
    REQUIRE(fallen);
    CHECK(fallen->at("reason") == "none");
    // At most up by three levels and down again.
    CHECK(session.count("entities.congestion") <= 6);
    session.client.detach(stream);
}
