// Streams of a source that makes several frames at once.
#include <algorithm>

#include "net/session/streams/frame_queue.h"
#include "tests/catch.h"
#include "tests/net/raw_peer.h"
#include "tests/net/scripted_frames.h"
#include "tests/net/scripted_node.h"

using namespace farfield::net;
using namespace farfield::net::test;

namespace {

Json several_at_once()
{
    return start_params({{"several", true}, {"bytes", 1000}});
}

std::size_t largest_batch(ProgramLog& log)
{
    std::size_t largest = 0;
    for (const auto& batch : log.batches_so_far()) largest = std::max(largest, batch.frames);
    return largest;
}

/// Reads frames, which are numbered without a gap from `next` on, until one that was made with this mark.
Message first_frame_of(RawPeer& data, std::uint64_t next, std::uint64_t mark)
{
    for (std::uint64_t n = next;; ++n) {
        auto frame = data.receive();
        REQUIRE(frame);
        REQUIRE(frame->header.sequence == n);
        if (load_big<std::uint64_t>(frame->payload.data() + 8) == mark) return *frame;
    }
}

}  // namespace

TEST_CASE("Batches: grow while credits allow, to no more than max_batch", "[stream]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    (void)viewer.control.result("program.start", several_at_once());
    viewer.data.credit(1, 500);
    expect_frames(viewer.data, 0, 500);
    CHECK(node.service.log.batches_so_far().front().frames == 1);
    CHECK(largest_batch(node.service.log) > 1);
    CHECK(largest_batch(node.service.log) <= FrameQueue::max_batch);
}

TEST_CASE("Batches: never more frames than are granted, asked for or stepped", "[stream]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    Json params = several_at_once();
    params["frames"] = 100;
    (void)viewer.control.result("program.start", params);
    for (const std::uint64_t granted : {1, 2, 5, 12, 30}) {
        const std::uint64_t before = node.service.log.produced;
        viewer.data.credit(1, granted);
        expect_frames(viewer.data, before, granted - before);
        CHECK(node.service.log.produced == granted);
    }
    (void)viewer.control.result("program.pause", {{"stream", 1}});
    viewer.data.credit(1, 1000);
    (void)viewer.control.result("program.step", {{"stream", 1}, {"frames", 5}});
    expect_frames(viewer.data, 30, 5);
    CHECK(node.service.log.produced == 35);
    (void)viewer.control.result("program.resume", {{"stream", 1}});
    expect_frames(viewer.data, 35, 65);
    CHECK(node.service.log.produced == 100);
}

TEST_CASE("Batches: one frame after a change of settings", "[stream]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    Json params = several_at_once();
    params["policy"] = "every";
    (void)viewer.control.result("program.start", params);
    viewer.data.credit(1, 100);  // the rest once the change is there: a node may make them all before it
    expect_frames(viewer.data, 0, 100);
    (void)viewer.control.result("program.update", {{"stream", 1}, {"params", {{"mark", 7}}}});
    viewer.data.credit(1, 1000);
    expect_frames(viewer.data, 100, 900);
    const auto batches = node.service.log.batches_so_far();
    const auto first =
        std::find_if(batches.begin(), batches.end(), [](const auto& b) { return b.mark == 7; });
    REQUIRE(first != batches.end());
    CHECK(first->frames == 1);
}

TEST_CASE("Batches: frames that wait when settings change are sent of every frame, not of the newest",
          "[stream]")
{
    ServerSettings settings;
    settings.silence_timeout = std::chrono::minutes(5);  // the viewer grants once, and sends no Echoes
    TestNode node(settings, each_transport());
    for (const std::string policy : {"latest", "every"}) {
        node.service.log.produced = 0;
        RawViewer viewer(node);
        Json params = start_params({{"several", true}, {"bytes", 1 << 18}});
        params["policy"] = policy;
        (void)viewer.control.result("program.start", params);
        viewer.data.credit(1, 1'000'000);
        std::uint64_t read = 0, changes_with_frames_left_out = 0;
        for (std::uint64_t mark = 1; mark <= 100 && changes_with_frames_left_out == 0; ++mark) {
            for (const std::uint64_t until = read + 10; read < until; ++read) REQUIRE(viewer.data.receive());
            (void)viewer.control.result("program.update", {{"stream", 1}, {"params", {{"mark", mark}}}});
            const auto first = first_frame_of(viewer.data, read, mark);
            read = first.header.sequence + 1;
            if (load_big<std::uint64_t>(first.payload.data()) > first.header.sequence)
                ++changes_with_frames_left_out;
        }
        CHECK(changes_with_frames_left_out == (policy == "latest" ? 1 : 0));
    }
}

TEST_CASE("Batches: a stream with a rate makes one frame at a time", "[stream]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    Json params = several_at_once();
    params["rate"] = 1000;
    (void)viewer.control.result("program.start", params);
    viewer.data.credit(1, 1000);
    expect_frames(viewer.data, 0, 50);
    CHECK(largest_batch(node.service.log) == 1);
}

TEST_CASE("Batches: slots too large for many take two buffers", "[stream]")
{
    TestNode node(each_transport());
    RawViewer viewer(node);
    Json params = several_at_once();
    params["slot_bytes"] = FrameQueue::max_buffer_bytes / 2;
    (void)viewer.control.result("program.start", params);
    viewer.data.credit(1, 50);
    expect_frames(viewer.data, 0, 50);
    CHECK(largest_batch(node.service.log) == 1);
}
