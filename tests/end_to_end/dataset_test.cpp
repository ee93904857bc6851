// Datasets and programs of a node process: their errors reach the viewer in one line.
#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>

#include "net/message/byte_order.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/net/raw_peer.h"

using namespace farfield;
using namespace farfield::test;
using Catch::Matchers::ContainsSubstring;
using net::Json;
using net::RpcCode;
using net::test::RawViewer;

namespace {

/// Braces alone would make an object of one rake.
Json rakes(const std::vector<Json>& list)
{
    return list;
}

Json start(const std::string& dataset, const Json& all_rakes)
{
    return {{"program", "particles"},
            {"dataset", dataset},
            {"slot_bytes", 1 << 20},
            {"params", {{"rakes", all_rakes}}}};
}

Json point(double x, double y, double z)
{
    return {{"kind", "point"}, {"at", {x, y, z}}};
}

/// The call fails with this code, and says `what` in one line.
void expect_error(RawViewer& viewer, const std::string& method, const Json& params, RpcCode code,
                  const std::string& what)
{
    const Json answer = viewer.control.call(method, params);
    REQUIRE(answer.contains("error"));
    CHECK(answer["error"]["code"] == static_cast<int>(code));
    const std::string message = answer["error"]["message"];
    CHECK_THAT(message, ContainsSubstring(what));
    CHECK(message.find('\n') == std::string::npos);
}

/// 3 x 3 x 3 nodes over [0, 2]^3 that all flow along x, but for one NaN at the corner (2, 2, 2).
std::string legacy_vtk_with_nan()
{
    std::string text =
        "# vtk DataFile Version 3.0\nflow\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 3 3\n"
        "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 27\nVECTORS velocity float\n";
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (int node = 0; node < 27; ++node)
        for (const float value : {node < 26 ? 1.0F : nan, 0.0F, 0.0F}) {
            std::array<std::byte, 4> bytes{};
            net::store_big(bytes.data(), value);
            text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        }
    return text + "\n";
}

}  // namespace

TEST_CASE("dataset.list: built-in fields come without a data folder", "[dataset]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    const Json datasets = viewer.control.result("dataset.list")["datasets"];
    CHECK(datasets.size() == 5);
    for (const Json& entry : datasets) {
        CHECK(entry["kind"] == "analytic");
        const Json info = viewer.control.result("dataset.open", {{"dataset", entry["name"]}});
        CHECK(info["dataset"] == entry["name"]);
        CHECK(info["scalars"][0]["name"] == "speed");
        CHECK(info["suggested"]["rakes"].size() == 1);
        const Json state =
            viewer.control.result("program.start", start(entry["name"], info["suggested"]["rakes"]));
        CHECK(state["seeds_outside"] == 0);
        (void)viewer.control.result("program.stop", {{"stream", state["stream"]}});
    }
}

TEST_CASE("dataset.open: names that lead out of the data folders, or nowhere, are not found", "[dataset]")
{
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "data");
    (void)folder.write("outside.vtk", legacy_vtk_with_nan());
    std::filesystem::create_symlink(folder.file("outside.vtk"), folder.path() / "data" / "link.vtk");
    const NodeProcess node({"serve", "--port", "0", "--data", folder.file("data")});
    RawViewer viewer(node.port());
    for (const std::string name : {"../outside.vtk", "../../etc/passwd", "/etc/passwd", "link.vtk",
                                   "none.vtk", "", "data/..", "./../outside.vtk+../outside.vtk"})
        expect_error(viewer, "dataset.open", {{"dataset", name}}, RpcCode::NotFound, "");
    expect_error(viewer, "program.start", start("../outside.vtk", rakes({point(1, 1, 1)})), RpcCode::NotFound,
                 "outside");
}

TEST_CASE("dataset.open: a file that is no dataset fails with its name", "[dataset]")
{
    const TemporaryFolder folder;
    (void)folder.write("nonsense.vtk", "this is no VTK file\n");
    (void)folder.write("short.vti", "<VTKFile type=\"ImageData\"");
    const NodeProcess node({"serve", "--port", "0", "--data", folder.path().string()});
    RawViewer viewer(node.port());
    expect_error(viewer, "dataset.open", {{"dataset", "nonsense.vtk"}}, RpcCode::Failed, "nonsense.vtk");
    expect_error(viewer, "dataset.open", {{"dataset", "short.vti"}}, RpcCode::Failed, "short.vti");
    CHECK(viewer.control.result("dataset.open", {{"dataset", "analytic:cell"}})["kind"] == "analytic");
}

TEST_CASE("dataset.open: a truncated PLOT3D solution fails with its name", "[dataset]")
{
    const std::filesystem::path plot3d = data_folder() / "fields" / "plot3d";
    if (data_folder().empty()) {
        std::cout << "skipped: no data at FARFIELD_DATA_DIR or ../shared/data\n";
        return;
    }
    const TemporaryFolder folder;
    (void)folder.write("combxyz.bin", read_text(plot3d / "combxyz.bin"));
    const std::string solution = read_text(plot3d / "combq.bin");
    const NodeProcess node({"serve", "--port", "0", "--data", folder.path().string()});
    RawViewer viewer(node.port());
    for (const std::size_t bytes :
         {solution.size() / 2, solution.size() - 4, std::size_t{20}, std::size_t{0}}) {
        (void)folder.write("combq.bin", solution.substr(0, bytes));
        expect_error(viewer, "dataset.open", {{"dataset", "combxyz.bin+combq.bin"}}, RpcCode::Failed,
                     "combq.bin");
    }
    (void)folder.write("combq.bin", solution);
    CHECK(viewer.control.result("dataset.open", {{"dataset", "combxyz.bin+combq.bin"}})["kind"] ==
          "curvilinear");
}

TEST_CASE("dataset.open: all datasets together take no more memory than the node allows", "[dataset]")
{
    const NodeProcess node({"serve", "--port", "0", "--max-dataset-bytes", "20000000"});
    RawViewer viewer(node.port());
    expect_error(viewer, "dataset.open", {{"dataset", "analytic:abc:512"}}, RpcCode::LimitExceeded,
                 "max_dataset_bytes");
    // Unused ones make room for the next.
    for (const std::string name : {"analytic:abc:64", "analytic:cell:64", "analytic:tornado:80"})
        CHECK(viewer.control.result("dataset.open", {{"dataset", name}})["dataset"] == name);
    // A program keeps its own.
    (void)viewer.control.result("program.start", start("analytic:tornado:80", rakes({point(0.5, 0.5, 0.5)})));
    expect_error(viewer, "dataset.open", {{"dataset", "analytic:abc:80"}}, RpcCode::LimitExceeded, "in use");
}

TEST_CASE("farfield-node info: a PLOT3D grid and its solution may be two arguments", "[dataset]")
{
    if (data_folder().empty()) {
        std::cout << "skipped: no data at FARFIELD_DATA_DIR or ../shared/data\n";
        return;
    }
    const std::string plot3d = (data_folder() / "fields" / "plot3d").string() + "/";
    const Outcome two = run_node({"info", plot3d + "combxyz.bin", plot3d + "combq.bin", "analytic:abc"});
    CHECK(two.exit_code == 0);
    CHECK_THAT(two.out, Catch::Matchers::ContainsSubstring("57 x 33 x 25"));
    CHECK_THAT(two.out, Catch::Matchers::ContainsSubstring("analytic:abc"));
}

TEST_CASE("Invalid data in a field ends particles as NaN, nothing else", "[dataset]")
{
    const TemporaryFolder folder;
    (void)folder.write("nan.vtk", legacy_vtk_with_nan());
    const NodeProcess node({"serve", "--port", "0", "--data", folder.path().string()});
    RawViewer viewer(node.port());
    const Json info = viewer.control.result("dataset.open", {{"dataset", "nan.vtk"}});
    CHECK(info["scalars"][0]["range"] == Json{1.0, 1.0});
    Json program =
        start("nan.vtk", rakes({point(0.5, 0.5, 0.5), point(0.75, 1.5, 1.5), point(1.5, 1.5, 1.5)}));
    program["params"]["step"] = 0.25;
    const Json state = viewer.control.result("program.start", program);
    CHECK(state["seeds_outside"] == 1);  // the third lies in the cell with the NaN
    viewer.data.credit(1, 2);
    for (int n = 0; n < 2; ++n) {
        const auto frame = viewer.data.receive();
        REQUIRE(frame);
        const std::byte* particles = frame->payload.data() + 64;
        CHECK(net::load_big<float>(particles) == Approx(0.5 + 0.25 * n));
        CHECK(std::isnan(net::load_big<float>(particles + 16)) == (n == 1));  // at x = 1 it enters that cell
        CHECK(std::isnan(net::load_big<float>(particles + 32)));
    }
}

TEST_CASE("Derived scalars are listed, and chosen while a program runs", "[dataset]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    const Json info = viewer.control.result("dataset.open", {{"dataset", "analytic:abc:33"}});
    REQUIRE(info["scalars"].size() == 10);  // speed, four of the gradient, three components, age, arc-length
    CHECK(info["scalars"][1]["name"] == "vorticity");
    CHECK_FALSE(info["scalars"][1].contains("range"));  // not known before it is chosen
    Json program = start("analytic:abc:33", rakes({point(3, 3, 3)}));
    const Json state = viewer.control.result("program.start", program);
    const double fastest = state["scalar"]["range"][1];
    const Json updated = viewer.control.result(
        "program.update",
        {{"stream", state["stream"]}, {"interaction", 1}, {"params", {{"scalar", "vorticity"}}}});
    CHECK(updated["scalar"]["name"] == "vorticity");
    CHECK(double{updated["scalar"]["range"][1]} == Approx(fastest).epsilon(0.02));  // curl v = v
}

TEST_CASE("Age is a scalar of particles and of lines in every dataset", "[dataset]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    const Json info = viewer.control.result("dataset.open", {{"dataset", "analytic:abc"}});
    CHECK(info["scalars"][info["scalars"].size() - 2]["name"] == "age");
    Json program = start("analytic:abc", rakes({point(3, 3, 3)}));
    program["params"]["scalar"] = "age";
    program["params"]["step"] = -0.25;
    program["params"]["steps_per_frame"] = 2;
    program["params"]["max_age_frames"] = 5;
    const Json state = viewer.control.result("program.start", program);
    CHECK(state["scalar"] == Json{{"name", "age"}, {"units", ""}, {"range", {0.0, 2.0}}});
    viewer.data.credit(1, 4);
    for (int n = 0; n < 4; ++n)
        CHECK(net::load_big<float>(viewer.data.receive()->payload.data() + 64 + 12) == Approx(0.5 * n));
    program["program"] = "lines";
    program["params"] = {{"rakes", rakes({point(3, 3, 3)})}, {"scalar", "age"}, {"step", 0.25}, {"steps", 3}};
    CHECK(viewer.control.result("program.start", program)["scalar"]["range"] == Json{0.0, 0.75});
    viewer.data.credit(2, 1);
    const auto lines = viewer.data.receive();
    for (int n = 0; n < 4; ++n)
        CHECK(net::load_big<float>(lines->payload.data() + 64 + 16 * n + 12) == Approx(0.25 * n));
}

namespace {

/// The scalars of the first frame's, or frames', first points, `apart` bytes from each other.
std::vector<float> scalars_of(RawViewer& viewer, const Json& program, std::uint32_t frames, int points,
                              std::size_t apart)
{
    const Json stream = viewer.control.result("program.start", program)["stream"];
    viewer.data.credit(stream, frames);
    std::vector<float> scalars;
    for (std::uint32_t n = 0; n < frames; ++n) {
        const auto frame = viewer.data.receive();
        for (int i = 0; i < points; ++i)
            scalars.push_back(net::load_big<float>(frame->payload.data() + 64 + i * apart + 12));
    }
    (void)viewer.control.result("program.stop", {{"stream", stream}});
    return scalars;
}

}  // namespace

TEST_CASE("Arc length is a scalar of particles and of lines in every dataset", "[dataset]")
{
    const TemporaryFolder folder;
    (void)folder.write("wind.vtk", legacy_vtk_with_nan());
    const NodeProcess node({"serve", "--port", "0", "--data", folder.path().string()});
    RawViewer viewer(node.port());
    CHECK(viewer.control.result("dataset.open", {{"dataset", "wind.vtk"}})["scalars"].back()["name"] ==
          "arc-length");
    Json program = start("wind.vtk", rakes({point(0.25, 0.5, 0.5)}));
    program["params"]["step"] = 0.125;
    program["params"]["scalar"] = "arc-length";
    const std::vector<float> steps{0.0F, 0.125F, 0.25F, 0.375F};
    CHECK(scalars_of(viewer, program, 4, 1, 16) == steps);
    program["program"] = "lines";
    program["params"]["steps"] = 3;
    for (const std::string kind : {"streamline", "pathline", "streakline", "timeline"}) {
        program["params"]["kind"] = kind;
        // A timeline has one point here, and the one that ends it.
        CHECK(scalars_of(viewer, program, 1, 4, kind == "timeline" ? 32 : 16) == steps);
    }
}

TEST_CASE("Arc length chosen while particles run is that of lives that begin then", "[dataset]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    Json program = start("analytic:cell", rakes({point(1, 2, 3)}));
    program["params"]["step"] = 0.25;
    program["params"]["max_age_frames"] = 3;
    const Json state = viewer.control.result("program.start", program);
    viewer.data.credit(1, 1);
    (void)viewer.data.receive();
    const Json updated = viewer.control.result(
        "program.update", {{"stream", state["stream"]}, {"params", {{"scalar", "arc-length"}}}});
    CHECK(updated["scalar"]["name"] == "arc-length");
    CHECK(double{updated["scalar"]["range"][1]} == Approx(0.5 * double{state["scalar"]["range"][1]}));
    viewer.data.credit(1, 5);
    const auto particle = [&] { return viewer.data.receive()->payload; };
    auto bytes = particle();
    CHECK(std::isfinite(net::load_big<float>(bytes.data() + 64)));
    CHECK(std::isnan(net::load_big<float>(bytes.data() + 64 + 12)));
    (void)particle();
    (void)particle();  // in which it is dead
    bytes = particle();
    CHECK(net::load_big<float>(bytes.data() + 64 + 12) == 0.0F);
}

TEST_CASE("program.start: a seed outside is counted, and its particles stay NaN", "[dataset]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    const Json state = viewer.control.result(
        "program.start", start("analytic:cell", rakes({point(-1, 0, 0), point(3, 3, 3)})));
    CHECK(state["seeds_outside"] == 1);
    viewer.data.credit(1, 3);
    for (int n = 0; n < 3; ++n) {
        const auto frame = viewer.data.receive();
        REQUIRE(frame);
        CHECK(std::isnan(net::load_big<float>(frame->payload.data() + 64)));
        CHECK_FALSE(std::isnan(net::load_big<float>(frame->payload.data() + 80)));
    }
}

TEST_CASE("program.start: wrong settings are named", "[dataset]")
{
    const NodeProcess node({"serve", "--port", "0", "--max-particles", "1000"});
    RawViewer viewer(node.port());
    const auto refused = [&viewer](const Json& program, RpcCode code, const std::string& what) {
        expect_error(viewer, "program.start", program, code, what);
    };
    refused(start("analytic:cell", rakes({})), RpcCode::InvalidParams, "rakes");
    Json none = start("analytic:cell", rakes({}));
    none["params"].erase("rakes");
    refused(none, RpcCode::InvalidParams, "rakes");
    Json line{{"kind", "line"}, {"from", {1, 1, 1}}, {"to", {2, 2, 2}}, {"seeds", 0}};
    refused(start("analytic:cell", rakes({line})), RpcCode::InvalidParams, "seeds");
    line["seeds"] = 1001;
    refused(start("analytic:cell", rakes({line})), RpcCode::LimitExceeded, "max_particles");
    Json scalar = start("analytic:cell", rakes({point(1, 1, 1)}));
    scalar["params"]["scalar"] = "temperature";
    refused(scalar, RpcCode::InvalidParams, "temperature");
    refused(scalar, RpcCode::InvalidParams, "particles and lines also have 'age' and 'arc-length'");
    Json step = start("analytic:cell", rakes({point(1, 1, 1)}));
    step["params"]["step"] = 0;
    refused(step, RpcCode::InvalidParams, "step");
    Json misspelt = start("analytic:cell", rakes({point(1, 1, 1)}));
    misspelt["params"]["maxage"] = 5;
    refused(misspelt, RpcCode::InvalidParams, "maxage");
    refused(start("analytic:nowhere", rakes({point(1, 1, 1)})), RpcCode::NotFound, "nowhere");
}

TEST_CASE("program.update: a rake that outgrows the viewer's slots is refused, and the old one goes on",
          "[dataset]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    Json program = start("analytic:cell", rakes({point(3, 3, 3)}));
    program["slot_bytes"] = 100;
    CHECK(viewer.control.result("program.start", program)["frame_bytes"] == 80);
    const Json change{{"stream", 1},
                      {"params", {{"rakes", rakes({point(1, 1, 1), point(2, 2, 2), point(3, 3, 3)})}}}};
    const Json answer = viewer.control.call("program.update", change);
    CHECK(answer["error"]["data"] == Json{{"limit", "slot_bytes"}, {"value", 100}, {"asked", 112}});
    viewer.data.credit(1, 1);
    CHECK(viewer.data.receive()->payload.size() == 80);
}
