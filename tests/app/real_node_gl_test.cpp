#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>
#include <vector>

#include "tests/app/run_program.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

// `farfield` and `farfield-node`, as a user starts them.
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;
using farfield::test::NodeProcess;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

constexpr auto script = "dataset = 'analytic:abc:16'\nframes = 20\nsize = [160, 120]\n"
                        "[[rake]]\nkind = 'line'\nfrom = [1, 1, 1]\nto = [5, 5, 5]\nseeds = 10\n"
                        "particles_per_seed = 10\n";

std::string long_script()
{
    std::string text = script;
    return text.replace(text.find("frames = 20"), std::string("frames = 20").size(), "frames = 100000");
}

class Bench {
public:
    explicit Bench(const std::string& text = script) { folder.write("s.toml", text); }

    [[nodiscard]] std::vector<std::string> play(const NodeProcess& node, const std::string& report) const
    {
        return {"play",
                folder / "s.toml",
                "--report",
                folder / report,
                "--headless",
                "--node",
                "127.0.0.1:" + std::to_string(node.port())};
    }
    [[nodiscard]] nlohmann::json report(const std::string& name) const
    {
        return nlohmann::json::parse(read_text(folder / name / "report.json"));
    }
    /// One column of frames.csv.
    [[nodiscard]] std::vector<std::string> column(const std::string& name, std::size_t index) const
    {
        std::istringstream csv(read_text(folder / name / "frames.csv"));
        std::vector<std::string> values;
        for (std::string line; std::getline(csv, line);) {
            std::istringstream cells(line);
            std::string cell;
            for (std::size_t i = 0; i <= index; ++i) std::getline(cells, cell, ',');
            values.push_back(cell);
        }
        return values;
    }

    TemporaryFolder folder;
};

constexpr std::size_t hash_column = 9;

}  // namespace

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

TEST_CASE("farfield play: a node that is killed is one line, exit code 1 and a report that says so", "[play]")
{
    NodeProcess node({"serve", "--port", "0"});
    const Bench bench("rate = 100\n" + long_script() + "[output]\npng = [0]\n");
    auto command = bench.play(node, "report");
    command.insert(command.begin(), FARFIELD_PROGRAM);
    const auto first_picture = bench.folder / "report/.unfinished/frame-000000.png";
    const auto played = run_program(command, [&](pid_t) {
        while (!std::filesystem::exists(first_picture)) std::this_thread::yield();
        (void)node.stop(SIGKILL);
    });
    CHECK(played.exit_code == 1);
    CHECK(std::ranges::count(played.errors, '\n') == 1);
    CHECK_THAT(played.errors, ContainsSubstring("farfield: node lost after"));
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

TEST_CASE("farfield play: flies over terrain, each frame from the script's camera", "[play]")
{
    const NodeProcess node({"serve", "--port", "0"});
    const Bench bench("frames = 8\nsize = [160, 120]\n[terrain]\nname = 'fractal:128'\n"
                      "[view]\norbit_degrees_per_second = 60\n[output]\npng = [7]\n");
    for (const auto* name : {"one", "two"}) {
        const auto played = run_farfield(bench.play(node, name));
        CAPTURE(played.errors);
        REQUIRE(played.exit_code == 0);
        CHECK_THAT(played.output, ContainsSubstring("8 frames drawn"));
    }
    const auto hashes = bench.column("one", hash_column);
    CHECK(hashes == bench.column("two", hash_column));
    CHECK(std::set(hashes.begin() + 1, hashes.end()).size() == 8);
    const auto report = bench.report("one");
    CHECK(report["settings"]["program"] == "terrain.view");
    CHECK(report["pictures"].size() == 1);
}

TEST_CASE("farfield play: a terrain that is not there is one clear error", "[play]")
{
    const NodeProcess node({"serve", "--port", "0"});
    const Bench bench("frames = 8\nsize = [160, 120]\n[terrain]\nname = 'none.tif'\n");
    const auto played = run_farfield(bench.play(node, "report"));
    CHECK(played.exit_code == 1);
    CHECK_THAT(played.errors, ContainsSubstring("no terrain 'none.tif'"));
}

TEST_CASE("farfield record: a flight over terrain is refused, and nothing is written", "[play]")
{
    const Bench bench("frames = 8\n[terrain]\nname = 'fractal:128'\n");
    const auto recorded = run_farfield({"record", bench.folder / "s.toml", "--out", bench.folder / "s.ffr"});
    CHECK(recorded.exit_code == 1);
    CHECK_THAT(recorded.errors, ContainsSubstring("not views of terrain"));
    CHECK_FALSE(std::filesystem::exists(bench.folder / "s.ffr"));
}
