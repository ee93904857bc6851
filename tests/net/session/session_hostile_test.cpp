// Broken and hostile peers: their errors, and that other sessions are not affected.
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr int broken_message = static_cast<int>(RpcCode::BrokenMessage);

/// The peer gets one error, with a null id, and the connection is closed.
void expect_broken(RawPeer& peer, int code = broken_message)
{
    const Json answer = peer.receive_json();
    CHECK(answer["id"].is_null());
    CHECK(answer["error"]["code"] == code);
    CHECK(peer.is_closed());
}

void expect_well(RawViewer& viewer)
{
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
}

}  // namespace

TEST_CASE("Garbage bytes are answered with an error and the connection is closed", "[session][hostile]")
{
    TestNode node(each_transport());
    RawViewer bystander(node);
    RawPeer peer(node.connect());
    peer.send_text("GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n");
    expect_broken(peer);
    expect_well(bystander);
}

TEST_CASE("A header of another version is answered with the version's error", "[session][hostile]")
{
    TestNode node(each_transport());
    RawPeer peer(node.connect());
    HeaderBytes bytes = encode_header({.payload_bytes = 2});
    bytes[4] = std::byte{9};
    peer.send_bytes(bytes);
    expect_broken(peer, static_cast<int>(RpcCode::VersionNotSupported));
}

TEST_CASE("A header that claims 2^60 bytes is refused whatever its type", "[session][hostile]")
{
    TestNode node(each_transport());
    RawViewer bystander(node);
    for (const int type : {1, 2, 8, 9, 77}) {
        RawPeer stranger(node.connect());
        stranger.send_header({.type = static_cast<MessageType>(type), .payload_bytes = 1ULL << 60});
        expect_broken(stranger);
        RawViewer viewer(node);
        viewer.control.send_header({.type = static_cast<MessageType>(type), .payload_bytes = 1ULL << 60});
        expect_broken(viewer.control);
        RawViewer second(node);
        second.data.send_header({.type = static_cast<MessageType>(type), .payload_bytes = 1ULL << 60});
        expect_broken(second.data);
    }
    expect_well(bystander);
}

TEST_CASE("A stranger may send 65,536 bytes, one in a session 1,048,576", "[session][hostile]")
{
    TestNode node(each_transport());
    RawPeer stranger(node.connect());
    stranger.send_header({.type = MessageType::Control, .payload_bytes = max_first_message_bytes + 1});
    expect_broken(stranger);

    RawViewer viewer(node);
    std::string call = R"({"jsonrpc":"2.0","id":1,"method":"dataset.list"})";
    call.resize(max_control_bytes, ' ');
    viewer.control.send_control(call);
    CHECK(viewer.control.receive_json()["id"] == 1);
    viewer.control.send_header({.type = MessageType::Control, .payload_bytes = max_control_bytes + 1});
    expect_broken(viewer.control);
}

TEST_CASE("A message of an unknown type is skipped by its length", "[session][hostile]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    const std::vector<std::byte> payload(100'000, std::byte{'x'});
    viewer.control.send({.type = static_cast<MessageType>(200)}, payload);
    expect_well(viewer);
}

TEST_CASE("A call that is not JSON-RPC is refused, and the session goes on", "[session][hostile]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    viewer.control.send_control("{]");
    CHECK(viewer.control.receive_json()["error"]["code"] == static_cast<int>(RpcCode::ParseError));
    viewer.control.send_control("[]");
    CHECK(viewer.control.receive_json()["error"]["code"] == static_cast<int>(RpcCode::InvalidRequest));
    CHECK(viewer.control.error_code("no.such.method") == static_cast<int>(RpcCode::UnknownMethod));
    CHECK(viewer.control.error_code("dataset.open", {{"datset", "x"}}) ==
          static_cast<int>(RpcCode::InvalidParams));
    CHECK(viewer.control.error_code("program.stop", {{"stream", 9}}) == static_cast<int>(RpcCode::NotFound));
    CHECK(viewer.control.error_code("program.stop", {{"stream", -1}}) ==
          static_cast<int>(RpcCode::InvalidParams));
    expect_well(viewer);
}

TEST_CASE("JSON nested half a million levels deep is refused, and the session goes on", "[session][hostile]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    const std::string deep = std::string(500'000, '[') + std::string(500'000, ']');
    viewer.control.send_control(R"({"jsonrpc":"2.0","id":1,"method":"program.start","params":{"params":)" +
                                deep + "}}");
    CHECK(viewer.control.receive_json()["error"]["code"] == static_cast<int>(RpcCode::ParseError));
    expect_well(viewer);
}

TEST_CASE("An error does not echo a megabyte", "[session][hostile]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    const Json error = viewer.control.call("dataset.open", {{std::string(900'000, 'x'), 1}});
    CHECK(error["error"]["message"].get<std::string>().size() < 3000);
}

TEST_CASE("A call on the data connection is refused, and the session goes on", "[session][hostile]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    viewer.data.send_call(5, "dataset.list");
    const Json answer = viewer.data.receive_json();
    CHECK(answer["id"] == 5);
    CHECK(answer["error"]["code"] == static_cast<int>(RpcCode::InvalidRequest));
    expect_well(viewer);
}

TEST_CASE("A Credit absurdly far ahead is a broken message; the session keeps its control connection",
          "[session][hostile]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    Json params = start_params();
    params["paused"] = true;
    (void)viewer.control.result("program.start", params);
    viewer.data.credit(1, 1'000'001);
    expect_broken(viewer.data);
    expect_well(viewer);
}

TEST_CASE("Credits for streams that are not there, and on the control connection, are ignored",
          "[session][hostile]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    viewer.data.credit(42, 5);
    viewer.data.credit(0, ~0ULL);
    viewer.control.credit(1, 5);
    viewer.data.send({.type = MessageType::Echo, .sequence = 3});
    CHECK(viewer.data.receive()->header.type == MessageType::Echo);  // the connection lives
    expect_well(viewer);
}

TEST_CASE("An Echo is answered at once with its own payload, before the session is open too", "[session]")
{
    TestNode node(each_transport());
    RawPeer peer(node.connect());
    const std::string text = "hello";
    peer.send({.type = MessageType::Echo, .sequence = 5}, std::as_bytes(std::span(text)));
    const auto reply = peer.receive();
    REQUIRE(reply);
    CHECK(reply->header.flags == flag_reply);
    CHECK(reply->header.sequence == 5);
    CHECK(std::ranges::equal(reply->payload, std::as_bytes(std::span(text))));
}
