// Calls with bytes, in both directions, over real sockets.
#include "net/message/limits.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_frames.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

void send_block(RawPeer& data, std::uint32_t call, std::uint64_t at, std::span<const std::byte> bytes,
                bool is_last)
{
    data.send({.type = MessageType::Block,
               .flags = is_last ? flag_last : std::uint16_t{0},
               .stream = call,
               .sequence = at},
              bytes);
}

void send_blocks(RawPeer& data, std::uint32_t call, std::span<const std::byte> bytes)
{
    for (std::size_t at = 0; at < bytes.size(); at += max_block_bytes) {
        const std::size_t size = std::min<std::size_t>(max_block_bytes, bytes.size() - at);
        send_block(data, call, at, bytes.subspan(at, size), at + size == bytes.size());
    }
}

/// The bytes of a result, when nothing else arrives.
test::Bytes receive_blocks(RawPeer& data, std::uint32_t call)
{
    test::Bytes bytes;
    for (;;) {
        const auto block = data.receive();
        REQUIRE(block);
        REQUIRE(block->header.type == MessageType::Block);
        REQUIRE(block->header.stream == call);
        REQUIRE(block->header.sequence == bytes.size());
        REQUIRE(block->payload.size() <= max_block_bytes);
        append(bytes, block->payload);
        if ((block->header.flags & flag_last) != 0) return bytes;
    }
}

Json of_size(std::uint64_t bytes)
{
    return {{"bytes", bytes}};
}

int code_in(const Json& answer)
{
    return answer.at("error").at("code").get<int>();
}

}  // namespace

TEST_CASE("A call's bytes reach the service, and the bytes of its result the viewer", "[session][bytes]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    auto bytes = pattern(3 * max_block_bytes + 17);
    viewer.control.send_call(7, "test.reverse", of_size(bytes.size()));
    send_blocks(viewer.data, 7, bytes);
    std::ranges::reverse(bytes);
    CHECK(receive_blocks(viewer.data, 7) == bytes);
    CHECK(viewer.control.receive_json()["result"] ==
          Json{{"method", "test.reverse"}, {"bytes", bytes.size()}});
}

TEST_CASE("Bytes may come before their call", "[session][bytes]")
{
    TestNode node;
    RawViewer viewer(node);
    send_blocks(viewer.data, 7, pattern(100));
    viewer.data.send({.type = MessageType::Echo});
    CHECK(viewer.data.receive()->header.type == MessageType::Echo);  // so the Block has been read
    viewer.control.send_call(7, "test.count", of_size(100));
    CHECK(viewer.control.receive_json()["result"] == Json{{"count", 100}});
}

TEST_CASE("A call waits for its bytes, others do not wait for it", "[session][bytes]")
{
    TestNode node;
    RawViewer viewer(node);
    viewer.control.send_call(7, "test.count", of_size(100));
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
    send_blocks(viewer.data, 7, pattern(100));
    CHECK(viewer.control.receive_json()["id"] == 7);
}

TEST_CASE("A call of the service needs no bytes", "[session][bytes]")
{
    TestNode node;
    RawViewer viewer(node);
    CHECK(viewer.control.result("test.count") == Json{{"count", 0}});
    CHECK(viewer.control.error_code("no.such.method") == static_cast<int>(RpcCode::UnknownMethod));
}

TEST_CASE("What the service keeps for a call is there at the session's next call by that name",
          "[session][bytes]")
{
    TestNode node;
    RawViewer viewer(node), other(node);
    for (const int expected : {1, 2, 3}) CHECK(viewer.control.result("test.kept")["calls"] == expected);
    CHECK(other.control.result("test.kept")["calls"] == 1);
}

TEST_CASE("Blocks of a result take turns with frames", "[session][bytes]")
{
    constexpr std::uint64_t size = 64 * max_block_bytes;  // more than sockets take from a sender
    TestNode node(each_transport());
    RawViewer viewer(node);
    viewer.control.send_call(7, "test.make", {{"size", size}});
    CHECK(viewer.control.receive_json()["result"]["bytes"] == size);
    (void)viewer.control.result("program.start", start_params({{"bytes", 1 << 20}}));
    viewer.data.credit(1, 2);
    while (node.service.log.produced < 2) std::this_thread::yield();
    std::uint64_t received = 0, frames_before_the_end = 0;
    while (received < size) {
        const auto message = viewer.data.receive();
        REQUIRE(message);
        const bool is_block = message->header.type == MessageType::Block;
        CHECK(message->header.sequence == (is_block ? received : frames_before_the_end++));
        if (is_block) received += message->payload.size();
    }
    CHECK(frames_before_the_end == 2);
}

TEST_CASE("A call with bytes and no data connection, or with an id that no Block can have, is refused",
          "[session][bytes]")
{
    TestNode node;
    RawPeer control(node.connect());
    (void)control.result("session.open", {{"protocol", {1}}});
    CHECK(control.error_code("test.count", of_size(5)) == static_cast<int>(RpcCode::InvalidRequest));
    CHECK(control.error_code("test.make", {{"size", 5}}) == static_cast<int>(RpcCode::InvalidRequest));

    RawViewer viewer(node);
    for (const Json& id : {Json("seven"), Json(0), Json(-1), Json(1LL << 32)}) {
        viewer.control.send_call(id, "test.count", of_size(5));
        CHECK(code_in(viewer.control.receive_json()) == static_cast<int>(RpcCode::InvalidRequest));
    }
    for (const Json& bytes : {Json(0), Json(-1), Json("5"), Json(1.5)}) {
        const Json answer = viewer.control.call("test.count", {{"bytes", bytes}});
        CHECK(code_in(answer) == static_cast<int>(RpcCode::InvalidParams));
    }
}

TEST_CASE("More bytes than max_frame_bytes are refused, in both directions", "[session][bytes]")
{
    ServerSettings settings;
    settings.limits.max_frame_bytes = 1000;
    TestNode node(settings);
    RawViewer viewer(node);
    const auto expect_refusal = [](const Json& answer) {
        CHECK(answer["error"]["data"] ==
              Json{{"limit", "max_frame_bytes"}, {"value", 1000}, {"asked", 1001}});
    };
    viewer.control.send_call(7, "test.count", of_size(1001));
    expect_refusal(viewer.control.receive_json());
    send_blocks(viewer.data, 7, pattern(1001));  // read past
    viewer.control.send_call(8, "test.make", {{"size", 1001}});
    expect_refusal(viewer.control.receive_json());
    viewer.control.send_call(9, "test.count", of_size(1000));
    send_blocks(viewer.data, 9, pattern(1000));
    CHECK(viewer.control.receive_json()["result"] == Json{{"count", 1000}});
}

TEST_CASE("A broken Block closes the data connection, and the calls that wait end", "[session][bytes]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    viewer.control.send_call(7, "test.count", of_size(100));
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
    send_block(viewer.data, 7, 0, pattern(60), false);
    send_block(viewer.data, 7, 61, pattern(39), true);
    const Json broken = viewer.data.receive_json();
    CHECK(broken["id"].is_null());
    CHECK(code_in(broken) == static_cast<int>(RpcCode::BrokenMessage));
    CHECK(viewer.data.is_closed());
    viewer.data.close();
    const Json answer = viewer.control.receive_json();
    CHECK(answer["id"] == 7);
    CHECK(code_in(answer) == static_cast<int>(RpcCode::Failed));
    CHECK(answer["error"]["message"] == "interrupted after 60 of 100 bytes");
}

TEST_CASE("A new data connection interrupts the bytes on the old one", "[session][bytes]")
{
    TestNode node;
    RawViewer viewer(node);
    viewer.control.send_call(7, "test.count", of_size(100));
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
    RawPeer second(node.connect());
    viewer.attach(second);
    CHECK(viewer.control.receive_json()["error"]["message"] == "interrupted after 0 of 100 bytes");
    viewer.control.send_call(8, "test.count", of_size(100));
    send_blocks(second, 8, pattern(100));
    CHECK(viewer.control.receive_json()["result"] == Json{{"count", 100}});
}

TEST_CASE("A Block of more than a mebibyte is a broken message", "[session][bytes]")
{
    TestNode node;
    RawViewer viewer(node);
    viewer.data.send_header({.type = MessageType::Block, .stream = 1, .payload_bytes = max_block_bytes + 1});
    CHECK(code_in(viewer.data.receive_json()) == static_cast<int>(RpcCode::BrokenMessage));
    CHECK(viewer.data.is_closed());
}

TEST_CASE("Blocks on the control connection are read past", "[session][bytes]")
{
    TestNode node;
    RawViewer viewer(node);
    send_blocks(viewer.control, 7, pattern(100));
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
}

TEST_CASE("A repeated call whose result had bytes is answered again without them, and not run",
          "[session][bytes]")
{
    TestNode node;
    RawViewer viewer(node);
    viewer.control.send_call(7, "test.make", {{"size", 10}});
    CHECK(receive_blocks(viewer.data, 7) == pattern(10));
    const Json first = viewer.control.receive_json();
    CHECK(first["result"]["bytes"] == 10);
    viewer.control.send_call(7, "test.make", {{"size", 10}});
    CHECK(viewer.control.receive_json() == first);
    viewer.control.send_call(8, "test.make", {{"size", 20}});
    CHECK(receive_blocks(viewer.data, 8) == pattern(20));
    CHECK(node.service.called == 2);
}

TEST_CASE("Bytes of a call whose viewer has left are given back", "[session][bytes]")
{
    ServerSettings settings;
    settings.limits.max_call_bytes = 1 << 20;
    TestNode node(settings);
    {
        RawViewer viewer(node);
        viewer.control.send_call(7, "test.count", of_size(900'000));
        CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
    }
    RawViewer next(node);
    Json answer;
    for (std::uint32_t call = 1; !answer.contains("result"); ++call) {
        // The session before may take a moment to end: refused until then, and the Blocks are read past.
        next.control.send_call(call, "test.count", of_size(900'000));
        send_blocks(next.data, call, pattern(900'000));
        answer = next.control.receive_json();
    }
    CHECK(answer["result"] == Json{{"count", 900'000}});
}
