// Sessions on one connection that carries everything.
#include <algorithm>
#include <optional>
#include <semaphore>

#include "net/client/client.h"
#include "net/message/limits.h"
#include "net/message/part_cutter.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr int broken_message = static_cast<int>(RpcCode::BrokenMessage);

Json open_single(RawPeer& peer)
{
    return peer.result("session.open", {{"protocol", {1}}, {"channel", "single"}});
}

Json acknowledging()
{
    return {{"protocol", {1}}, {"channel", "single"}, {"acknowledge", true}};
}

/// What session.open answers on a new connection that goes on with the session.
Json resumed_on(RawPeer& peer, const Json& session)
{
    Json params = acknowledging();
    params["resume"] = {
        {"session", session["session"]}, {"secret", session["secret"]}, {"heard", 0}, {"answered", 0}};
    peer.send_call(100'000, "session.open", params);
    return peer.receive_json().at("result");
}

/// The payload of the next frame.
Bytes frame_in_parts(RawPeer& peer)
{
    Bytes frame;
    for (;;) {
        const auto part = peer.receive();
        if (!part || part->header.type != MessageType::Part) throw std::runtime_error("expected a Part");
        append(frame, part->payload);
        if ((part->header.flags & flag_last_part) == 0) continue;
        frame.erase(frame.begin(), frame.begin() + header_bytes);
        return frame;
    }
}

ClientSettings single_to(TestNode& node)
{
    ClientSettings settings;
    settings.is_single = true;
    settings.port = node.port();
    if (node.transport == Transport::SocketPair)
        settings.connect = [&node](boost::asio::io_context& io) {
            return std::make_unique<SocketPairStream>(SocketPairStream::Socket(
                io, boost::asio::local::stream_protocol(), connect_locally(*node.server)));
        };
    return settings;
}

Json started(const std::string& policy, std::size_t bytes)
{
    Json params = start_params({{"bytes", bytes}});
    params["policy"] = policy;
    params["slot_bytes"] = bytes;
    return params;
}

/// The code of the error that a Part ends the session with.
int code_after(RawPeer& peer, const MessageHeader& part, const Bytes& payload)
{
    peer.send(part, payload);
    const int code = peer.receive_json().at("error").at("code").get<int>();
    return peer.is_closed() ? code : 0;
}

}  // namespace

TEST_CASE("A single connection carries calls and frames, in order and whole", "[single]")
{
    TestNode node(each_transport());
    const std::size_t bytes = GENERATE(64U, 65'496U, 65'497U, 300'000U);
    std::vector<Bytes> memory(3, Bytes(bytes));
    FrameRing ring({memory.begin(), memory.end()});
    std::counting_semaphore<> arrived{0};
    Client client(single_to(node),
                  {.frame_arrived = [&](std::uint32_t) { arrived.release(); }, .notified = {}, .lost = {}});
    CHECK(client.session()["part_bytes"] == part_bytes);
    const auto stream = client.call("program.start", started("every", bytes))["stream"].get<std::uint32_t>();
    client.attach(stream, ring);
    for (std::uint64_t n = 0; n < 40; ++n) {
        arrived.acquire();
        const auto taken = ring.take_next();
        REQUIRE(taken);
        CHECK(ring.memory(taken->slot).size() == bytes);
        CHECK(load_big<std::uint64_t>(ring.memory(taken->slot).data()) == n);
        ring.release_oldest(1);
        client.slots_released();
        if (n % 10 == 0) CHECK(client.call("dataset.list", Json::object())["datasets"].size() == 1);
    }
    client.close();
}

TEST_CASE("A call on a single connection is answered between two Parts of a frame", "[single]")
{
    TestNode node(Transport::SocketPair);
    RawPeer peer(node.connect());
    (void)open_single(peer);
    constexpr std::size_t bytes = 8 << 20;
    peer.credit(peer.result("program.start", started("every", bytes))["stream"], 1);
    auto part = peer.receive();
    REQUIRE(part->header.type == MessageType::Part);
    CHECK(part->header.flags == flag_first_part);
    std::size_t received = part->payload.size();
    peer.send_call(7, "node.stats");
    bool is_answered = false;
    while (received < header_bytes + bytes) {
        part = peer.receive();
        REQUIRE(part);
        if (part->header.type == MessageType::Part) {
            received += part->payload.size();
            CHECK(((part->header.flags & flag_last_part) != 0) == (received == header_bytes + bytes));
        } else {
            is_answered = part->json().at("id") == 7;
            CHECK(received < header_bytes + bytes);
        }
    }
    CHECK(is_answered);
}

TEST_CASE("The bytes of a call travel in Parts, both ways", "[single]")
{
    TestNode node(each_transport());
    RawPeer peer(node.connect());
    (void)open_single(peer);
    const Bytes sent = pattern(100);
    const MessageHeader block{
        .type = MessageType::Block, .flags = flag_last, .stream = 7, .payload_bytes = sent.size()};
    PartCutter cutter(64);
    for (cutter.begin(block, sent); !cutter.is_done();) {
        const auto part = cutter.next();
        Bytes payload = copy_of(part.before);
        append(payload, part.payload);
        peer.send(part.header, payload);
    }
    peer.send_call(7, "test.reverse", {{"bytes", sent.size()}});
    CHECK(peer.receive_json().at("result").at("bytes") == sent.size());
    const auto part = peer.receive();
    REQUIRE(part->header.type == MessageType::Part);
    MessageHeader own;
    REQUIRE_FALSE(decode_header(std::span(part->payload).first<header_bytes>(), own));
    CHECK(own.type == MessageType::Block);
    CHECK(Bytes(part->payload.begin() + header_bytes, part->payload.end()) ==
          Bytes(sent.rbegin(), sent.rend()));
}

TEST_CASE("A broken Part ends its session with -32005, and no other", "[single]")
{
    TestNode node;
    RawPeer other(node.port());
    (void)open_single(other);
    const MessageHeader frame{.type = MessageType::Particles, .stream = 9, .payload_bytes = 1000};
    const Bytes header = copy_of(encode_header(frame));
    const auto code_of = [&](const MessageHeader& part, const Bytes& payload, bool has_first = false) {
        RawPeer peer(node.port());
        (void)open_single(peer);
        if (has_first) peer.send({.type = MessageType::Part, .flags = flag_first_part, .stream = 9}, header);
        return code_after(peer, part, payload);
    };
    CHECK(code_of({.type = MessageType::Part, .flags = flag_first_part, .stream = 9}, {}) == broken_message);
    CHECK(code_of({.type = MessageType::Part, .stream = 9}, pattern(5)) == broken_message);
    CHECK(code_of({.type = MessageType::Part, .stream = 4}, pattern(5), true) == broken_message);
    CHECK(code_of({.type = MessageType::Part, .flags = flag_first_part, .stream = 9}, header, true) ==
          broken_message);
    CHECK(code_of({.type = MessageType::Part, .stream = 9}, pattern(1001), true) == broken_message);
    CHECK(code_of({.type = MessageType::Part, .flags = flag_last_part, .stream = 9}, pattern(5), true) ==
          broken_message);
    CHECK(other.result("node.stats")["sessions"].size() >= 1);
}

TEST_CASE("A single session takes no second connection", "[single]")
{
    TestNode node;
    RawPeer peer(node.port());
    const Json session = open_single(peer);
    RawPeer second(node.port());
    CHECK(second.error_code("session.attach",
                            {{"session", session["session"]}, {"secret", session["secret"]}}) ==
          static_cast<int>(RpcCode::InvalidRequest));
    CHECK(peer.result("session.close").empty());
    CHECK(peer.is_closed());
}

TEST_CASE("A single session that is closed inside a frame still gets the answer", "[single]")
{
    TestNode node(Transport::SocketPair);
    RawPeer peer(node.connect());
    (void)open_single(peer);
    peer.credit(peer.result("program.start", started("every", 8 << 20))["stream"], 1);
    REQUIRE(peer.receive()->header.type == MessageType::Part);
    peer.send_call(7, "session.close");
    std::optional<Message> last;
    std::size_t received = 0;
    while (auto message = peer.receive()) {
        received += message->payload.size();
        last = std::move(message);
    }
    REQUIRE(last);
    REQUIRE(last->header.type == MessageType::Control);
    CHECK(last->json().at("id") == 7);
    CHECK(received < 8 << 20);
}

TEST_CASE(
    "A single session whose connection breaks inside a frame is kept, and goes on on one new connection",
    "[single][resume]")
{
    TestNode node;
    constexpr std::size_t bytes = 4 << 20;
    std::optional<RawPeer> peer(node.port());
    const Json session = peer->result("session.open", acknowledging());
    const std::uint32_t stream = peer->result("program.start", started("every", bytes))["stream"];
    peer->credit(stream, 2);
    REQUIRE(peer->receive()->header.type == MessageType::Part);
    peer.reset();
    RawPeer watcher(node.port());
    (void)open_single(watcher);
    const auto is_kept = [](const Json& other) { return other["state"] == "kept"; };
    for (Json sessions; std::ranges::none_of(sessions, is_kept);)
        sessions = watcher.result("node.stats")["sessions"];

    peer.emplace(node.port());
    const Json resumed = resumed_on(*peer, session);
    CHECK(resumed["part_bytes"] == part_bytes);
    CHECK(resumed["streams"][0]["stream"] == stream);
    peer->credit(stream, 1);
    const Bytes frame = frame_in_parts(*peer);
    REQUIRE(frame.size() == bytes);
    CHECK(load_big<std::uint64_t>(frame.data()) == 0);
}

TEST_CASE("A single session that another connection resumes says so on the one before, after a whole Part",
          "[single][resume]")
{
    TestNode node;
    RawPeer before(node.port());
    const Json session = before.result("session.open", acknowledging());
    before.credit(before.result("program.start", started("every", 64 << 20))["stream"], 1);
    REQUIRE(before.receive()->header.type == MessageType::Part);
    RawPeer after(node.port());
    (void)resumed_on(after, session);
    std::optional<Message> last;
    while (auto message = before.receive()) last = std::move(message);
    REQUIRE(last);
    REQUIRE(last->header.type == MessageType::Control);
    CHECK(last->json().at("method") == "session.taken");
    after.send_call(100'001, "node.stats");
    CHECK(after.receive_json().at("result").at("sessions").size() == 1);
}

TEST_CASE("A channel of another name is refused", "[single]")
{
    TestNode node;
    RawPeer peer(node.port());
    CHECK(peer.error_code("session.open", {{"protocol", {1}}, {"channel", "double"}}) ==
          static_cast<int>(RpcCode::InvalidParams));
}
