#include "net/client/client.h"

#include "net/message/byte_order.h"
#include "tests/catch.h"
#include "tests/net/scripted_node.h"
#include "tests/net/scripted_peer.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {
/// A ring and its memory.
struct OwnedRing {
    OwnedRing(std::size_t slots, std::size_t slot_bytes)
        : memory(slots, Bytes(slot_bytes)), ring({memory.begin(), memory.end()})
    {}
    std::vector<Bytes> memory;
    FrameRing ring;
};

MessageHeader frame(std::uint64_t sequence)
{
    return {.type = MessageType::Particles, .stream = 1, .sequence = sequence, .time_ns = 5};
}

void expect_credit(const Message& message, std::uint64_t total)
{
    if (message.header.type != MessageType::Credit) throw std::runtime_error("expected a credit");
    if (message.header.stream != 1 || message.header.sequence != total)
        throw std::runtime_error("a credit of " + std::to_string(message.header.sequence));
}
}  // namespace

TEST_CASE("Client: frames arrive in the ring, and every release earns a credit", "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        expect_credit(NodeEnds::receive(*node.data), 3);
        for (std::uint64_t i = 0; i < 3; ++i) node.data->send(frame(i), pattern(100, i));
        expect_credit(NodeEnds::receive(*node.data), 5);
        node.data->send(frame(3), pattern(100, 3));
        node.wait_for_end();
    });
    Events events;
    OwnedRing owned(3, 100);
    Client client(peer.settings(), events.events());
    client.attach(1, owned.ring);
    events.wait_for_frames(3);
    for (std::uint64_t i = 0; i < 3; ++i) {
        const auto taken = owned.ring.take_next();
        REQUIRE(taken);
        CHECK(owned.ring.info(taken->slot).header.sequence == i);
        CHECK(copy_of(owned.ring.memory(taken->slot)) == pattern(100, i));
    }
    owned.ring.release_oldest(2);
    client.slots_released();
    events.wait_for_frames(4);
    CHECK(client.link().frames_received == 4);
    CHECK(client.link().bytes_received >= 4 * (100 + header_bytes));
    client.close();
}

TEST_CASE("Client: a frame without a credit ends the connection with its reason", "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        expect_credit(NodeEnds::receive(*node.data), 1);
        for (std::uint64_t i = 0; i < 2; ++i) node.data->send(frame(i), pattern(100));
        node.wait_for_end();
    });
    Events events;
    OwnedRing owned(1, 100);
    Client client(peer.settings(), events.events());
    client.attach(1, owned.ring);
    CHECK(events.wait_for_loss() == "lost " + peer.name() + ": frame 1 of stream 1 came without a credit");
}

TEST_CASE("Client: frames of a stream without a ring are read past and counted", "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        node.data->send({.type = MessageType::Particles, .stream = 9}, pattern(300'000));
        node.data->send({.type = static_cast<MessageType>(77)}, pattern(1000));
        expect_credit(NodeEnds::receive(*node.data), 2);
        node.data->send(frame(0), pattern(100));
        node.wait_for_end();
    });
    Events events;
    OwnedRing owned(2, 100);
    Client client(peer.settings(), events.events());
    client.attach(1, owned.ring);
    events.wait_for_frames(1);
    CHECK(client.link().frames_unclaimed == 1);
    CHECK(client.link().frames_received == 1);
    client.close();
}

TEST_CASE("Client: after detach the ring's memory is not touched, be a frame half read", "[client]")
{
    constexpr std::size_t bytes = 4 << 20;  // so large that half of it is not waited for in one piece
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        expect_credit(NodeEnds::receive(*node.data), 2);
        node.data->send_bytes(
            encode_header({.type = MessageType::Particles, .stream = 1, .payload_bytes = bytes}));
        node.data->send_bytes(pattern(bytes / 2));
        NodeEnds::wait_until_read(node.control);
        node.control.send_control(R"({"jsonrpc":"2.0","method":"half.sent"})");
        while (NodeEnds::receive(node.control).json()["method"] != "half.forgotten") {
        }
        node.data->send_bytes(pattern(bytes - bytes / 2));
        node.data->send(frame(1), pattern(bytes));
        NodeEnds::wait_until_read(*node.data);
        node.control.send_control(R"({"jsonrpc":"2.0","method":"all.sent"})");
        node.wait_for_end();
    });
    Events events;
    OwnedRing owned(2, bytes);
    Client client(peer.settings(), events.events());
    client.attach(1, owned.ring);
    CHECK(events.wait_for_notification()[0] == "half.sent");
    client.detach(1);
    const auto before = owned.memory;
    CHECK(before[0][bytes / 4 - 1] == pattern(bytes / 4).back());
    client.call_async("half.forgotten", Json::object(), nullptr);
    while (events.notification_count() < 2) std::this_thread::yield();
    CHECK(owned.memory == before);
    CHECK(owned.ring.published() == 0);
    client.close();
    CHECK(client.link().frames_unclaimed == 2);
}

TEST_CASE("Client: an owner that cannot make sense of a notification loses the session, not the program",
          "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        node.control.send_control(R"({"jsonrpc":"2.0","method":"program.ended","params":[]})");
    });
    Events events;
    auto handlers = events.events();
    handlers.notified = [](const std::string&, const Json& params) { (void)params.at("stream"); };
    Client client(peer.settings(), handlers);
    CHECK(events.wait_for_loss().starts_with("lost " + peer.name()));
}

TEST_CASE("Client: the loss of the node is reported once, and ends the calls under way", "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        (void)NodeEnds::receive(node.control);
    });
    Events events;
    Client client(peer.settings(), events.events());
    CHECK_THROWS_AS(client.call("dataset.list", Json::object()), RpcError);
    const auto why = events.wait_for_loss();
    CHECK(why.starts_with("lost " + peer.name() + ": the "));
    CHECK(client.is_lost());
    CHECK_THROWS_WITH(client.call("dataset.list", Json::object()),
                      "not connected to " + peer.name() + " any more");
    client.close();
    CHECK(events.losses() == 1);
}

TEST_CASE("Client: a node that ends the session is quoted", "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        node.control.send_control(
            R"({"jsonrpc":"2.0","method":"session.ended","params":{"message":"the node shuts down"}})");
    });
    Events events;
    Client client(peer.settings(), events.events());
    CHECK(events.wait_for_loss() == peer.name() + " ended the session: the node shuts down");
    CHECK(events.wait_for_notification() == std::vector<std::string>{"session.ended"});
}

TEST_CASE("Client: a node that falls silent is lost", "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        while (node.control.receive()) {
        }
    });
    auto settings = peer.settings();
    settings.silence_timeout = std::chrono::milliseconds(150);
    Events events;
    Client client(settings, events.events());
    CHECK(events.wait_for_loss() == "lost " + peer.name() + ": nothing has come for 150 ms");
}

TEST_CASE("Client: an answer that never comes ends the call in time", "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        node.wait_for_end();
    });
    Client client(peer.settings(), {});
    CHECK_THROWS_WITH(client.call("dataset.list", Json::object(), std::chrono::milliseconds(20)),
                      peer.name() + " has not answered dataset.list within 20 ms");
}

TEST_CASE("Client: a control message that is no JSON-RPC ends the connection with its reason", "[client]")
{
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        node.control.send_control("[1, 2");
        node.wait_for_end();
    });
    Events events;
    Client client(peer.settings(), events.events());
    CHECK(events.wait_for_loss() ==
          "lost " + peer.name() + ": the node sent a control message that is not JSON-RPC 2.0");
}

TEST_CASE("Client: measures the round trip and the clock of a node that runs ahead", "[client]")
{
    constexpr std::uint64_t ahead_ns = 3'600'000'000'000;
    ScriptedPeer peer([](ScriptedPeer& self) {
        NodeEnds node(self);
        for (int i = 0; i < 8; ++i) {
            auto echo = node.control.receive();
            if (!echo || echo->header.type != MessageType::Echo) throw std::runtime_error("expected an Echo");
            echo->header.flags = flag_reply;
            echo->header.time_ns = now_ns() + ahead_ns;
            node.control.send(echo->header);
        }
        NodeEnds::wait_until_read(node.control);
        node.control.send_control(R"({"jsonrpc":"2.0","method":"all.sent"})");
        node.wait_for_end();
    });
    Events events;
    Client client(peer.settings(), events.events());
    (void)events.wait_for_notification();
    const auto link = client.link();
    CHECK(link.round_trip_ms > 0.0);
    // Wrong by half the round trip at most, and no round trip on the loopback device takes a minute.
    CHECK(static_cast<double>(link.clock_offset_ns) == Approx(static_cast<double>(ahead_ns)).margin(30e9));
    client.close();
}

TEST_CASE("Client: closing is not a loss, and may be done twice", "[client]")
{
    const TestNode node;
    ClientSettings settings;
    settings.port = node.port();
    Events events;
    Client client(settings, events.events());
    client.close();
    client.close();
    CHECK(events.losses() == 0);
    client.detach(1);
    client.slots_released();
    CHECK_THROWS_WITH(client.call("dataset.list", Json::object()),
                      "the connection to 127.0.0.1:" + std::to_string(node.port()) + " is closed");
}

TEST_CASE("Client: every frame of a real node arrives once and in order", "[client]")
{
    constexpr std::uint64_t frames = 500;
    const TestNode node;
    ClientSettings settings;
    settings.port = node.port();
    Events events;
    OwnedRing owned(4, 1 << 20);
    Client client(settings, events.events());
    auto params = start_params({{"bytes", 200'000}});
    params["policy"] = "every";
    params["frames"] = frames;
    client.attach(client.call("program.start", params)["stream"].get<std::uint32_t>(), owned.ring);
    for (std::uint64_t i = 0; i < frames;) {
        const auto taken = owned.ring.take_next();
        if (!taken) {
            std::this_thread::yield();
            continue;
        }
        REQUIRE(owned.ring.info(taken->slot).header.sequence == i);
        REQUIRE(owned.ring.info(taken->slot).header.payload_bytes == 200'000);
        REQUIRE(load_big<std::uint64_t>(owned.ring.memory(taken->slot).data()) == i);
        ++i;
        owned.ring.release_oldest(1);
        client.slots_released();
    }
    CHECK(events.wait_for_notification() == std::vector<std::string>{"program.ended"});
}
