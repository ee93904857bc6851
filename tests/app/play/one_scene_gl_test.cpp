#include <QImage>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <sstream>

#include "tests/app/one_place/one_place.h"
#include "tests/app/run_program.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

// An entity, a seed of a flow and a post of the ground at one place of the Earth are drawn on one pixel:
// `farfield` and `farfield-node`, as a user starts them.
using namespace farfield::app::test;
using farfield::test::NodeProcess;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;
using P = OnePlace;

namespace {

constexpr int width = 640, height = 480;
constexpr double metres_away = 2500.0;
constexpr double fov_radians = 0.6;  // docs/scripts.md: 34.4 degrees

struct Pixel {
    double x = 0.0, y = 0.0;
};

double distance(const Pixel& a, const Pixel& b)
{
    return std::hypot(a.x - b.x, a.y - b.y);
}

bool differ(const QImage& a, const QImage& b, int x, int y)
{
    const QColor one = a.pixelColor(x, y), other = b.pixelColor(x, y);
    constexpr int noise = 12;
    return std::abs(one.red() - other.red()) > noise || std::abs(one.green() - other.green()) > noise ||
           std::abs(one.blue() - other.blue()) > noise;
}

/// The middle of what one picture has and the other has not: of the box about it.
Pixel middle_of_difference(const QImage& bare, const QImage& with)
{
    int left = width, right = -1, top = height, bottom = -1;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            if (!differ(bare, with, x, y)) continue;
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = std::max(bottom, y);
        }
    REQUIRE(right >= left);
    CHECK(right - left < 40);  // it is one mark
    return {0.5 * (left + right), 0.5 * (top + bottom)};
}

/// The highest place of what one picture has and the other has not.
Pixel top_of_difference(const QImage& bare, const QImage& with)
{
    for (int y = 0; y < height; ++y) {
        double sum = 0.0;
        int count = 0;
        for (int x = 0; x < width; ++x) {
            if (!differ(bare, with, x, y)) continue;
            sum += x;
            ++count;
        }
        if (count > 0) return {sum / count, double(y)};
    }
    FAIL("the pictures do not differ");
    return {};
}

std::string eye_of(GroundSystem system)
{
    // A degree of latitude is 111,170 m there.
    return system == GroundSystem::Utm
               ? fmt::format("[{:.3f}, {:.3f}, 1160]", P::easting + 300.0, P::northing - metres_away)
               : fmt::format("[{:.6f}, {:.6f}, 1160]", P::longitude + 0.004,
                             P::latitude - metres_away / 111'170.0);
}

class Scenes {
public:
    Scenes()
    {
        for (const auto system : {GroundSystem::Geographic, GroundSystem::Utm}) {
            write_ground(folder_ / ground_of(system, false), system, false);
            write_ground(folder_ / ground_of(system, true), system, true);
        }
        write_flow_in_degrees(folder_ / "degrees.nc");
        write_flow_in_metres(folder_ / "metres.vtk");
        write_entity(folder_ / "exercise.ffr");
        node_.emplace(std::vector<std::string>{"serve", "--port", "0", "--data", folder_.path()});
    }

    [[nodiscard]] static std::string ground_of(GroundSystem system, bool spike)
    {
        return fmt::format("{}{}.tif", system == GroundSystem::Utm ? "utm" : "degrees",
                           spike ? "_spike" : "");
    }
    /// The picture of a script that has these tables beside ground; none without a system.
    QImage picture(std::optional<GroundSystem> system, const std::string& tables, bool spike = false,
                   std::vector<std::string> more = {})
    {
        const std::string ground =
            system ? fmt::format(
                         "[data.ground]\nkind = 'terrain'\nname = '{}'\n"
                         "[layers.ground]\nkind = 'terrain'\ndata = 'ground'\nparams = {{ detail = 0 }}\n"
                         "style = {{ heights = [0, 2000] }}\n"
                         "[camera]\neye = {}\nheading = 0\npitch = 0\n",
                         ground_of(*system, spike), eye_of(*system))
                   : std::string();
        const auto name = fmt::format("report-{}", ++plays_);
        const auto script = folder_.write(
            "s.toml",
            fmt::format("farfield = 1\n{}{}\n[clock]\nframes = 1\n[output]\nsize = [{}, {}]\npng = [0]\n"
                        "[scene.show]\ncompass = false\nlegend = false\nrakes = {}\n",
                        ground, tables, width, height, shows_rakes_));
        std::vector<std::string> command{"play",
                                         script,
                                         "--headless",
                                         "--report",
                                         folder_.file(name),
                                         "--node",
                                         fmt::format("127.0.0.1:{}", node_->port())};
        command.insert(command.end(), more.begin(), more.end());
        const auto played = run_farfield(command);
        INFO(played.errors);
        REQUIRE(played.exit_code == 0);
        frames_ = read_text(folder_ / name / "frames.csv");
        QImage picture;
        REQUIRE(picture.load(QString::fromStdString(folder_.file(name + "/frame-000000.png"))));
        return picture;
    }
    /// Of positions and speeds, as the node sent them for the last picture.
    [[nodiscard]] std::string hash_of_flow() const
    {
        constexpr int hash_column = 9;
        std::istringstream rows(frames_);
        const bool is_alone = !frames_.substr(0, frames_.find('\n')).ends_with(",layer");
        for (std::string row; std::getline(rows, row);) {
            if (row.starts_with("sequence") || !(is_alone || row.ends_with(",flow"))) continue;
            std::istringstream cells(row);
            std::string cell;
            for (int i = 0; i <= hash_column; ++i) std::getline(cells, cell, ',');
            return cell;
        }
        FAIL("no frame of the flow in " << frames_);
        return {};
    }
    void show_rakes(bool shown) { shows_rakes_ = shown; }

private:
    TemporaryFolder folder_;
    std::optional<NodeProcess> node_;
    std::string frames_;
    bool shows_rakes_ = false;
    int plays_ = 0;
};

const std::string entity = "[layers.exercise]\nkind = 'entities'\nrecording = 'exercise.ffr'\norder = 2\n"
                           "style = { size = 14, names = false, leader_seconds = 0, trail_seconds = 0 }\n";

std::string flow(const std::string& file, double x, double y, bool drawn = true)
{
    return fmt::format("[data.flow]\nkind = 'dataset'\nname = '{}'\n"
                       "[rakes.here]\nkind = 'point'\ndata = 'flow'\nat = [{:.6f}, {:.6f}, {}]\n"
                       "[layers.flow]\nkind = 'particles'\ndata = 'flow'\norder = 1\nrakes = ['here']\n"
                       "style = {{ drawn = {}, point_size = 9, perspective = false, trail_frames = 0 }}\n",
                       file, x, y, P::above_geoid, drawn);
}

std::string flow_in_degrees(bool drawn = true)
{
    return flow("degrees.nc", P::longitude, P::latitude, drawn);
}

}  // namespace

TEST_CASE("one scene: an entity, a seed of a flow and a post of the ground at one place are on one pixel",
          "[play][scene]")
{
    const auto system = GENERATE(GroundSystem::Geographic, GroundSystem::Utm);
    CAPTURE(Scenes::ground_of(system, false));
    Scenes scenes;
    const QImage bare = scenes.picture(system, "");
    const Pixel post = top_of_difference(bare, scenes.picture(system, "", true));
    // Aside of the middle, where everything could be by mistake.
    CHECK(std::abs(post.x - 0.5 * width) > 60.0);
    CAPTURE(post.x, post.y);
    const Pixel placed = middle_of_difference(bare, scenes.picture(system, entity));
    CAPTURE(placed.x, placed.y);
    CHECK(distance(placed, post) <= 2.0);
    const Pixel seed = middle_of_difference(bare, scenes.picture(system, flow_in_degrees()));
    CAPTURE(seed.x, seed.y);
    CHECK(distance(seed, post) <= 2.0);
    scenes.show_rakes(true);
    const Pixel handle = middle_of_difference(bare, scenes.picture(system, flow_in_degrees(false)));
    CAPTURE(handle.x, handle.y);
    CHECK(distance(handle, post) <= 2.0);
}

TEST_CASE("one scene: a flow in metres of UTM that names no system is on the pixel of its post",
          "[play][scene]")
{
    Scenes scenes;
    const auto system = GroundSystem::Utm;
    const QImage bare = scenes.picture(system, "");
    const Pixel post = top_of_difference(bare, scenes.picture(system, "", true));
    const std::string metres = flow("metres.vtk", P::easting, P::northing);
    const Pixel seed = middle_of_difference(bare, scenes.picture(system, metres));
    CAPTURE(post.x, post.y, seed.x, seed.y);
    CHECK(distance(seed, post) <= 2.0);
}

TEST_CASE("one scene: heights above the ellipsoid lift an entity by the geoid's height", "[play][scene]")
{
    if (!has_geoid_grid()) {
        WARN("the grid of EGM96 is not installed (proj-data): heights count from the ellipsoid, and nothing "
             "moves");
        return;
    }
    Scenes scenes;
    const auto system = GroundSystem::Utm;
    const QImage bare = scenes.picture(system, "");
    const auto drawn = [&](const char* vertical) {
        return middle_of_difference(bare, scenes.picture(system, entity, false, {"--vertical", vertical}));
    };
    const Pixel over_geoid = drawn("egm96"), over_ellipsoid = drawn("ellipsoid");
    const double pixels_per_metre = 0.5 * height / std::tan(0.5 * fov_radians) / metres_away;
    CHECK(std::abs(over_geoid.y - over_ellipsoid.y - P::geoid * pixels_per_metre) <= 2.0);
    CHECK(std::abs(over_geoid.x - over_ellipsoid.x) <= 1.0);
    CHECK(P::geoid * pixels_per_metre > 10.0);
}

TEST_CASE("one scene: speeds of a flow are the same with ground and without", "[play][scene]")
{
    Scenes scenes;
    for (const std::string& tables : {flow_in_degrees(), flow("metres.vtk", P::easting, P::northing)}) {
        (void)scenes.picture(GroundSystem::Utm, tables);
        const auto over_ground = scenes.hash_of_flow();
        (void)scenes.picture(std::nullopt, tables);
        CHECK(scenes.hash_of_flow() == over_ground);
    }
}
