// Several viewers, several streams, lost connections: sessions do not affect each other.
#include <algorithm>

#include "net/session/member.h"
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_frames.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

Json large_frames()
{
    return start_params({{"bytes", 1 << 20}});
}

}  // namespace

TEST_CASE("A viewer that reads nothing does not delay another", "[sharing]")
{
    TestNode node;
    RawViewer stopped(node.port());
    (void)stopped.control.result("program.start", large_frames());
    stopped.data.credit(1, 1000);  // and never reads one
    RawViewer lively(node.port());
    (void)lively.control.result("program.start", large_frames());
    lively.data.credit(1, 50);
    for (std::uint64_t n = 0; n < 50; ++n) CHECK(next_frame(lively.data).header.sequence == n);
    (void)stopped.control.result("program.pause", {{"stream", 1}});  // its control connection is served, too
}

TEST_CASE("A slow dataset.open delays neither its own session's programs nor another session", "[sharing]")
{
    TestNode node;
    RawViewer first(node.port());
    (void)first.control.result("program.start", start_params());
    first.control.send_call(1, "dataset.open", {{"dataset", "slow"}});
    node.service.slow.wait_for_arrival();
    first.data.credit(1, 3);
    for (std::uint64_t n = 0; n < 3; ++n) CHECK(next_frame(first.data).header.sequence == n);
    RawViewer second(node.port());
    CHECK(second.control.result("dataset.open", {{"dataset", "plain"}})["dataset"] == "plain");
    first.control.send({.type = MessageType::Echo, .sequence = 9});
    CHECK(first.control.receive()->header.sequence == 9);
    node.service.slow.open();
    CHECK(first.control.receive_json()["result"]["dataset"] == "slow");
}

TEST_CASE("Streams of one session take turns on the data connection", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", large_frames());
    (void)viewer.control.result("program.start", large_frames());
    viewer.data.credit(1, 20);
    viewer.data.credit(2, 20);
    std::uint64_t arrived[3] = {};
    for (int n = 0; n < 40; ++n) {
        const Message frame = next_frame(viewer.data);
        REQUIRE(frame.header.stream >= 1);
        REQUIRE(frame.header.stream <= 2);
        CHECK(frame.header.sequence == arrived[frame.header.stream]++);
    }
    CHECK(arrived[1] == 20);
    CHECK(arrived[2] == 20);
}

TEST_CASE("The end of a session frees the sources of its streams, also one that is sending", "[sharing]")
{
    TestNode node;
    {
        RawViewer viewer(node.port());
        (void)viewer.control.result("program.start", large_frames());
        (void)viewer.control.result("program.start", start_params());
        viewer.data.credit(1, 1000);
        (void)next_frame(viewer.data);
    }
    node.service.log.wait_until_all_ended();
    CHECK(node.service.log.alive == 0);
}

TEST_CASE("program.stop: frees the source, and the session goes on", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params());
    CHECK(viewer.control.result("program.stop", {{"stream", 1}}) == Json::object());
    node.service.log.wait_until_all_ended();
    CHECK(viewer.control.error_code("program.stop", {{"stream", 1}}) == static_cast<int>(RpcCode::NotFound));
}

TEST_CASE("A lost data connection: the stream waits for a new one, with credits counted from 0", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params());
    viewer.data.credit(1, 4);
    for (std::uint64_t n = 0; n < 4; ++n) CHECK(next_frame(viewer.data).header.sequence == n);
    viewer.data.close();
    RawPeer fresh(node.port());
    viewer.attach(fresh);
    fresh.credit(1, 2);
    for (std::uint64_t n = 4; n < 6; ++n) CHECK(next_frame(fresh).header.sequence == n);
    (void)viewer.control.result("program.pause", {{"stream", 1}});
    CHECK(node.service.log.produced == 6);
}

TEST_CASE("A frame cut off by a lost data connection is sent again on the new one", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params({{"bytes", 1 << 20}}));
    viewer.data.credit(1, 1000);
    (void)next_frame(
        viewer.data);  // the rest fills the kernel's buffers, and the node waits in the middle of a frame
    RawPeer fresh(node.port());
    viewer.attach(fresh);
    CHECK(viewer.data.is_closed());
    fresh.credit(1, 3);
    const std::uint64_t first = next_frame(fresh).header.sequence;
    CHECK(next_frame(fresh).header.sequence == first + 1);
    CHECK(next_frame(fresh).header.sequence == first + 2);
}

TEST_CASE("A new data connection takes the place of one the node still holds", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params());
    RawPeer fresh(node.port());
    viewer.attach(fresh);
    CHECK(viewer.data.is_closed());
    fresh.credit(1, 1);
    CHECK(next_frame(fresh).header.sequence == 0);
}

TEST_CASE("Frames are stamped with the node's clock as they are sent", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params());
    viewer.data.credit(1, 3);
    std::uint64_t last = 0;
    for (int n = 0; n < 3; ++n) {
        const Message frame = next_frame(viewer.data);
        CHECK(frame.header.time_ns >= last);
        last = frame.header.time_ns;
    }
    CHECK(last > 1'700'000'000'000'000'000ULL);  // after November 2023
}

TEST_CASE("Viewers that leave while a call is being answered take no other's place: the call ends with them",
          "[sharing]")
{
    ServerSettings settings;
    settings.limits.max_sessions = 4;  // of the last ones the node may still take leave
    TestNode node(settings);
    for (int n = 1; n <= 8; ++n) {
        RawViewer viewer(node.port());
        if (n % 2 == 0)
            viewer.control.send_call(1, "terrain.open", {{"terrain", "endless"}});
        else
            viewer.control.send_call(1, "dataset.open", {{"dataset", "endless"}});
        node.service.endless.wait_until_begun(n);
        viewer.control.close();
        node.service.endless.wait_until_ended(n);
    }
}

TEST_CASE("session.cancel: the running call hears it, one that waits is not run, and both are answered",
          "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    viewer.control.send_call("long", "terrain.open", {{"terrain", "endless"}});
    node.service.endless.wait_until_begun(1);
    viewer.control.send_call("next", "dataset.open", {{"dataset", "plain"}});
    viewer.control.send_call("after", "session.cancel", {{"call", "next"}});
    CHECK(viewer.control.receive_json() ==
          Json{{"jsonrpc", "2.0"}, {"id", "after"}, {"result", Json::object()}});
    viewer.control.send_call("stop", "session.cancel", {{"call", "long"}});
    CHECK(viewer.control.receive_json()["id"] == "stop");
    node.service.endless.wait_until_ended(1);
    const Json ended = viewer.control.receive_json(), passed_over = viewer.control.receive_json();
    CHECK(ended["id"] == "long");
    CHECK(ended.contains("error"));
    CHECK(passed_over["id"] == "next");
    CHECK(passed_over["error"]["code"] == static_cast<int>(RpcCode::Failed));
    CHECK(node.service.opened == 0);
    CHECK(viewer.control.result("session.cancel", {{"call", "long"}}).empty());  // answered already
    CHECK(viewer.control.result("session.cancel", {{"call", 4711}}).empty());    // there never was one
    CHECK(viewer.control.result("dataset.open", {{"dataset", "plain"}})["dataset"] == "plain");
}

TEST_CASE("A node that is asked to end does not wait for a call that takes long", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    viewer.control.send_call(1, "terrain.open", {{"terrain", "endless"}});
    node.service.endless.wait_until_begun(1);
    node.server->stop();
    node.service.endless.wait_until_ended(1);
    CHECK(viewer.control.receive_json()["method"] == "session.ended");
}

TEST_CASE("Calls beyond those a session may have running are refused by name", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    for (int id = 0; id < 70; ++id) viewer.control.send_call(id, "dataset.open", {{"dataset", "slow"}});
    const Json refused = viewer.control.receive_json();
    CHECK(refused["error"]["code"] == static_cast<int>(RpcCode::Busy));
    CHECK(refused["error"]["data"]["limit"] == "max_calls_running");
    CHECK(refused["error"]["data"]["retry_after_ms"] > 0);
    CHECK(refused["id"] == 64);
}

TEST_CASE("Calls without an id count among those running", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    for (int n = 0; n < 100; ++n)
        viewer.control.send_control(
            R"({"jsonrpc":"2.0","method":"dataset.open","params":{"dataset":"slow"}})");
    CHECK(viewer.control.call("dataset.list")["error"]["data"]["limit"] == "max_calls_running");
}

TEST_CASE("What is answered at once is not refused for the calls that run", "[sharing]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params());
    for (std::size_t id = 0; id < Member::max_calls_running; ++id)
        viewer.control.send_call(id, "dataset.open", {{"dataset", "slow"}});
    CHECK(viewer.control.error_code("dataset.list") == static_cast<int>(RpcCode::Busy));
    CHECK(viewer.control.result("session.cancel", {{"call", 1}}).empty());
    CHECK(viewer.control.result("program.stop", {{"stream", 1}}).empty());
    CHECK(viewer.control.result("node.stats")["sessions"].size() == 1);
}
