#include "relay/service/relay.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <numeric>

#include "net/message/byte_order.h"
#include "relay/dis/entity_writer.h"
#include "tests/catch.h"
#include "tests/relay/service/served_relay.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr Ipv4 relay_group = 0xef4d0901;  // 239.77.9.1
using Pdu = std::array<std::byte, dis::entity_state_bytes>;

Pdu state_of(dis::EntityId id, double longitude = -121.9, double latitude = 36.6)
{
    dis::EntityState state;
    state.exercise = 1;
    state.id = id;
    state.location = model::geocentric_of({longitude, latitude, 100.0});
    Pdu pdu{};
    dis::write_entity_state(state, pdu);
    return pdu;
}

void send(DatagramSender& sender, std::span<const std::byte> bytes)
{
    const std::array one{bytes};
    REQUIRE(sender.send(one) == 1);
}

std::string dis_input(const FreePort& port)
{
    return fmt::format("dis:{}:{}@lo", to_text(relay_group), port.number());
}

std::uint64_t sum_of(const model::RelaySubscriberStats& stats)
{
    return stats.delivered + stats.own + stats.filtered + stats.conflated + stats.policy + stats.late +
           stats.waiting;
}

}  // namespace

TEST_CASE("Relay: an entity's state that is sent to a group reaches a session byte for byte", "[relay]")
{
    const FreePort port;
    ServedRelay served{{dis_input(port)}};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    DatagramSender sender = sender_to(relay_group, port.number());
    const Pdu pdu = state_of({17, 23, 1});
    send(sender, pdu);
    const auto records = receive(bundles, 1);
    REQUIRE(records.size() == 1);
    CHECK(records[0].source == 0x110017);
    CHECK(records[0].kind == RecordKind::Dis);
    CHECK(std::ranges::equal(records[0].bytes, pdu));
}

TEST_CASE("Relay: all accounts add up, and agree with what was sent and received", "[relay]")
{
    constexpr std::size_t sent = 600;
    const FreePort port;
    ServedRelay served{{dis_input(port)}};
    BundleStream all{served.session(), Json::object(), Policy::Every},
        near{served.session(), {{"interest", {{{"circle", {-121.9, 36.6, 50}}}}}}, Policy::Every};
    DatagramSender sender = sender_to(relay_group, port.number());
    for (std::size_t i = 0; i < sent; ++i) {
        const bool is_near = i % 3 == 0;
        send(sender, state_of({1, 1, static_cast<std::uint16_t>(i + 1)}, is_near ? -121.9 : 8.0, 36.6));
    }
    CHECK(receive(all, sent).size() == sent);
    CHECK(receive(near, sent / 3).size() == sent / 3);
    const model::RelayStats stats = served.relay().stats();
    REQUIRE(stats.inputs.size() == 1);
    CHECK(stats.inputs[0].received == sent);
    CHECK(stats.inputs[0].core == sent);
    CHECK(stats.inputs[0].messages == sent);
    CHECK(stats.entities == sent);
    REQUIRE(stats.subscribers.size() == 2);
    for (const auto& one : stats.subscribers) {
        CHECK(one.offered == sent);
        CHECK(sum_of(one) == sent);
    }
    CHECK(stats.subscribers[0].delivered == sent);
    CHECK(stats.subscribers[1].delivered == sent / 3);
    CHECK(stats.subscribers[1].filtered == sent - sent / 3);
}

TEST_CASE("Relay: malformed datagrams are counted, and good PDUs before a bad one are kept", "[relay]")
{
    const FreePort port;
    ServedRelay served{{dis_input(port)}};
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    DatagramSender sender = sender_to(relay_group, port.number());
    const Pdu good = state_of({17, 23, 1}), last = state_of({17, 23, 2});
    std::vector<std::byte> good_then_bad{good.begin(), good.end()};
    good_then_bad.resize(good_then_bad.size() + 11, std::byte{0x5a});
    send(sender, std::span{good}.first(11));
    send(sender, good_then_bad);
    send(sender, last);
    const auto records = receive(bundles, 2);
    REQUIRE(records.size() == 2);
    CHECK(std::ranges::equal(records[0].bytes, good));
    CHECK(std::ranges::equal(records[1].bytes, last));
    const model::RelayStats stats = served.relay().stats();
    CHECK(stats.inputs[0].received == 3);
    CHECK(stats.inputs[0].malformed == 1);
    CHECK(stats.inputs[0].malformed_pdus == 1);
}

TEST_CASE("Relay: groups are joined for the addresses of an interest alone", "[relay]")
{
    const FreePort port;
    ServedRelay served{{fmt::format("groups:{}/16:{}@lo", to_text(relay_group), port.number())}};
    BundleStream bundles{served.session(), {{"interest", {{{"addresses", {{64, 95}}}}}}}, Policy::Every};
    DatagramSender wanted = sender_to(relay_group + 2, port.number()),
                   other = sender_to(relay_group + 3, port.number());
    const auto message = [](std::uint16_t address) {
        std::array<std::byte, 20> bytes{};
        store_big(bytes.data(), address);
        return bytes;
    };
    for (std::uint16_t i = 0; i < 10; ++i) {
        send(other, message(static_cast<std::uint16_t>(96 + i)));
        send(wanted, message(static_cast<std::uint16_t>(64 + i)));
    }
    const auto records = receive(bundles, 10);
    REQUIRE(records.size() == 10);
    for (std::uint32_t i = 0; i < 10; ++i) CHECK(records[i].source == 64 + i);
    CHECK(served.relay().stats().inputs[0].received == 10);
}

TEST_CASE("Relay: an input that fails says so, and the others work", "[relay]")
{
    const FreePort port;
    ServedRelay served{
        {fmt::format("dis:{}:{}@nowhere", to_text(relay_group), port.number()), dis_input(port)}};
    const model::RelayInfo info = served.relay().info();
    CHECK(info.inputs[0].state == model::InputState::Failed);
    CHECK_THAT(info.inputs[0].message, ContainsSubstring("nowhere") && ContainsSubstring("lo"));
    CHECK(info.inputs[1].state == model::InputState::Up);
    BundleStream bundles{served.session(), Json::object(), Policy::Every};
    DatagramSender sender = sender_to(relay_group, port.number());
    send(sender, state_of({1, 2, 3}));
    CHECK(receive(bundles, 1).size() == 1);
    CHECK_THROWS_AS(Relay({.inputs = {"dis:239.77.9.1:3000@nowhere"}}), SocketError);
}

TEST_CASE("Relay: a subscriber that comes later gets the whole picture first, unless it wants none",
          "[relay]")
{
    const FreePort port;
    ServedRelay served{{dis_input(port)}};
    DatagramSender sender = sender_to(relay_group, port.number());
    BundleStream first{served.session(), Json::object(), Policy::Every};
    const Pdu known = state_of({17, 23, 1}), next = state_of({17, 23, 2});
    send(sender, known);
    REQUIRE(receive(first, 1).size() == 1);
    BundleStream later{served.session(), Json::object(), Policy::Every},
        none{served.session(), {{"history", "none"}}, Policy::Every};
    CHECK(std::ranges::equal(receive(later, 1).at(0).bytes, known));
    send(sender, next);
    CHECK(std::ranges::equal(receive(none, 1).at(0).bytes, next));
}

TEST_CASE("Relay: a changed interest holds from then on", "[relay]")
{
    const FreePort port;
    ServedRelay served{{dis_input(port)}};
    DatagramSender sender = sender_to(relay_group, port.number());
    BundleStream bundles{served.session(), {{"sites", {1}}}, Policy::Every};
    send(sender, state_of({1, 1, 1}));
    REQUIRE(receive(bundles, 1).at(0).source == 0x10001);
    (void)bundles.client().call("program.update",
                                {{"stream", bundles.stream()}, {"params", {{"sites", {2}}}}});
    // The entity of site 1 is reported to have left.
    const auto departed = receive(bundles, 1);
    REQUIRE(departed.size() == 1);
    CHECK(departed[0].kind == RecordKind::Gone);
    send(sender, state_of({1, 1, 2}));
    send(sender, state_of({2, 1, 1}));
    CHECK(receive(bundles, 1).at(0).source == 0x20001);
}

TEST_CASE("Relay: what a session may not ask for is refused in words", "[relay]")
{
    const FreePort port;
    ServedRelay served{{dis_input(port)}};
    Client client{served.session(), {}};
    const auto refused = [&client](const char* method, const Json& params) -> std::string {
        try {
            (void)client.call(method, params);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "";
    };
    CHECK_THAT(refused("program.start", {{"program", "lines"}, {"slot_bytes", 1 << 20}}),
               ContainsSubstring("entities"));
    CHECK_THAT(refused("program.start", {{"program", "entities"}, {"slot_bytes", 1000}}),
               ContainsSubstring("slot_bytes"));
    CHECK_THAT(refused("program.start", {{"program", "entities"},
                                         {"slot_bytes", 1 << 20},
                                         {"params", {{"interest", {{{"circle", {0, 95, 1}}}}}}}}),
               ContainsSubstring("interest"));
    CHECK_THAT(refused("relay.nothing", Json::object()), ContainsSubstring("relay.nothing"));
    CHECK(served.relay().stats().subscribers.empty());
}

TEST_CASE("Relay: texts that are no inputs are refused with what was expected", "[relay]")
{
    CHECK_THROWS_WITH(Relay({.inputs = {"dis:300.1.1.1"}}), ContainsSubstring("300.1.1.1"));
    CHECK_THROWS_WITH(Relay({.inputs = std::vector<std::string>(33, "dis:any")}),
                      ContainsSubstring("max_inputs"));
}

TEST_CASE("Relay: one with more outputs than it may have subscribers, or too many peers, is refused",
          "[relay]")
{
    RelaySettings settings;
    settings.core.max_subscribers = 1;
    settings.outputs = {"dis:127.0.0.1:1", "dis:127.0.0.1:2"};
    CHECK_THROWS_WITH(Relay{settings}, ContainsSubstring("--max-subscribers 1: expected at least 2"));
    settings.outputs.resize(1);
    settings.peers.assign(17, "127.0.0.1:1");
    CHECK_THROWS_WITH(Relay{settings}, ContainsSubstring("max_peers"));
}

TEST_CASE("Relay: a recording that is read is not written over", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    RelaySettings settings;
    {
        settings.record = RecordSettings{file, [](const std::string& why) { FAIL(why); }};
        const Relay recording{settings};
    }
    const auto bytes = std::filesystem::file_size(file);
    settings.inputs = {"ffr:" + file};
    CHECK_THROWS_WITH(Relay{settings}, ContainsSubstring("it is the input"));
    CHECK(std::filesystem::file_size(file) == bytes);
}

TEST_CASE("Relay: a pipe is no recording, and is not waited for", "[relay]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string pipe = folder.file("pipe");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    RelaySettings settings;
    settings.inputs = {"ffr:" + pipe};
    CHECK_THROWS_WITH(Relay{settings}, ContainsSubstring("expected a file, found "));
}
