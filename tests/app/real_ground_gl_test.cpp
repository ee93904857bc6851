// Terrain in scripts that `farfield` plays from a `farfield-node`.
#include <QColor>
#include <QImage>
#include <algorithm>
#include <functional>
#include <set>

#include "tests/app/played_script.h"
#include "tests/app/run_program.h"
#include "tests/catch.h"

using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;

namespace {

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
