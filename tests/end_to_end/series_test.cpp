// Programs on a series of files that do not fit in memory together: a node that may take little memory
// against one that may take much.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_series.h"
#include "tests/end_to_end/node_process.h"
#include "tests/net/raw_peer.h"

using namespace farfield;
using namespace farfield::test;
using Catch::Matchers::ContainsSubstring;
using net::Json;
using net::test::Message;
using net::test::RawViewer;

namespace {

constexpr int n = 17, slices = 12;  // 0.5 s apart
constexpr std::uint64_t slice_bytes = 16 * n * n * n;
const std::string dataset = "slice-*.nc";

struct Series {
    Series() : names{compute::testing::write_pulsing_series(folder.path(), n, slices)} {}

    /// A node that has room for so many slices beside what opening the dataset takes.
    [[nodiscard]] std::vector<std::string> serve(double room) const
    {
        const auto bytes = 3 * std::filesystem::file_size(names.front()) +
                           static_cast<std::uint64_t>(room * static_cast<double>(slice_bytes));
        return {"serve",
                "--port",
                "0",
                "--data",
                folder.path().string(),
                "--max-dataset-bytes",
                std::to_string(bytes)};
    }

    TemporaryFolder folder;
    std::vector<std::string> names;
};

constexpr double two_programs = 10.5, all_slices = 40;

Json line_rake()
{
    return Json::array({{{"kind", "line"},
                         {"from", {1.0, 1.5, 2.0}},
                         {"to", {5.0, 4.5, 4.0}},
                         {"seeds", 20},
                         {"particles_per_seed", 5}}});
}

Json program(const std::string& name, const Json& params)
{
    Json all{{"program", name}, {"dataset", dataset}, {"policy", "every"}, {"slot_bytes", 1 << 20}};
    all["params"] = params;
    all["params"]["rakes"] = line_rake();
    return all;
}

Json particles(const Json& time = {{"start", 0.3}}, bool developed = true)
{
    return program("particles",
                   {{"step", 0.03}, {"max_age_frames", 40}, {"time", time}, {"developed", developed}});
}

std::vector<Message> frames_of(RawViewer& viewer, const Json& start, std::uint64_t count)
{
    const std::uint32_t stream = viewer.control.result("program.start", start)["stream"];
    viewer.data.credit(stream, count);
    std::vector<Message> frames;
    while (frames.size() < count) frames.push_back(viewer.data.receive().value());
    (void)viewer.control.result("program.stop", {{"stream", stream}});
    return frames;
}

/// But for the clocks in the preamble.
bool same_frame(const Message& a, const Message& b)
{
    const auto same = [&](std::size_t begin, std::size_t end) {
        return std::equal(a.payload.begin() + begin, a.payload.begin() + end, b.payload.begin() + begin);
    };
    return a.payload.size() == b.payload.size() && same(0, 16) && same(32, a.payload.size());
}

}  // namespace

TEST_CASE("A series that does not fit is opened with all its time steps", "[series]")
{
    const Series series;
    const NodeProcess node(series.serve(two_programs));
    RawViewer viewer(node.port());
    const Json info = viewer.control.result("dataset.open", {{"dataset", dataset}});
    CHECK(info["time_steps"] == slices);
    CHECK(info["time_span"] == Json{0.0, 0.5 * (slices - 1)});
    CHECK(double{info["scalars"][0]["range"][1]} > 1.0);
    CHECK(info["suggested"]["rakes"].size() == 1);
    CHECK_THAT(info["remarks"][0].get<std::string>(),
               ContainsSubstring("12 time slices are read when they are needed"));
}

TEST_CASE("Particles of a series that does not fit are those of one that does", "[series]")
{
    const Series series;
    const NodeProcess little(series.serve(two_programs)), much(series.serve(all_slices));
    RawViewer through_window(little.port()), in_memory(much.port());
    for (const Json& time : {Json{{"start", 0.3}}, Json{{"start", 4.9}, {"loop", false}}}) {
        const auto found =
            frames_of(through_window, particles(time), 250);  // 7.5 s: the series is 5.5 s long
        const auto expected = frames_of(in_memory, particles(time), 250);
        CHECK(std::equal(found.begin(), found.end(), expected.begin(), expected.end(), same_frame));
    }
}

TEST_CASE("Lines of a series that does not fit are those of one that does", "[series]")
{
    const Series series;
    const NodeProcess little(series.serve(two_programs)), much(series.serve(all_slices));
    RawViewer through_window(little.port()), in_memory(much.port());
    for (const std::string kind : {"streamline", "pathline", "streakline", "timeline"}) {
        Json start = program("lines", {{"kind", kind}, {"step", 0.05}, {"steps", 60}, {"parts", 3}});
        if (kind == "timeline") start["params"]["release_steps"] = 10;
        if (kind == "pathline") start["params"]["direction"] = "both";
        start["params"]["time"] = 3.2;
        const auto found = frames_of(through_window, start, 3), expected = frames_of(in_memory, start, 3);
        CAPTURE(kind);
        CHECK(std::equal(found.begin(), found.end(), expected.begin(), expected.end(), same_frame));
    }
}

TEST_CASE("Two programs share the memory for slices; a third is refused and harms neither", "[series]")
{
    const Series series;
    const NodeProcess node(series.serve(two_programs));
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", particles());
    const Json lines = program("lines", {{"kind", "pathline"}});
    (void)viewer.control.result("program.start", lines);
    const Json answer = viewer.control.call("program.start", lines);
    CHECK_THAT(answer["error"]["message"].get<std::string>(), ContainsSubstring("max_dataset_bytes"));
    viewer.data.credit(1, 100);
    for (int i = 0; i < 100; ++i) CHECK(viewer.data.receive());
    viewer.data.credit(2, 1);
    CHECK(viewer.data.receive());
}

TEST_CASE("A program gets the memory of one that was just stopped", "[series]")
{
    const Series series;
    const NodeProcess node(series.serve(5.5));  // one window
    RawViewer viewer(node.port());
    for (int i = 0; i < 20; ++i) CHECK(frames_of(viewer, particles(), 3).size() == 3);
}

TEST_CASE("A scalar is chosen while slices are read on the way", "[series]")
{
    const Series series;
    const NodeProcess node(series.serve(5.5));  // one window
    RawViewer viewer(node.port());
    const Json stream{{"stream", viewer.control.result("program.start", particles())["stream"]}};
    Json change = stream;
    change["interaction"] = 7;
    change["params"] = {{"scalar", "vorticity"}};
    const Json state = viewer.control.result("program.update", change);
    CHECK(state["scalar"]["name"] == "vorticity");
    CHECK(double{state["scalar"]["range"][1]} > 0.5);
    viewer.data.credit(1, 20);
    for (int i = 0; i < 20; ++i) CHECK(viewer.data.receive()->header.interaction == 7);
    change["params"]["scalar"] = "nonsense";
    CHECK(viewer.control.call("program.update", change).contains("error"));
}

TEST_CASE("A file that vanishes ends the stream that wants it with one message, and harms nothing else",
          "[series]")
{
    const Series series;
    const NodeProcess node(series.serve(two_programs));
    RawViewer viewer(node.port());
    const std::uint32_t victim =
        viewer.control.result("program.start", particles({{"start", 0}}, false))["stream"];
    Json steady = program("particles", {});
    steady["dataset"] = "analytic:cell";
    const std::uint32_t other = viewer.control.result("program.start", steady)["stream"];
    std::filesystem::remove(series.names[9]);  // at 4.5 s
    viewer.data.credit(victim, 1000);
    Json ended;
    int frames = 0;
    std::thread reader{[&] {
        while (viewer.data.receive()->header.stream == victim) ++frames;
    }};
    while (ended["method"] != "program.ended") ended = viewer.control.receive_json();
    viewer.data.credit(other, 1);
    reader.join();
    CHECK(ended["params"]["stream"] == victim);
    CHECK(ended["params"]["reason"] == "failed");
    const std::string message = ended["params"]["message"];
    CHECK_THAT(message, ContainsSubstring("slice-009.nc"));
    CHECK(message.find('\n') == std::string::npos);
    CHECK(frames <= 134);  // to 3.99 s: from 4 s on the slice is needed
    CHECK(frames > 134 - 8);
    CHECK(frames_of(viewer, particles({{"start", 0}}, false), 100).size() == 100);
}
