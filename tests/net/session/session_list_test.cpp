// The sessions of a node, asked for by one that has none.
#include "net/client/client.h"
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_node.h"
#include "tests/temporary_folder.h"

using namespace farfield::net;
using namespace farfield::net::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string short_name(const RawViewer& viewer)
{
    return viewer.session["session"].get<std::string>().substr(0, 8);
}

}  // namespace

TEST_CASE("session.list: is the one call of a connection, which opens no session", "[session][list]")
{
    TestNode node;
    RawViewer viewer(node.port());
    RawPeer asks(node.port());
    const Json listed = asks.result("session.list");
    REQUIRE(listed["sessions"].size() == 1);
    CHECK(listed["sessions"][0]["session"] == short_name(viewer));
    CHECK(listed["sessions"][0]["state"] == "open");
    CHECK(listed["epoch"] == viewer.session["epoch"]);
    CHECK(asks.is_closed());
}

TEST_CASE("session.list: a session may ask, too", "[session][list]")
{
    TestNode node;
    RawViewer viewer(node.port());
    CHECK(viewer.control.result("session.list")["sessions"].size() == 1);
}

TEST_CASE("session.list: takes no place of a session, where max_sessions are there", "[session][list]")
{
    ServerSettings settings;
    settings.limits.max_sessions = 1;
    TestNode node(settings);
    RawPeer kept(node.port());
    const Json opened = kept.result("session.open", {{"protocol", {1}}, {"acknowledge", true}});
    RawPeer asks(node.port());
    CHECK(asks.result("session.list")["sessions"].size() == 1);
    CHECK(kept.result("node.stats")["sessions"][0]["session"] ==
          opened["session"].get<std::string>().substr(0, 8));
}

TEST_CASE("session.list and session.end: want the token of the node", "[session][list]")
{
    TestNode node(with_token("s3cret"));
    RawViewer viewer(node.port(), "s3cret");
    RawPeer missing(node.port()), wrong(node.port()), ends(node.port()), right(node.port());
    CHECK(missing.error_code("session.list", Json::object()) == not_authorised);
    CHECK(wrong.error_code("session.list", {{"token", "guess"}}) == not_authorised);
    CHECK(ends.error_code("session.end", {{"session", short_name(viewer)}}) == not_authorised);
    CHECK(right.result("session.list", {{"token", "s3cret"}})["sessions"].size() == 1);
}

TEST_CASE("session.end: ends another's session, which hears so", "[session][list]")
{
    TestNode node;
    RawViewer viewer(node.port());
    RawPeer asks(node.port());
    CHECK(asks.result("session.end", {{"session", short_name(viewer)}}) == Json::object());
    CHECK(asks.is_closed());
    const Json heard = viewer.control.receive_json();
    CHECK(heard["method"] == "session.ended");
    CHECK_THAT(heard["params"]["message"].get<std::string>(), ContainsSubstring("has ended it"));
    CHECK_FALSE(heard["params"].contains("node_ends"));
    CHECK(viewer.control.is_closed());
}

TEST_CASE("session.end: of none, of two, and of too few digits is refused", "[session][list]")
{
    TestNode node;
    RawPeer unknown(node.port()), few(node.port());
    CHECK(unknown.error_code("session.end", {{"session", "00000000"}}) ==
          static_cast<int>(RpcCode::NotFound));
    CHECK(few.error_code("session.end", {{"session", "00"}}) == static_cast<int>(RpcCode::InvalidParams));
}

TEST_CASE("session.list: needs no token over the local socket", "[session][list]")
{
    const farfield::test::TemporaryFolder folder;
    ServerSettings settings = with_token("s3cret");
    settings.local_socket = folder.path() / "node.sock";
    TestNode node(settings);
    ClientSettings client;
    client.way = Way{.kind = Way::Kind::Unix, .text = settings.local_socket.string()};
    CHECK(call_alone(client, "session.list", Json::object())["sessions"].empty());
}

TEST_CASE("call_alone: shows the token, and throws what the node refuses", "[session][list]")
{
    TestNode node(with_token("s3cret"));
    ClientSettings client;
    client.port = node.port();
    CHECK_THROWS_WITH(call_alone(client, "session.list", Json::object()),
                      ContainsSubstring("asks for a token"));
    client.token = "s3cret";
    CHECK(call_alone(client, "session.list", Json::object())["sessions"].empty());
    CHECK_THROWS_WITH(call_alone(client, "session.end", {{"session", "12345678"}}),
                      ContainsSubstring("refused session.end: there is no such session"));
}

TEST_CASE("session.list: names the viewer that resumed the session last", "[session][list]")
{
    TestNode node;
    const auto open = [&node](const char* client, const Json& more) {
        auto peer = std::make_unique<RawPeer>(node.port());
        Json params{{"protocol", {1}}, {"acknowledge", true}, {"client", client}};
        params.update(more);
        peer->send_call(client, "session.open", params);
        Json opened = peer->receive_json()["result"];
        return std::pair(std::move(peer), opened);
    };
    const auto first = open("first", Json::object());
    const Json claim{{"session", first.second["session"]}, {"secret", first.second["secret"]}};
    const auto second = open("second", {{"resume", claim}});
    RawPeer asks(node.port());
    const Json listed = asks.result("session.list")["sessions"];
    CHECK_THAT(listed[0]["client"].get<std::string>(), Catch::Matchers::StartsWith("second (127.0.0.1:"));
}
