// Streams: credits, pausing, changes and ends, with frames from a script over real sockets.
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_frames.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

Json paused(Json params)
{
    params["paused"] = true;
    return params;
}

std::uint64_t mark_of(const Message& frame)
{
    return load_big<std::uint64_t>(frame.payload.data() + 8);
}

}  // namespace

TEST_CASE("Credits: the node computes and sends exactly what is granted, with both policies", "[stream]")
{
    for (const char* policy : {"latest", "every"}) {
        TestNode node;
        RawViewer viewer(node.port());
        Json params = start_params({{"bytes", 1000}});
        params["policy"] = policy;
        const Json state = viewer.control.result("program.start", params);
        CHECK(state["stream"] == 1);
        CHECK(state["frame_bytes"] == 1000);
        viewer.data.credit(1, 5);
        expect_frames(viewer.data, 0, 5);
        viewer.data.credit(1, 7);
        expect_frames(viewer.data, 5, 2);
        // The answer comes from the stream's thread between two frames: had it been allowed another, it would
        // be counted.
        (void)viewer.control.result("program.pause", {{"stream", 1}});
        CHECK(node.service.log.produced == 7);
    }
}

TEST_CASE("Credits: without any, nothing is computed", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params());
    (void)viewer.control.result("program.pause", {{"stream", 1}});
    CHECK(node.service.log.produced == 0);
}

TEST_CASE("Credits: a total that is not larger changes nothing", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params());
    viewer.data.credit(1, 3);
    viewer.data.credit(1, 3);
    viewer.data.credit(1, 1);
    expect_frames(viewer.data, 0, 3);
    (void)viewer.control.result("program.pause", {{"stream", 1}});
    CHECK(node.service.log.produced == 3);
}

TEST_CASE("program.start: frames larger than the viewer's slots are refused with the limit's name",
          "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    Json params = start_params({{"bytes", 2000}});
    params["slot_bytes"] = 1999;
    const Json answer = viewer.control.call("program.start", params);
    CHECK(answer["error"]["code"] == static_cast<int>(RpcCode::LimitExceeded));
    CHECK(answer["error"]["data"] == Json{{"limit", "slot_bytes"}, {"value", 1999}, {"asked", 2000}});
}

TEST_CASE("program.start: max_streams and max_frame_bytes are limits with names", "[stream]")
{
    ServerSettings settings;
    settings.limits.max_streams = 2;
    settings.limits.max_frame_bytes = 1 << 20;
    TestNode node(settings);
    RawViewer viewer(node.port());
    Json large = start_params();
    large["slot_bytes"] = (1 << 20) + 1;
    CHECK(viewer.control.call("program.start", large)["error"]["data"]["limit"] == "max_frame_bytes");
    CHECK(viewer.control.result("program.start", start_params())["stream"] == 1);
    CHECK(viewer.control.result("program.start", start_params())["stream"] == 2);
    CHECK(viewer.control.call("program.start", start_params())["error"]["data"]["limit"] == "max_streams");
    (void)viewer.control.result("program.stop", {{"stream", 1}});
    CHECK(viewer.control.result("program.start", start_params())["stream"] == 3);
}

TEST_CASE("program.pause, step and resume: a paused program makes the steps asked for and no more",
          "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", paused(start_params()));
    viewer.data.credit(1, 100);
    (void)viewer.control.result("program.step", {{"stream", 1}});
    expect_frames(viewer.data, 0, 1);
    (void)viewer.control.result("program.step", {{"stream", 1}, {"frames", 3}});
    expect_frames(viewer.data, 1, 3);
    (void)viewer.control.result("program.pause", {{"stream", 1}});
    CHECK(node.service.log.produced == 4);
    (void)viewer.control.result("program.resume", {{"stream", 1}});
    expect_frames(viewer.data, 4, 96);
    CHECK(viewer.control.error_code("program.step", {{"stream", 1}}) == static_cast<int>(RpcCode::Failed));
}

TEST_CASE("program.update: its interaction comes back in the first frame that reflects it", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    Json params = start_params({{"mark", 1}});
    params["interaction"] = 10;
    (void)viewer.control.result("program.start", params);
    viewer.data.credit(1, 1000);
    (void)next_frame(viewer.data);
    (void)viewer.control.result("program.update",
                                {{"stream", 1}, {"interaction", 11}, {"params", {{"mark", 2}}}});
    viewer.data.credit(1, 2000);
    std::uint64_t changed = 0;
    for (std::uint64_t n = 1; n < 2000; ++n) {
        const Message frame = next_frame(viewer.data);
        CHECK(frame.header.interaction == (mark_of(frame) == 2 ? 11U : 10U));
        changed += mark_of(frame) == 2 ? 1 : 0;
    }
    CHECK(changed > 0);
}

TEST_CASE("program.update: a refused change leaves the stream and its interaction as they were", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params({{"mark", 1}}));
    const Json change{{"stream", 1}, {"interaction", 5}, {"params", {{"refuse", true}}}};
    CHECK(viewer.control.error_code("program.update", change) == static_cast<int>(RpcCode::InvalidParams));
    viewer.data.credit(1, 1);
    CHECK(next_frame(viewer.data).header.interaction == 0);
}

TEST_CASE("A retried call is run once and answered with the stored answer", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", paused(start_params()));
    const Json change{{"stream", 1}, {"params", {{"mark", 3}}}};
    viewer.control.send_call("drag-1", "program.update", change);
    const Json first = viewer.control.receive_json();
    viewer.control.send_call("drag-1", "program.update", change);
    CHECK(viewer.control.receive_json() == first);
    CHECK(node.service.log.updates == 1);
    viewer.control.send_call("drag-2", "program.update", change);
    CHECK(viewer.control.receive_json()["id"] == "drag-2");
    CHECK(node.service.log.updates == 2);
}

TEST_CASE("A call retried while it is still running is run once", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    viewer.control.send_call(1, "dataset.open", {{"dataset", "slow"}});
    node.service.slow.wait_for_arrival();
    viewer.control.send_call(1, "dataset.open", {{"dataset", "slow"}});
    viewer.control.send_call(2, "program.stop", {{"stream", 1}});
    CHECK(viewer.control.receive_json()["id"] == 2);  // so the retry has been read
    node.service.slow.open();
    CHECK(viewer.control.receive_json()["id"] == 1);
    CHECK(viewer.control.result("dataset.open", {{"dataset", "plain"}})["dataset"] == "plain");
    CHECK(node.service.opened == 2);
}

TEST_CASE("frames: a program that has made all it was asked for ends as finished", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    Json params = start_params();
    params["frames"] = 3;
    (void)viewer.control.result("program.start", params);
    viewer.data.credit(1, 100);
    expect_frames(viewer.data, 0, 3);
    const Json ended = viewer.control.notification();
    CHECK(ended["method"] == "program.ended");
    CHECK(ended["params"]["stream"] == 1);
    CHECK(ended["params"]["reason"] == "finished");
    CHECK(viewer.control.error_code("program.pause", {{"stream", 1}}) == static_cast<int>(RpcCode::NotFound));
    CHECK(node.service.log.produced == 3);
    node.service.log.wait_until_all_ended();
}

TEST_CASE("A program's notification reaches its viewer with the stream's number", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params());
    (void)viewer.control.result("program.start", start_params());
    node.service.log.notify("program.news", {{"level", 2}});  // of the second program
    const Json news = viewer.control.notification();
    CHECK(news["method"] == "program.news");
    CHECK(news["params"] == Json{{"level", 2}, {"stream", 2}});
}

TEST_CASE("A source that has no more frames ends its stream as finished", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params({{"last", 2}}));
    viewer.data.credit(1, 100);
    expect_frames(viewer.data, 0, 2);
    CHECK(viewer.control.notification()["params"]["reason"] == "finished");
}

TEST_CASE("A source that fails ends its stream with its message, after the frames before it", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params({{"fail_at", 2}}));
    viewer.data.credit(1, 100);
    expect_frames(viewer.data, 0, 2);
    const Json ended = viewer.control.notification();
    CHECK(ended["params"]["reason"] == "failed");
    CHECK(ended["params"]["message"] == "the field burned down");
    CHECK(viewer.control.result("program.start", start_params())["stream"] == 2);
}

TEST_CASE("Errors of a dataset reach the viewer with their code and message", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    CHECK(viewer.control.error_code("dataset.open", {{"dataset", "missing"}}) ==
          static_cast<int>(RpcCode::NotFound));
    const Json answer = viewer.control.call("dataset.open", {{"dataset", "broken"}});
    CHECK(answer["error"]["code"] == static_cast<int>(RpcCode::Failed));
    CHECK(answer["error"]["message"] == "cannot read 'broken': the file is truncated");
}

TEST_CASE("rate: frames are begun no more often than asked for", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    Json params = start_params();
    params["rate"] = 100;
    (void)viewer.control.result("program.start", params);
    viewer.data.credit(1, 6);
    expect_frames(viewer.data, 0, 6);
    const std::lock_guard lock(node.service.log.mutex);
    const auto& times = node.service.log.times;
    // Each keeps its place in a grid of 10 ms; only the first may have been late for its own.
    CHECK(times[5] - times[0] >= std::chrono::milliseconds(4 * 10));
}

TEST_CASE("A source that has given its answer is silent until an update", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params({{"answer", 2}}));
    viewer.data.credit(1, 10);
    expect_frames(viewer.data, 0, 2);
    (void)viewer.control.result("program.pause", {{"stream", 1}});
    (void)viewer.control.result("program.resume", {{"stream", 1}});
    CHECK(node.service.log.produced == 2);
    (void)viewer.control.result("program.update", {{"stream", 1}, {"params", {{"mark", 5}}}});
    expect_frames(viewer.data, 2, 2);
}

TEST_CASE("An update ends a frame that is being computed", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params({{"answer", 1}, {"long", true}}));
    viewer.data.credit(1, 1);
    while (node.service.log.long_begun == 0) std::this_thread::yield();
    (void)viewer.control.result("program.update",
                                {{"stream", 1}, {"params", {{"long", false}, {"mark", 8}}}});
    const Message frame = next_frame(viewer.data);
    CHECK(frame.header.sequence == 0);
    CHECK(mark_of(frame) == 8);
}

TEST_CASE("Stopping a program interrupts the frame that is being computed", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params({{"long", true}}));
    viewer.data.credit(1, 1);
    while (node.service.log.long_begun == 0) std::this_thread::yield();
    (void)viewer.control.result("program.stop", {{"stream", 1}});
    node.service.log.wait_until_all_ended();
    CHECK(node.service.log.produced == 0);
}

TEST_CASE("A refused update leaves a frame that is being computed to be begun again", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params({{"answer", 1}, {"long", true}}));
    viewer.data.credit(1, 1);
    while (node.service.log.long_begun == 0) std::this_thread::yield();
    CHECK(viewer.control.error_code("program.update", {{"stream", 1}, {"params", {{"refuse", 1}}}}) ==
          -32602);
    while (node.service.log.long_begun < 2) std::this_thread::yield();
    (void)viewer.control.result("program.update", {{"stream", 1}, {"params", {{"long", false}}}});
    expect_frames(viewer.data, 0, 1);
}

TEST_CASE("Frames that an update has outdated are not sent, and their numbers are given again", "[stream]")
{
    TestNode node;
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", start_params({{"answer", 2}}));
    viewer.data.credit(1, 1);
    expect_frames(viewer.data, 0, 1);
    while (node.service.log.produced < 1) std::this_thread::yield();
    (void)viewer.control.result("program.update", {{"stream", 1}, {"params", {{"mark", 3}}}});
    viewer.data.credit(1, 3);
    for (std::uint64_t n = 1; n < 3; ++n) {
        const Message frame = next_frame(viewer.data);
        CHECK(frame.header.sequence == n);
        CHECK(mark_of(frame) == 3);
    }
}
