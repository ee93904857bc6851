// How sessions begin and end, over real sockets.
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_node.h"

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <string>

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr int limit_exceeded = static_cast<int>(RpcCode::LimitExceeded);

int code_of(const Json& answer)
{
    return answer.at("error").at("code").get<int>();
}

}  // namespace

TEST_CASE("session.open: the answer describes the session and its limits", "[session]")
{
    ServerSettings settings;
    settings.limits.max_particles = 77;
    TestNode node(settings);
    RawPeer peer(node.port());
    const Json session = peer.result("session.open", {{"protocol", {1, 2}}, {"client", "test 1.0"}});
    CHECK(session["protocol"] == 1);
    CHECK(session["heartbeat_ms"] == 1000);
    CHECK(session["timeout_ms"] == 4000);
    CHECK(session["grace_ms"] == 600'000);
    CHECK(session["epoch"].get<std::string>().size() == 16);
    CHECK(session["limits"]["max_particles"] == 77);
    CHECK(session["session"].get<std::string>().size() == 32);
    CHECK(session["secret"].get<std::string>().size() == 64);
    CHECK(session["node"].get<std::string>().starts_with("farfield-node "));
}

TEST_CASE("session.open: another protocol version is refused with those supported", "[session]")
{
    TestNode node;
    RawPeer peer(node.port());
    const Json answer = peer.call("session.open", {{"protocol", {2, 3}}});
    CHECK(code_of(answer) == static_cast<int>(RpcCode::VersionNotSupported));
    CHECK(answer["error"]["data"] == Json{{"supported", {1}}});
    CHECK(peer.is_closed());
}

TEST_CASE("session.open: a node with a token refuses a wrong one and a missing one", "[session]")
{
    TestNode node(with_token("s3cret"));
    const Json good{{"protocol", {1}}, {"token", "s3cret"}};
    RawPeer missing(node.port());
    CHECK(missing.error_code("session.open", {{"protocol", {1}}}) == not_authorised);
    CHECK(missing.is_closed());
    RawPeer wrong(node.port());
    CHECK(wrong.error_code("session.open", {{"protocol", {1}}, {"token", "s3crets"}}) == not_authorised);
    CHECK(wrong.is_closed());
    RawPeer right(node.port());
    CHECK(right.result("session.open", good)["protocol"] == 1);
}

TEST_CASE("session.open: an unknown parameter is named", "[session]")
{
    TestNode node;
    RawPeer peer(node.port());
    const Json answer = peer.call("session.open", {{"protocol", {1}}, {"tokn", "x"}});
    CHECK(code_of(answer) == static_cast<int>(RpcCode::InvalidParams));
    CHECK(answer["error"]["message"].get<std::string>().find("tokn") != std::string::npos);
}

TEST_CASE("A first call that opens nothing is refused and the connection closed", "[session]")
{
    TestNode node;
    RawPeer other(node.port());
    CHECK(other.error_code("dataset.list") == static_cast<int>(RpcCode::InvalidRequest));
    CHECK(other.is_closed());
    RawPeer nonsense(node.port());
    nonsense.send_control("nonsense");
    CHECK(code_of(nonsense.receive_json()) == static_cast<int>(RpcCode::ParseError));
    CHECK(nonsense.is_closed());
}

TEST_CASE("session.attach: a wrong secret and an unknown session are refused", "[session]")
{
    TestNode node;
    RawViewer viewer(node.port());
    RawPeer thief(node.port());
    const std::string id = viewer.session["session"];
    CHECK(thief.error_code("session.attach", {{"session", id}, {"secret", std::string(64, '0')}}) ==
          not_authorised);
    CHECK(thief.is_closed());
    RawPeer lost(node.port());
    CHECK(lost.error_code("session.attach", {{"session", "nobody"}, {"secret", "x"}}) ==
          static_cast<int>(RpcCode::NotFound));
    CHECK(lost.is_closed());
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
}

TEST_CASE("session.open again on an open session is refused, and the session goes on", "[session]")
{
    TestNode node;
    RawViewer viewer(node.port());
    CHECK(viewer.control.error_code("session.open", {{"protocol", {1}}}) ==
          static_cast<int>(RpcCode::InvalidRequest));
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
}

TEST_CASE("A connection that says nothing is closed after the first message's time", "[session]")
{
    ServerSettings settings;
    settings.first_message_timeout = std::chrono::milliseconds(50);
    TestNode node(settings);
    RawPeer silent(node.port());
    CHECK(code_of(silent.receive_json()) == static_cast<int>(RpcCode::InvalidRequest));
    CHECK(silent.is_closed());
}

TEST_CASE("A connection that stops inside its first message is closed after that time", "[session]")
{
    ServerSettings settings;
    settings.first_message_timeout = std::chrono::milliseconds(50);
    TestNode node(settings);
    RawPeer half(node.port());
    const HeaderBytes header = encode_header({.payload_bytes = 100});
    half.send_bytes(std::span(header).first(17));
    CHECK(half.is_closed());
}

TEST_CASE("A viewer that falls silent is closed after the timeout", "[session]")
{
    ServerSettings settings;
    settings.silence_timeout = std::chrono::milliseconds(50);
    TestNode node(settings);
    RawViewer viewer(node.port());
    CHECK(viewer.control.is_closed());
    CHECK(viewer.data.is_closed());
}

TEST_CASE("max_sessions: one more is refused, and there is room again when one has ended", "[session]")
{
    ServerSettings settings;
    settings.limits.max_sessions = 1;
    TestNode node(settings);
    {
        RawViewer first(node.port());
        RawPeer second(node.port());
        const Json answer = second.call("session.open", {{"protocol", {1}}});
        CHECK(code_of(answer) == limit_exceeded);
        CHECK(answer["error"]["data"] == Json{{"limit", "max_sessions"}, {"value", 1}, {"asked", 2}});
        (void)first.control.result("session.close");
        CHECK(first.control.is_closed());
        CHECK(first.data.is_closed());
    }
    CHECK_NOTHROW(RawViewer(node.port()));
}

TEST_CASE("max_connections: one more learns so and is closed", "[session]")
{
    ServerSettings settings;
    settings.limits.max_connections = 2;
    TestNode node(settings);
    RawViewer viewer(node.port());
    RawPeer third(node.port());
    CHECK(third.receive_json()["error"]["data"]["limit"] == "max_connections");
    CHECK(third.is_closed());
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
}

TEST_CASE("max_connections: a flood of connections is one line of the log", "[session]")
{
    std::ostringstream text;
    auto& sinks = spdlog::default_logger()->sinks();
    sinks.push_back(std::make_shared<spdlog::sinks::ostream_sink_mt>(text));
    {
        ServerSettings settings;
        settings.limits.max_connections = 2;
        TestNode node(settings);
        const RawViewer viewer(node.port());
        for (int n = 0; n < 20; ++n) CHECK(RawPeer(node.port()).receive_json()["error"].is_object());
    }
    sinks.pop_back();
    const std::string log = text.str();
    CHECK(log.find("turned away") != std::string::npos);
    CHECK(log.find("turned away") == log.rfind("turned away"));
}

TEST_CASE("A session ends with its control connection, and its data connection is closed", "[session]")
{
    TestNode node;
    RawViewer viewer(node.port());
    viewer.control.close();
    CHECK(viewer.data.is_closed());
    RawPeer late(node.port());
    CHECK(late.error_code("session.attach",
                          {{"session", viewer.session["session"]}, {"secret", viewer.session["secret"]}}) ==
          static_cast<int>(RpcCode::NotFound));
}

TEST_CASE("SessionServer::stop: viewers are notified, then both connections close", "[session]")
{
    TestNode node;
    RawViewer viewer(node.port());
    node.server->stop();
    const auto ended = viewer.control.receive_json();
    CHECK(ended["method"] == "session.ended");
    CHECK(ended["params"]["node_ends"] == true);
    CHECK(viewer.control.is_closed());
    CHECK(viewer.data.is_closed());
}

TEST_CASE("SessionServer: an address that others can reach needs a token", "[session]")
{
    ScriptedService service;
    ServerSettings settings;
    settings.bind_address = "0.0.0.0";
    settings.port = 0;
    CHECK_THROWS_WITH(SessionServer(service, settings), Catch::Matchers::ContainsSubstring("--token-file"));
    settings.token = "s3cret";
    CHECK_NOTHROW(SessionServer(service, settings));
}

TEST_CASE("SessionServer: a port in use and an address that is none are named", "[session]")
{
    TestNode node;
    ScriptedService service;
    ServerSettings settings;
    settings.port = node.port();
    CHECK_THROWS_WITH(SessionServer(service, settings),
                      Catch::Matchers::ContainsSubstring("127.0.0.1:" + std::to_string(node.port())) &&
                          Catch::Matchers::ContainsSubstring("in use"));
    settings.bind_address = "no.such.address.invalid";
    CHECK_THROWS_WITH(SessionServer(service, settings),
                      Catch::Matchers::ContainsSubstring("no.such.address.invalid"));
}

TEST_CASE("dataset.list: a list longer than a message comes in pages, the first without a parameter",
          "[session]")
{
    TestNode node;
    std::vector<farfield::model::DatasetEntry> all;
    for (int n = 10'000; n < 25'000; ++n) all.push_back({std::string(100, 'x') + std::to_string(n), "file"});
    node.service.datasets.datasets = all;
    RawViewer viewer(node.port());
    Json page = viewer.control.result("dataset.list");
    CHECK(page["complete"] == false);
    std::vector<farfield::model::DatasetEntry> listed =
        farfield::model::read_answer<farfield::model::DatasetList>(page).datasets;
    while (page.contains("next")) {
        page = viewer.control.result("dataset.list", {{"after", page["next"]}});
        for (const farfield::model::DatasetEntry& entry :
             farfield::model::read_answer<farfield::model::DatasetList>(page).datasets)
            listed.push_back(entry);
    }
    CHECK(page["complete"] == true);
    CHECK(std::ranges::equal(listed, all, {}, &farfield::model::DatasetEntry::name,
                             &farfield::model::DatasetEntry::name));
}

TEST_CASE("session.open: numbers of a resume beyond 64 bits and below 0 are refused with their range",
          "[session][resume]")
{
    TestNode node;
    const auto complaint = [&node](const Json& answered) {
        RawPeer peer(node.port());
        const Json resume{{"session", "a"}, {"secret", "b"}, {"answered", answered}};
        const Json refused =
            peer.call("session.open", {{"protocol", {protocol_version}}, {"resume", resume}});
        return refused["error"]["message"].get<std::string>();
    };
    CHECK(complaint(18446744073709551616.0) == "parameter 'resume.answered': expected an integer of at most "
                                               "18446744073709551615, found 1.8446744073709552e+19");
    CHECK(complaint(-1) == "parameter 'resume.answered': expected an integer of at least 0, found -1");
}

TEST_CASE("The id of session.open is used, also where it is a text", "[session]")
{
    TestNode node;
    RawPeer viewer(node.port());
    for (int time = 0; time < 2; ++time) {
        viewer.send_call("one", time == 0 ? "session.open" : "node.stats",
                         {{"protocol", {protocol_version}}});
        CHECK(viewer.receive_json()["result"].contains("secret"));
    }
}
