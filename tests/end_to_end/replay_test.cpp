// The stand-in node: recorded frames come back byte for byte.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "model/data/dataset_info.h"
#include "model/programs/program_answer.h"
#include "net/recording/recording.h"
#include "relay/recording/entity_recording_writer.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/net/raw_peer.h"
#include "tests/relay/recording/exercise.h"

using namespace farfield;
using namespace farfield::test;
using net::Json;
using net::RpcCode;
using net::test::Message;
using net::test::RawViewer;

namespace {

constexpr std::uint64_t recorded_frames = 12;

Json program_for(const std::string& dataset)
{
    return {{"program", "particles"},
            {"dataset", dataset},
            {"slot_bytes", 1 << 20},
            {"params",
             {{"rakes",
               {{{"kind", "line"},
                 {"from", {1, 1, 1}},
                 {"to", {2, 2, 2}},
                 {"seeds", 20},
                 {"particles_per_seed", 5}}}}}}};
}

/// Each frame an answer, without end.
Json lines_for(const std::string& dataset)
{
    Json start = program_for(dataset);
    start["program"] = "lines";
    start["params"]["steps"] = 30;
    start["params"]["repeat"] = true;
    return start;
}

/// Records the compute node's frames, and keeps them.
std::vector<Message> record(const std::string& file, const Json& start = program_for("analytic:tornado:16"))
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    const auto dataset = viewer.control.result("dataset.open", {{"dataset", "analytic:tornado:16"}});
    const auto program = viewer.control.result("program.start", start);
    net::RecordingWriter writer(file,
                                net::head_of_stream(dataset, program, model::read<net::ProgramStart>(start)));
    viewer.data.credit(1, recorded_frames);
    std::vector<Message> frames;
    for (std::uint64_t n = 0; n < recorded_frames; ++n) {
        frames.push_back(viewer.data.receive().value());
        writer.append(frames.back().header, frames.back().payload);
    }
    return frames;
}

}  // namespace

TEST_CASE("farfield-node replay: serves the recorded frames byte for byte, then ends as finished", "[replay]")
{
    const TemporaryFolder folder;
    const std::vector<Message> recorded = record(folder.file("tornado.ffr"));
    const NodeProcess node({"replay", folder.file("tornado.ffr"), "--port", "0", "--rate", "0"});
    RawViewer viewer(node.port());
    CHECK(viewer.control.result("dataset.list")["datasets"] ==
          Json{{{"name", "analytic:tornado:16"}, {"kind", "recording"}}});
    const Json info = viewer.control.result("dataset.open", {{"dataset", "analytic:tornado:16"}});
    CHECK(info["dims"] == Json{16, 16, 16});
    Json start = program_for("analytic:tornado:16");
    start["interaction"] = 77;
    const Json state = viewer.control.result("program.start", start);
    CHECK(state["stream"] == 1);
    CHECK(state["particles"] == 100);
    viewer.data.credit(1, 100);
    for (std::uint64_t n = 0; n < recorded_frames; ++n) {
        const auto frame = viewer.data.receive();
        REQUIRE(frame);
        CHECK(frame->header.type == net::MessageType::Particles);
        CHECK(frame->header.sequence == n);
        CHECK(frame->header.interaction == 77);
        CHECK(frame->header.time_ns > recorded[n].header.time_ns);
        CHECK(frame->payload == recorded[n].payload);
    }
    CHECK(viewer.control.notification()["params"]["reason"] == "finished");
}

TEST_CASE("farfield-node replay: a recording of lines comes back byte for byte", "[replay]")
{
    const TemporaryFolder folder;
    const Json start = lines_for("analytic:tornado:16");
    const std::vector<Message> recorded = record(folder.file("lines.ffr"), start);
    const NodeProcess node({"replay", folder.file("lines.ffr"), "--port", "0", "--rate", "0"});
    RawViewer viewer(node.port());
    CHECK_FALSE(
        viewer.control.result("dataset.open", {{"dataset", "analytic:tornado:16"}})["suggested"]["rakes"]
            .empty());
    CHECK(viewer.control.result("program.start", start)["lines"] == 20);
    viewer.data.credit(1, 100);
    for (const Message& answer : recorded) {
        const auto frame = viewer.data.receive();
        REQUIRE(frame);
        CHECK(frame->header.type == net::MessageType::Polylines);
        CHECK(frame->payload == answer.payload);
    }
}

TEST_CASE("farfield-node replay: at the recorded pace too, every frame comes back", "[replay]")
{
    const TemporaryFolder folder;
    const std::vector<Message> recorded = record(folder.file("tornado.ffr"));
    const NodeProcess node({"replay", folder.file("tornado.ffr"), "--port", "0"});
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", program_for("analytic:tornado:16"));
    viewer.data.credit(1, 100);
    for (const Message& frame : recorded) CHECK(viewer.data.receive()->payload == frame.payload);
}

TEST_CASE("farfield-node replay --loop: begins again, and sequence numbers go on", "[replay]")
{
    const TemporaryFolder folder;
    const std::vector<Message> recorded = record(folder.file("tornado.ffr"));
    const NodeProcess node({"replay", folder.file("tornado.ffr"), "--port", "0", "--rate", "0", "--loop"});
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", program_for("analytic:tornado:16"));
    viewer.data.credit(1, 3 * recorded_frames);
    for (std::uint64_t n = 0; n < 3 * recorded_frames; ++n) {
        const auto frame = viewer.data.receive();
        REQUIRE(frame);
        CHECK(frame->header.sequence == n);
        CHECK(frame->payload == recorded[n % recorded_frames].payload);
    }
}

TEST_CASE("farfield-node replay: pause, step, update and stop work as at the compute node", "[replay]")
{
    const TemporaryFolder folder;
    const std::vector<Message> recorded = record(folder.file("tornado.ffr"));
    const NodeProcess node({"replay", folder.file("tornado.ffr"), "--port", "0", "--rate", "0", "--loop"});
    RawViewer viewer(node.port());
    Json start = program_for("analytic:tornado:16");
    start["paused"] = true;
    (void)viewer.control.result("program.start", start);
    viewer.data.credit(1, 100);
    (void)viewer.control.result("program.step", {{"stream", 1}, {"frames", 2}});
    CHECK(viewer.data.receive()->payload == recorded[0].payload);
    CHECK(viewer.data.receive()->payload == recorded[1].payload);
    (void)viewer.control.result("program.update",
                                {{"stream", 1}, {"interaction", 5}, {"params", {{"step", 0.5}}}});
    CHECK(viewer.control.error_code("program.update", {{"stream", 1}, {"params", {{"stp", 0.5}}}}) ==
          static_cast<int>(RpcCode::InvalidParams));
    (void)viewer.control.result("program.resume", {{"stream", 1}});
    const auto third = viewer.data.receive();
    CHECK(third->header.interaction == 5);
    CHECK(third->payload == recorded[2].payload);
    CHECK(viewer.control.result("program.stop", {{"stream", 1}}) == Json::object());
}

TEST_CASE("farfield-node replay: other datasets and small slots are refused, rakes are not needed",
          "[replay]")
{
    const TemporaryFolder folder;
    (void)record(folder.file("tornado.ffr"));
    const NodeProcess node({"replay", folder.file("tornado.ffr"), "--port", "0"});
    RawViewer viewer(node.port());
    CHECK(viewer.control.error_code("dataset.open", {{"dataset", "analytic:abc"}}) ==
          static_cast<int>(RpcCode::NotFound));
    CHECK(viewer.control.error_code("program.start", program_for("analytic:abc")) ==
          static_cast<int>(RpcCode::NotFound));
    Json start = program_for("analytic:tornado:16");
    start["slot_bytes"] = 64 + 1600 - 1;
    CHECK(viewer.control.error_code("program.start", start) == static_cast<int>(RpcCode::LimitExceeded));
    start["slot_bytes"] = 64 + 1600;
    start["params"] = {{"rakse", Json::array()}};
    CHECK(viewer.control.error_code("program.start", start) == static_cast<int>(RpcCode::InvalidParams));
    start["params"] = Json::object();
    CHECK(viewer.control.result("program.start", start)["particles"] == 100);
}

TEST_CASE("farfield-node replay: a recording cut anywhere plays up to its last whole frame", "[replay]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("tornado.ffr");
    const std::vector<Message> recorded = record(file);
    const std::uint64_t frame_bytes = net::header_bytes + recorded[0].payload.size();
    const std::uint64_t all_bytes = std::filesystem::file_size(file);
    const std::uint64_t first_bytes = all_bytes - recorded_frames * frame_bytes;
    for (const std::uint64_t cut :
         {std::uint64_t{1}, net::header_bytes + 7, frame_bytes, 5 * frame_bytes + 1}) {
        std::filesystem::resize_file(file, all_bytes - cut);
        const NodeProcess node({"replay", file, "--port", "0", "--rate", "0"});
        RawViewer viewer(node.port());
        (void)viewer.control.result("program.start", program_for("analytic:tornado:16"));
        viewer.data.credit(1, 100);
        const std::uint64_t whole = recorded_frames - (cut + frame_bytes - 1) / frame_bytes;
        for (std::uint64_t n = 0; n < whole; ++n)
            CHECK(viewer.data.receive()->payload == recorded[n].payload);
        CHECK(viewer.control.notification()["params"]["reason"] == "finished");
    }
    std::filesystem::resize_file(file, first_bytes + frame_bytes - 1);
    CHECK(run_node({"replay", file, "--port", "0"}).exit_code == 1);
    std::filesystem::resize_file(file, first_bytes / 2);
    CHECK(run_node({"replay", file, "--port", "0"}).exit_code == 1);
}

TEST_CASE("farfield-node replay: a relay's recording is refused with what replays it", "[replay]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    {
        net::relay::EntityRecordingWriter writer(file, {.relay = 7});
        net::relay::test::BundleMaker maker;
        writer.append(maker.single(net::relay::test::state_of(1), net::relay::test::exercise_begin_ns));
        writer.finish();
    }
    const Outcome refused = run_node({"replay", file, "--port", "0"});
    CHECK(refused.exit_code == 1);
    CHECK_THAT(refused.error, Catch::Matchers::ContainsSubstring("replay it with: farfield-relay replay " +
                                                                 file + " --to HOST[:PORT]"));
}

TEST_CASE("farfield-node replay: a file that is cut while it is served fails its programs, not the node",
          "[replay]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("tornado.ffr");
    const std::vector<Message> recorded = record(file);
    const NodeProcess node({"replay", file, "--port", "0", "--rate", "0", "--loop"});
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", program_for("analytic:tornado:16"));
    viewer.data.credit(1, 3);
    for (std::uint64_t n = 0; n < 3; ++n) CHECK(viewer.data.receive()->payload == recorded[n].payload);
    std::filesystem::resize_file(file, 0);
    viewer.data.credit(1, 100);
    const Json ended = viewer.control.notification()["params"];
    CHECK(ended["reason"] == "failed");
    CHECK(ended["message"].get<std::string>().find("has changed since it was opened") != std::string::npos);
    CHECK(viewer.control.result("dataset.list")["datasets"].size() == 1);
}

TEST_CASE("farfield-node replay: a frame with counts that do not fit its length is never sent", "[replay]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("tornado.ffr");
    const std::vector<Message> recorded = record(file);
    const NodeProcess node({"replay", file, "--port", "0", "--rate", "0"});
    const std::uint64_t payload_at = std::filesystem::file_size(file) - recorded.back().payload.size();
    {
        std::fstream changed{file, std::ios::in | std::ios::out | std::ios::binary};
        changed.seekp(static_cast<std::streamoff>(payload_at));
        changed.write("\xff\xff\xff\xff", 4);  // particles that follow
    }
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", program_for("analytic:tornado:16"));
    viewer.data.credit(1, 100);
    for (std::uint64_t n = 0; n + 1 < recorded_frames; ++n)
        CHECK(viewer.data.receive()->payload == recorded[n].payload);
    const Json ended = viewer.control.notification()["params"];
    CHECK(ended["reason"] == "failed");
    CHECK(ended["message"] == "frame 11 of the recording is damaged: its counts do not fit its 1664 bytes");
}
