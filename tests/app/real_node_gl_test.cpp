#include <QImage>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>
#include <vector>

#include "tests/app/played_script.h"
#include "tests/app/run_program.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/net/cutting_proxy.h"
#include "tests/temporary_folder.h"

// `farfield` and `farfield-node`, as a user starts them.
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("farfield play: connections that are cut change nothing but the time", "[real]")
{
    // 20 frames of 1,664 bytes: each cut comes after about a quarter of them.
    const NodeProcess node({"serve", "--port", "0"});
    const Bench bench;
    CHECK(run_farfield(bench.play(node, "undisturbed")).exit_code == 0);
    const farfield::net::test::CuttingProxy proxy(node.port(), 9'000, 2);
    const auto played = run_farfield(bench.play(proxy.port(), "cut"));
    CAPTURE(played.errors);
    CHECK(played.exit_code == 0);
    CHECK(proxy.cuts() == 2);
    const auto cut = bench.report("cut"), undisturbed = bench.report("undisturbed");
    CHECK(cut["payload_hash"] == undisturbed["payload_hash"]);
    CHECK(cut["totals"]["frames_drawn"] == 20);
    CHECK(cut["link"]["resumes"] == 2);
    CHECK(cut["link"]["interrupted_ms"].get<double>() > 0.0);
    CHECK(undisturbed["link"]["resumes"] == 0);
    CHECK_THAT(played.errors, ContainsSubstring("the session is kept"));
}

TEST_CASE("farfield play: two plays of a script against a node have the same hashes", "[play]")
{
    const NodeProcess node({"serve", "--port", "0"});
    const Bench bench;
    for (const auto* name : {"one", "two"}) {
        const auto played = run_farfield(bench.play(node, name));
        CAPTURE(played.errors);
        REQUIRE(played.exit_code == 0);
        CHECK_THAT(played.output, ContainsSubstring("20 frames drawn") && ContainsSubstring("median"));
    }
    CHECK(bench.column("one", hash_column).size() == 21);
    CHECK(bench.column("one", hash_column) == bench.column("two", hash_column));
    CHECK(bench.report("one")["payload_hash"] == bench.report("two")["payload_hash"]);
    CHECK_FALSE(bench.report("one")["renderer"]["renderer"].get<std::string>().empty());
}

TEST_CASE("farfield record: what is replayed is what was recorded", "[record]")
{
    const Bench bench;
    const auto recording = (bench.folder / "s.ffr").string();
    {
        const NodeProcess node({"serve", "--port", "0"});
        REQUIRE(run_farfield(bench.play(node, "live")).exit_code == 0);
        const auto recorded = run_farfield({"record", bench.folder / "s.toml", "--out", recording, "--node",
                                            "127.0.0.1:" + std::to_string(node.port())});
        CAPTURE(recorded.errors);
        REQUIRE(recorded.exit_code == 0);
        CHECK_THAT(recorded.output, ContainsSubstring("20 of 20 frames"));
    }
    const NodeProcess node({"replay", recording, "--port", "0"});
    const auto played = run_farfield(bench.play(node, "replayed"));
    CAPTURE(played.errors);
    REQUIRE(played.exit_code == 0);
    CHECK(bench.column("live", hash_column) == bench.column("replayed", hash_column));

    const Bench longer(
        std::string(script).replace(std::string(script).find("frames = 20"), 11, "frames = 40"));
    const auto cut_short = run_farfield(longer.play(node, "report"));
    CHECK(cut_short.exit_code == 1);
    CHECK_THAT(cut_short.errors, ContainsSubstring("ended early after 20 frames"));
    CHECK(longer.report("report")["status"] == "ended early");
}

TEST_CASE("farfield play: a node that is killed is exit code 1 and a report that says so", "[play]")
{
    NodeProcess node({"serve", "--port", "0"});
    const Bench bench("rate = 100\n" + long_script() + "[output]\npng = [0]\n");
    auto command = bench.play(node, "report");
    command.insert(command.begin(), FARFIELD_PROGRAM);
    const auto has_first_picture = [&] {
        std::error_code none;  // until the folder is there
        for (const auto& entry : std::filesystem::directory_iterator(bench.folder / "report", none))
            if (std::filesystem::exists(entry.path() / "frame-000000.png", none)) return true;
        return false;
    };
    const auto played = run_program(command, [&](pid_t) {
        while (!has_first_picture()) std::this_thread::yield();
        (void)node.stop(SIGKILL);
    });
    CHECK(played.exit_code == 1);
    CHECK_THAT(played.errors, ContainsSubstring("\nfarfield: node lost after"));
    CHECK(bench.report("report")["status"] == "node lost");
}

TEST_CASE("farfield record: Ctrl-C leaves a whole recording", "[record]")
{
    const NodeProcess node({"serve", "--port", "0"});
    const Bench bench("rate = 200\n" + std::string(script));
    const auto recording = bench.folder / "s.ffr";
    const auto recorded =
        run_program({FARFIELD_PROGRAM, "record", bench.folder / "s.toml", "--out", recording, "--frames",
                     "1000000", "--node", "127.0.0.1:" + std::to_string(node.port())},
                    [&](pid_t child) {
                        std::error_code missing;
                        while (std::filesystem::file_size(recording, missing) < 50'000 || missing)
                            std::this_thread::yield();
                        kill(child, SIGINT);
                    });
    CAPTURE(recorded.errors);
    CHECK(recorded.exit_code == 0);
    const NodeProcess replay({"replay", recording, "--port", "0"});
    CHECK(replay.port() != 0);
}

TEST_CASE("farfield record: everything that a document shows is replayed as it was", "[record]")
{
    const TemporaryFolder data;
    write_covers(data);
    const Bench bench(std::string(over_ground) +
                      "picture = 'map.png'\noverlay = 'roads.geojson'\n"
                      "[viewshed]\nobserver = [1905, 1905, 30]\ngeotiff = true\n"
                      "[[sight]]\nfrom = [1905, 1905, 300]\nto = [[2505, 2105, 300], [5000, 0, 2]]\n"
                      "[data.flow]\nkind = 'dataset'\nname = 'analytic:abc:16'\n"
                      "transform = {offset = [-900, -900, 800], scale = [300, 300, 100]}\n"
                      "[rakes.r]\nkind = 'line'\nfrom = [1, 1, 1]\nto = [5, 5, 5]\nseeds = 10\n"
                      "particles_per_seed = 10\n[clock]\nstep = 0.1\n"
                      "[layers.smoke]\nkind = 'particles'\ndata = 'flow'\nrakes = ['r']\n"
                      "[layers.paths]\nkind = 'lines'\ndata = 'flow'\nrakes = ['r']\n"
                      "[layers.cut]\nkind = 'slice'\ndata = 'flow'\n"
                      "params = {planes = [{axis = 'z', position = 3.0}], size = [32, 32]}\n");
    const auto recording = bench.folder / "s.ffr";
    {
        const NodeProcess node({"serve", "--port", "0", "--data", data.path().string()});
        const auto played = run_farfield(bench.play(node, "live"));
        CAPTURE(played.errors);
        REQUIRE(played.exit_code == 0);
        const auto recorded = run_farfield({"record", bench.folder / "s.toml", "--out", recording, "--node",
                                            "127.0.0.1:" + std::to_string(node.port())});
        CAPTURE(recorded.errors);
        REQUIRE(recorded.exit_code == 0);
        CHECK_THAT(recorded.output, ContainsSubstring("2 of 2 frames"));
    }
    const NodeProcess node({"replay", recording, "--port", "0", "--rate", "0"});
    // A stream serves more than one viewer.
    for (const auto* name : {"first", "second"}) {
        const auto played = run_farfield(bench.play(node, name));
        CAPTURE(played.errors);
        REQUIRE(played.exit_code == 0);
        CHECK(bench.report(name)["payload_hash"] == bench.report("live")["payload_hash"]);
        CHECK(last_picture(bench, name) == last_picture(bench, "live"));
        CHECK(bench.report(name)["sight"] == bench.report("live")["sight"]);
    }
    // Another document over the same data gets what was recorded, or one clear error.
    const Bench other(std::string(over_ground) +
                      "[[sight]]\nfrom = [905, 905, 300]\nto = [[2505, 2105, 300]]\n");
    const auto refused = run_farfield(other.play(node, "report"));
    CHECK(refused.exit_code == 1);
    CHECK_THAT(refused.errors, ContainsSubstring("the recording has no answer to terrain.sight"));
}

TEST_CASE("farfield play: --data shows the files of a folder as a node that serves it does", "[play]")
{
    const Bench bench;
    std::string flow = "# vtk DataFile Version 3.0\nf\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 9 9 9\n"
                       "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 729\nVECTORS velocity float\n";
    for (int n = 0; n < 729; ++n) flow += std::to_string(n % 9) + " 1 0\n";
    bench.folder.write("flow.vtk", flow);
    std::string text = script;
    bench.folder.write("s.toml", text.replace(text.find("analytic:abc:16"), 15, "flow.vtk"));
    const NodeProcess node({"serve", "--port", "0", "--data", bench.folder.path().string()});
    REQUIRE(run_farfield(bench.play(node, "served")).exit_code == 0);
    const auto played = run_farfield({"play", bench.folder / "s.toml", "--report", bench.folder / "own",
                                      "--headless", "--data", bench.folder.file("flow.vtk")});
    CAPTURE(played.errors);
    REQUIRE(played.exit_code == 0);
    CHECK(bench.report("own")["payload_hash"] == bench.report("served")["payload_hash"]);
}

TEST_CASE("farfield play and record: --velocity and --blocks choose of the script's dataset", "[play]")
{
    const Bench bench;
    std::string flow = "# vtk DataFile Version 3.0\nf\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 3 3\n"
                       "ORIGIN 0 0 0\nSPACING 3 3 3\nPOINT_DATA 27\nVECTORS U float\n";
    for (int n = 0; n < 27; ++n) flow += "1 0 0\n";
    flow += "VECTORS wind float\n";
    for (int n = 0; n < 27; ++n) flow += "0 1 0\n";
    bench.folder.write("flow.vtk", flow);
    std::string text = script;
    text.replace(text.find("analytic:abc:16"), 15, "flow.vtk");
    bench.folder.write("s.toml", text);
    const auto play = [&](const std::string& report, const std::vector<std::string>& options) {
        std::vector<std::string> command{
            "play",   bench.folder / "s.toml",      "--report", bench.folder / report, "--headless",
            "--data", bench.folder.file("flow.vtk")};
        command.insert(command.end(), options.begin(), options.end());
        return run_farfield(command);
    };
    REQUIRE(play("plain", {}).exit_code == 0);
    REQUIRE(play("wind", {"--velocity", "wind"}).exit_code == 0);
    CHECK(bench.report("wind")["payload_hash"] != bench.report("plain")["payload_hash"]);
    bench.folder.write("s.toml", text.replace(text.find("frames = 20"), 0, "velocity = 'wind'\n"));
    REQUIRE(play("script", {}).exit_code == 0);
    CHECK(bench.report("wind")["payload_hash"] == bench.report("script")["payload_hash"]);

    const auto wrong = play("wrong", {"--velocity", "wnd"});
    CHECK(wrong.exit_code == 1);
    CHECK_THAT(wrong.errors, ContainsSubstring("no velocity 'wnd'; its vectors are 'U', 'wind'"));
    const auto blocks = play("wrong", {"--blocks", "inner"});
    CHECK(blocks.exit_code == 1);
    CHECK_THAT(blocks.errors, ContainsSubstring("is not made of blocks"));
    const auto recorded = run_farfield({"record", bench.folder / "s.toml", "--out", bench.folder / "r.ffr",
                                        "--velocity", "wnd", "--data", bench.folder.file("flow.vtk")});
    CHECK(recorded.exit_code == 1);
    CHECK_THAT(recorded.errors, ContainsSubstring("its vectors are 'U', 'wind'"));
}

TEST_CASE("farfield record: what cannot be played leaves nothing behind", "[record]")
{
    const NodeProcess node({"serve", "--port", "0"});
    const Bench bench("frames = 8\nsize = [160, 120]\n[terrain]\nname = 'none.tif'\n");
    const auto recorded = run_farfield({"record", bench.folder / "s.toml", "--out", bench.folder / "s.ffr",
                                        "--node", "127.0.0.1:" + std::to_string(node.port())});
    CHECK(recorded.exit_code == 1);
    CHECK_THAT(recorded.errors, ContainsSubstring("no terrain 'none.tif'"));
    const auto files = std::filesystem::directory_iterator(bench.folder.path());
    CHECK(std::distance(begin(files), end(files)) == 1);  // the script
}
