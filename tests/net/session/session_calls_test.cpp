#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_frames.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

constexpr int stale = static_cast<int>(RpcCode::StaleCall);

Json answer_to(RawPeer& peer, const Json& id, const std::string& method, const Json& params)
{
    peer.send_call(id, method, params);
    return peer.receive_json();
}

/// The counts of the only session.
Json counts(RawPeer& peer, int id)
{
    return answer_to(peer, id, "node.stats", Json::object())["result"]["sessions"][0]["calls"];
}

}  // namespace

TEST_CASE("Calls: program.start repeated under one id never starts a second program", "[calls]")
{
    TestNode node;
    RawViewer viewer(node.port());
    const Json start = start_params();
    const Json first = answer_to(viewer.control, 2000, "program.start", start);
    CHECK(first["result"]["stream"] == 1);
    CHECK(answer_to(viewer.control, 2000, "program.start", start) == first);
    for (int id = 2001; id < 2401; ++id)
        CHECK(answer_to(viewer.control, id, "program.pause", {{"stream", 1}}).contains("result"));
    const Json refused = answer_to(viewer.control, 2000, "program.start", start);
    CHECK(refused["id"] == 2000);
    CHECK(refused["error"]["code"] == stale);
    CHECK(refused["error"]["data"]["id"] == 2000);
    CHECK(refused["error"]["data"]["forgotten"] == 2400 - 256);
    const Json stats = answer_to(viewer.control, 3000, "node.stats", Json::object())["result"];
    CHECK(stats["sessions"][0]["streams"].size() == 1);
}

TEST_CASE("Calls: an answer that the viewer has is forgotten, and its call is refused", "[calls]")
{
    TestNode node;
    RawViewer viewer(node.port());
    const Json pause{{"stream", 9}};
    const bool by_notification = GENERATE(true, false);
    CAPTURE(by_notification);
    const Json first = answer_to(viewer.control, 2000, "program.pause", pause);
    CHECK(answer_to(viewer.control, 2000, "program.pause", pause) == first);
    if (by_notification)
        viewer.control.send_control(
            R"({"jsonrpc":"2.0","method":"session.answered","params":{"up_to":2000}})");
    else
        viewer.control.send_control(
            R"({"jsonrpc":"2.0","id":2001,"answered":2000,"method":"program.pause","params":{"stream":9}})");
    if (!by_notification) CHECK(viewer.control.receive_json()["id"] == 2001);
    CHECK(answer_to(viewer.control, 2000, "program.pause", pause)["error"]["code"] == stale);
}

TEST_CASE("Calls: an id is an integer of 64 bits without a fraction, or a string", "[calls]")
{
    TestNode node;
    RawViewer viewer(node.port());
    const std::string id =
        GENERATE("9223372036854775808", "18446744073709551615", "1.5", "2.0", "1e3", "true", "[]");
    CAPTURE(id);
    viewer.control.send_control(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"node.stats"})");
    const Json refused = viewer.control.receive_json();
    CHECK(refused["error"]["code"] == static_cast<int>(RpcCode::InvalidRequest));
    CHECK(answer_to(viewer.control, INT64_MAX, "node.stats", Json::object()).contains("result"));
}

TEST_CASE("Calls: a string id too many is refused by the limit's name, an integer is not", "[calls]")
{
    TestNode node;
    RawViewer viewer(node.port());
    for (std::size_t i = 0; i < max_string_ids; ++i) {
        viewer.control.send_call("call " + std::to_string(i), "session.open");
        REQUIRE(viewer.control.receive_json()["error"]["code"] == static_cast<int>(RpcCode::InvalidRequest));
    }
    const Json refused = answer_to(viewer.control, "one more", "session.open", Json::object());
    CHECK(refused["error"]["data"]["limit"] == "max_string_ids");
    CHECK(answer_to(viewer.control, "call 0", "session.open", Json::object())["error"]["code"] == stale);
    CHECK(viewer.control.result("node.stats")["sessions"].size() == 1);
}

TEST_CASE("Calls: node.stats counts the calls that came, ran, were answered from the store and refused",
          "[calls]")
{
    TestNode node;
    RawViewer viewer(node.port());
    const Json before = counts(viewer.control, 1999);
    const Json pause{{"stream", 9}};
    CHECK(answer_to(viewer.control, 2000, "program.pause", pause)["id"] == 2000);
    CHECK(answer_to(viewer.control, 2000, "program.pause", pause)["id"] == 2000);
    viewer.control.send_control(R"({"jsonrpc":"2.0","method":"session.answered","params":{"up_to":2000}})");
    CHECK(answer_to(viewer.control, 2000, "program.pause", pause)["error"]["code"] == stale);
    const Json after = counts(viewer.control, 2001);
    const auto more = [&](const char* name) { return after[name].get<int>() - before[name].get<int>(); };
    CHECK(more("received") == 5);  // the one that asks among them
    CHECK(more("run") == 3);
    CHECK(more("stored") == 1);
    CHECK(more("refused") == 1);
}

TEST_CASE("Calls: node.stats names each session with its streams, and counts strangers", "[calls]")
{
    TestNode node;
    RawViewer viewer(node.port());
    const RawPeer stranger(node.port());
    (void)viewer.control.result("program.start", start_params());
    viewer.data.credit(1, 2);
    (void)next_frame(viewer.data);
    (void)next_frame(viewer.data);
    Json stats;
    do stats = viewer.control.result("node.stats");
    while (stats["strangers"] == 0);  // it is accepted on another thread
    CHECK(stats["connections"] == 3);
    REQUIRE(stats["sessions"].size() == 1);
    const Json& session = stats["sessions"][0];
    CHECK(session["session"] == viewer.session["session"].get<std::string>().substr(0, 8));
    CHECK(session["client"].get<std::string>().starts_with("test (127.0.0.1:"));
    CHECK(session["streams"] == Json{{{"stream", 1}, {"made", 2}, {"sent", 2}}});
}
