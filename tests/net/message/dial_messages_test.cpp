// What both sides of a connection that a node opened say first.
#include "net/message/dial_messages.h"

#include "net/message/control_messages.h"
#include "net/message/json_rpc.h"
#include "net/message/messages.h"
#include "tests/catch.h"
#include "tests/net/bytes.h"

using namespace farfield::net;
using namespace farfield::net::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string node_nonce = "00112233445566778899aabbccddeeff";
const std::string viewer_nonce = "ffeeddccbbaa99887766554433221100";
const std::string proof(64, 'a');

std::string hello_with(const std::string& member, const Json& value)
{
    Json hello = Json::parse(node_hello_text({.node = "n", .epoch = "e", .nonce = node_nonce}));
    hello["params"][member] = value;
    return hello.dump();
}

std::string text_behind_header(std::span<const std::byte> message)
{
    MessageHeader header;
    REQUIRE_FALSE(decode_header(message.first<header_bytes>(), header));
    REQUIRE(header.type == MessageType::Control);
    REQUIRE(header.payload_bytes == message.size() - header_bytes);
    const auto text = message.subspan(header_bytes);
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

}  // namespace

TEST_CASE("dial: a proof is HMAC-SHA256 over the side and both nonces", "[dial]")
{
    // printf viewer00112233445566778899aabbccddeeffffeeddccbbaa99887766554433221100 |
    // openssl dgst -sha256 -hmac s3cret
    CHECK(dial_proof("s3cret", "viewer", node_nonce, viewer_nonce) ==
          "0b04e5c9ee4e112002e58f34934799ced8b2b8696293aaf08b0e23e217b3dc42");
    CHECK(dial_proof("s3cret", "node", node_nonce, viewer_nonce) !=
          dial_proof("s3cret", "viewer", node_nonce, viewer_nonce));
    CHECK(dial_proof("", "node", node_nonce, viewer_nonce).size() == 64);
    CHECK(is_same_proof(proof, proof));
    CHECK_FALSE(is_same_proof(proof, proof.substr(1)));
    CHECK_FALSE(is_same_proof(proof, ""));
    CHECK(dial_nonce().size() == 32);
    CHECK(dial_nonce() != dial_nonce());
}

TEST_CASE("dial: each message is read as it was written", "[dial]")
{
    const NodeHello hello =
        read_node_hello(node_hello_text({.node = "a node", .epoch = "0f", .nonce = node_nonce}));
    CHECK(hello.node == "a node");
    CHECK(hello.epoch == "0f");
    CHECK(hello.nonce == node_nonce);
    const ViewerHello answer = read_viewer_hello(viewer_hello_text({.nonce = viewer_nonce, .proof = proof}));
    CHECK(answer.nonce == viewer_nonce);
    CHECK(answer.proof == proof);
    CHECK(read_node_proof(node_proof_text(proof)) == proof);
    CHECK(read_node_hello(hello_with("later", 1)).nonce == node_nonce);
}

TEST_CASE("dial: what is no such message is refused with its fault", "[dial]")
{
    CHECK_THROWS_WITH(read_node_hello(node_proof_text(proof)), ContainsSubstring("node.hello"));
    Json with_id = Json::parse(hello_with("later", 1));
    with_id["id"] = 1;
    CHECK_THROWS_WITH(read_node_hello(with_id.dump()),
                      "node.hello has an id; expected a notification, which has none");
    CHECK_THROWS_WITH(read_node_hello("{"), ContainsSubstring(""));
    CHECK_THROWS_WITH(read_node_hello(hello_with("protocol", {2, 3})), ContainsSubstring("version 1"));
    CHECK_THROWS_WITH(read_node_hello(hello_with("nonce", "0011")), ContainsSubstring("32 digits"));
    CHECK_THROWS_WITH(read_node_hello(hello_with("nonce", std::string(32, 'G'))), ContainsSubstring("nonce"));
    CHECK_THROWS_WITH(read_node_hello(hello_with("node", 7)), ContainsSubstring("node"));
    CHECK_THROWS_WITH(read_viewer_hello(viewer_hello_text({.nonce = viewer_nonce, .proof = "aa"})),
                      ContainsSubstring("64 digits"));
    CHECK_THROWS_WITH(
        read_node_proof(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"no such thing"}})"),
        ContainsSubstring("no such thing"));
}

TEST_CASE("dial: the messages are those of the protocol's example", "[dial]")
{
    const NodeHello hello = read_node_hello(
        R"({"jsonrpc":"2.0","method":"node.hello","params":{"epoch":"9f2c51d0a4e7b836","node":"farfield-node 0.1.0","nonce":"00112233445566778899aabbccddeeff","protocol":[1]}})");
    CHECK(hello.epoch == "9f2c51d0a4e7b836");
    CHECK(hello.nonce == node_nonce);
    const std::string answer =
        R"({"jsonrpc":"2.0","method":"viewer.hello","params":{"nonce":"ffeeddccbbaa99887766554433221100","proof":"0b04e5c9ee4e112002e58f34934799ced8b2b8696293aaf08b0e23e217b3dc42"}})";
    CHECK(read_viewer_hello(answer).proof == dial_proof("s3cret", "viewer", node_nonce, viewer_nonce));
    CHECK(viewer_hello_text(read_viewer_hello(answer)) == answer);

    const auto proof_message = from_hex(
        "46 46 4c 44  01  01  00 00  00 00 00 00  00 00 00 00  00 00 00 00 00 00 00 00  17 97 9c fe 36 2a 00 "
        "00"
        "00 00 00 00 00 00 00 7d"
        "7b 22 6a 73 6f 6e 72 70 63 22 3a 22 32 2e 30 22 2c 22 6d 65 74 68 6f 64 22 3a 22 6e 6f 64 65 2e 70 "
        "72 6f"
        "6f 66 22 2c 22 70 61 72 61 6d 73 22 3a 7b 22 70 72 6f 6f 66 22 3a 22"
        "35 62 30 31 63 31 38 33 33 36 61 32 63 39 66 35 65 37 62 62 66 30 66 33 39 61 37 30 39 35"
        "61 32 38 39 38 34 34 37 30 34 61 33 34 63 30 32 32 36 35 64 35 62 62 32 61 37 65 34 64 66 33 39"
        "63 36 22 7d 7d");
    const auto proved = read_node_proof(text_behind_header(proof_message));
    CHECK(proved == dial_proof("s3cret", "node", node_nonce, viewer_nonce));
    const auto dial_message = from_hex("46 46 4c 44  01  01  00 00  00 00 00 00  00 00 00 00  00 00 00 00 00 "
                                       "00 00 00  17 97 9c fe 36 2a 00 00"
                                       "00 00 00 00 00 00 00 35"
                                       "7b 22 6a 73 6f 6e 72 70 63 22 3a 22 32 2e 30 22 2c 22 6d 65 74 68 6f "
                                       "64 22 3a 22 73 65 73 73 69 6f 6e 2e"
                                       "64 69 61 6c 22 2c 22 70 61 72 61 6d 73 22 3a 7b 7d 7d");
    CHECK(text_behind_header(dial_message) == notification_text("session.dial", Json::object()));
}
