// Frames across a cut of the data connection, over real sockets.
#include "net/session/streams/frame_queue.h"
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_frames.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

/// A viewer that says which frames it has.
struct AcknowledgingViewer {
    explicit AcknowledgingViewer(std::uint16_t port) : port_(port), control(port)
    {
        session = control.result("session.open", {{"protocol", {protocol_version}}, {"acknowledge", true}});
        attach();
    }
    /// A data connection in place of the one there is.
    void attach()
    {
        data.emplace(port_);
        (void)data->result("session.attach",
                           {{"session", session["session"]}, {"secret", session["secret"]}});
    }
    void credit(std::uint64_t total, std::uint32_t received)
    {
        data->send({.type = MessageType::Credit, .stream = 1, .interaction = received, .sequence = total});
    }
    void start(const char* policy, std::uint64_t frames = 0)
    {
        Json params = start_params({{"bytes", 100}});
        params["policy"] = policy;
        if (frames > 0) params["frames"] = frames;
        (void)control.result("program.start", params);
    }

    std::uint16_t port_;
    RawPeer control;
    std::optional<RawPeer> data;
    Json session;
};

}  // namespace

TEST_CASE("Acknowledged frames: session.open lists the feature", "[session][acknowledge]")
{
    TestNode node;
    const AcknowledgingViewer viewer(node.port());
    CHECK(viewer.session["features"] == Json{"resume", "acknowledge", "single", "share"});
}

TEST_CASE("Acknowledged frames: none is lost or doubled when the data connection is replaced",
          "[session][acknowledge]")
{
    constexpr std::uint64_t cuts = 20, frames_between = 20;
    TestNode node;
    AcknowledgingViewer viewer(node.port());
    viewer.start("every");
    std::uint64_t received = 0;
    for (std::uint64_t cut = 0; cut < cuts; ++cut) {
        viewer.credit(100'000, static_cast<std::uint32_t>(received));
        expect_frames(*viewer.data, received, frames_between);
        received += frames_between;
        viewer.attach();
    }
    CHECK(node.service.log.produced >= received);
}

TEST_CASE("Acknowledged frames: the node keeps no more than its buffers, and computes nothing beyond them",
          "[session][acknowledge]")
{
    TestNode node;
    AcknowledgingViewer viewer(node.port());
    viewer.start("every");
    viewer.credit(100'000, 0);
    expect_frames(*viewer.data, 0, FrameQueue::max_kept_buffers);
    CHECK(node.service.log.produced == FrameQueue::max_kept_buffers);
    viewer.credit(100'000, 10);
    expect_frames(*viewer.data, FrameQueue::max_kept_buffers, 10);
    CHECK(node.service.log.produced == FrameQueue::max_kept_buffers + 10);
}

TEST_CASE("Acknowledged frames: the last ones of a program that has ended outlive a cut",
          "[session][acknowledge]")
{
    TestNode node;
    AcknowledgingViewer viewer(node.port());
    viewer.start("every", 5);
    viewer.credit(100, 0);
    expect_frames(*viewer.data, 0, 5);
    CHECK(viewer.control.notification()["method"] == "program.ended");
    viewer.attach();
    viewer.credit(100, 3);
    expect_frames(*viewer.data, 3, 2);
    CHECK(viewer.control.result("node.stats")["sessions"][0]["streams"].size() == 1);
    viewer.credit(100, 5);
    Json streams;
    do streams = viewer.control.result("node.stats")["sessions"][0]["streams"];
    while (!streams.empty());
    CHECK(streams.empty());
}

TEST_CASE("Acknowledged frames: under policy latest the newest frame is sent to the next connection",
          "[session][acknowledge]")
{
    TestNode node;
    AcknowledgingViewer viewer(node.port());
    viewer.start("latest");
    viewer.credit(3, 0);
    expect_frames(*viewer.data, 0, 3);
    viewer.attach();  // it had one, and lost two
    viewer.credit(1, 1);
    const Message newest = next_frame(*viewer.data);
    CHECK(newest.header.sequence == 1);
    CHECK(number_of(newest) == 2);
    viewer.credit(2, 2);
    const Message next = next_frame(*viewer.data);
    CHECK(next.header.sequence == 2);
    CHECK(number_of(next) == 3);
}

TEST_CASE("Acknowledged frames: a viewer that claims what was not sent ends its data connection alone",
          "[session][acknowledge]")
{
    TestNode node;
    AcknowledgingViewer viewer(node.port());
    viewer.start("every");
    viewer.credit(2, 5);
    const Json refused = viewer.data->receive_json();
    CHECK(refused["error"]["code"] == static_cast<int>(RpcCode::BrokenMessage));
    CHECK_THAT(refused["error"]["message"].get<std::string>(),
               Catch::Matchers::ContainsSubstring("5 frames of stream 1"));
    CHECK(viewer.data->is_closed());
    viewer.attach();
    viewer.credit(2, 0);
    expect_frames(*viewer.data, 0, 2);
}
