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

#include "tests/app/run_program.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/net/cutting_proxy.h"
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
        return play(node.port(), report);
    }
    [[nodiscard]] std::vector<std::string> play(std::uint16_t port, const std::string& report) const
    {
        return {"play",
                folder / "s.toml",
                "--report",
                folder / report,
                "--headless",
                "--node",
                "127.0.0.1:" + std::to_string(port)};
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

/// Down on a landscape of 128 x 128 posts 30 m apart, with coordinates from its south-west corner.
constexpr auto over_ground = "frames = 2\nsize = [320, 240]\n[output]\npng = [1]\n[view]\nlegend = false\n"
                             "[[camera]]\nat = 0\neye = [1905, 905, 4000]\ntarget = [1905, 1905, 0]\n"
                             "[terrain]\nname = 'fractal:128'\nsea = false\n";
constexpr double over_ground_side = 127 * 30.0;

QImage last_picture(const Bench& bench, const std::string& name)
{
    QImage picture(QString::fromStdString((bench.folder / name / "frame-000001.png").string()));
    REQUIRE(picture.size() == QSize(320, 240));
    return picture;
}

int count_pixels(const QImage& picture, const std::function<bool(QColor)>& wanted)
{
    int count = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) count += wanted(picture.pixelColor(x, y)) ? 1 : 0;
    return count;
}

/// A picture of all of that landscape, red, and a road across it.
void write_covers(const TemporaryFolder& folder)
{
    constexpr int side = 64;
    QImage picture(side, side, QImage::Format_RGB32);
    picture.fill(QColor(250, 0, 0));
    REQUIRE(picture.save(QString::fromStdString(folder.file("map.png"))));
    const double pixel = over_ground_side / side;
    folder.write("map.pgw", std::to_string(pixel) + "\n0\n0\n" + std::to_string(-pixel) + "\n" +
                                std::to_string(0.5 * pixel) + "\n" +
                                std::to_string(over_ground_side - 0.5 * pixel));
    folder.write(
        "roads.geojson",
        R"({"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry":
                     {"type": "LineString", "coordinates": [[0, 1905], [3810, 1905]]}}]})");
}

}  // namespace

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

TEST_CASE("farfield play: a viewshed and lines of sight are in the pictures and in the report", "[play]")
{
    const NodeProcess node({"serve", "--port", "0"});
    const Bench plain(over_ground);
    const Bench bench(std::string(over_ground) +
                      "[viewshed]\nobserver = [1905, 1905, 30]\ngeotiff = true\n"
                      "[[sight]]\nfrom = [1905, 1905, 300]\nto = [[2505, 2105, 300], [5000, 0, 2]]\n");
    REQUIRE(run_farfield(plain.play(node, "report")).exit_code == 0);
    const auto played = run_farfield(bench.play(node, "report"));
    CAPTURE(played.errors);
    REQUIRE(played.exit_code == 0);

    const auto report = bench.report("report");
    CHECK(report["totals"]["frames_received"] == 2);
    const auto& lines = report["sight"][0]["lines"];
    REQUIRE(lines.size() == 2);
    CHECK(lines[0]["visible"] == true);
    CHECK(lines[0]["clearance"].get<double>() > 0.0);
    CHECK(lines[1]["visible"].is_null());
    CHECK(lines[1]["reason"] == "off-map");
    const auto& viewshed = report["viewshed"];
    CHECK(viewshed["seen_posts"].get<int>() + viewshed["hidden_posts"].get<int>() == 128 * 128);
    CHECK(viewshed["file"] == "viewshed.tif");
    std::ifstream geotiff(bench.folder / "report/viewshed.tif", std::ios::binary);
    std::string magic(4, ' ');
    CHECK((geotiff.read(magic.data(), 4) && magic == std::string("II*\0", 4)));
    const double share = viewshed["seen_share"];
    CHECK(share > 0.0);
    CHECK(share < 1.0);

    const auto before = last_picture(plain, "report"), after = last_picture(bench, "report");
    int greener = 0, redder = 0;
    for (int y = 0; y < after.height(); ++y)
        for (int x = 0; x < after.width(); ++x) {
            const auto now = after.pixelColor(x, y), then = before.pixelColor(x, y);
            greener += now.green() > then.green() && now.green() - then.green() > now.red() - then.red();
            redder += now.red() - then.red() > now.green() - then.green();
        }
    // As much of the picture as of the ground, but for slopes that turn away from the eye.
    CHECK(greener > 100);
    CHECK(redder > 100);
    CHECK(static_cast<double>(greener) / (greener + redder) == Approx(share).margin(0.15));
    const auto is_line = [](QColor colour) {
        return colour.red() < 130 && colour.green() > 230 && colour.blue() < 150;
    };
    CHECK(count_pixels(before, is_line) == 0);
    CHECK(count_pixels(after, is_line) > 30);
}

TEST_CASE("farfield play: a picture and lines of the node's folders lie over the ground", "[play]")
{
    const TemporaryFolder data;
    write_covers(data);
    const NodeProcess node({"serve", "--port", "0", "--data", data.path().string()});
    const Bench bench(std::string(over_ground) + "picture = 'map.png'\noverlay = 'roads.geojson'\n");
    const auto played = run_farfield(bench.play(node, "report"));
    CAPTURE(played.errors);
    REQUIRE(played.exit_code == 0);
    const auto picture = last_picture(bench, "report");
    CHECK(count_pixels(picture, [](QColor colour) {
              return colour.red() > 40 && colour.green() < 10 && colour.blue() < 10;
          }) > 320 * 240 / 10);
    CHECK(count_pixels(picture, [](QColor colour) {
              return colour.red() > 240 && colour.green() > 200 && colour.blue() < 90;
          }) > 100);
    CHECK(bench.report("report")["settings"]["picture"] == "map.png");
}

TEST_CASE("farfield play: what cannot be laid over the ground is one clear error", "[play]")
{
    const TemporaryFolder data;
    data.write("broken.geojson", "no lines");
    const NodeProcess node({"serve", "--port", "0", "--data", data.path().string()});
    for (const std::string more :
         {"picture = 'none.png'\n", "overlay = 'broken.geojson'\n",
          "[[sight]]\nfrom = [-1, 5, 2]\nto = [[1, 1, 1]]\n", "[viewshed]\nobserver = [0, 9999, 2]\n"}) {
        const Bench bench(over_ground + more);
        const auto played = run_farfield(bench.play(node, "report"));
        CAPTURE(more, played.errors);
        CHECK(played.exit_code == 1);
        CHECK(std::ranges::count(played.errors, '\n') == 1);
        CHECK_FALSE(std::filesystem::exists(bench.folder / "report/report.json"));
    }
}

TEST_CASE("farfield play: a terrain that is not there is one clear error", "[play]")
{
    const NodeProcess node({"serve", "--port", "0"});
    const Bench bench("frames = 8\nsize = [160, 120]\n[terrain]\nname = 'none.tif'\n");
    const auto played = run_farfield(bench.play(node, "report"));
    CHECK(played.exit_code == 1);
    CHECK_THAT(played.errors, ContainsSubstring("no terrain 'none.tif'"));
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
