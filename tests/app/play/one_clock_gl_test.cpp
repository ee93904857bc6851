#include <QColor>
#include <QImage>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>
#include <vector>

#include "tests/app/play/recorded_exercise.h"
#include "tests/app/run_program.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/end_to_end/node_process.h"
#include "tests/temporary_folder.h"

// Tracers of an ocean model, entities of a recording and lines of sight over terrain, on one clock:
// `farfield` and `farfield-node`, as a user starts them.
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;
using farfield::test::NodeProcess;
using farfield::test::read_text;
using farfield::test::TemporaryFolder;

namespace {

/// 12.6 km of hills about 8 E, 46.5 N, in UTM zone 32, as a grid of text.
void write_hills(const TemporaryFolder& folder)
{
    constexpr int side = 160;  // of more than one tile
    std::string grid = fmt::format("ncols {0}\nnrows {0}\nxllcorner 418000\nyllcorner 5144000\n"
                                   "cellsize 80\nNODATA_value -9999\n",
                                   side);
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column)
            grid += fmt::format("{:.1f} ", 900.0 + 300.0 * std::sin(0.08 * row) * std::cos(0.06 * column));
        grid += "\n";
    }
    folder.write("hills.asc", grid);
    folder.write("hills.prj", R"(PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",)"
                              R"(SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],)"
                              R"(UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],)"
                              R"(PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],)"
                              R"(PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],)"
                              R"(PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]])");
}

/// A current that turns while its speed grows, over the hills, at five times from 2 s before the recording
/// on.
void write_current(const std::filesystem::path& file)
{
    namespace netcdf = farfield::compute::testing;
    constexpr int nodes = 12;
    netcdf::Writer writer{file};
    const std::vector<double> times{0.0, 2.0, 4.0, 6.0, 8.0};
    std::vector<double> longitudes, latitudes, east, north;
    for (int i = 0; i < nodes; ++i) {
        longitudes.push_back(7.9 + 0.02 * i);
        latitudes.push_back(46.42 + 0.014 * i);
    }
    netcdf::write_axis(writer, "time", "seconds since 2023-11-14 22:13:18", times);
    netcdf::write_axis(writer, "lat", "degrees_north", latitudes);
    netcdf::write_axis(writer, "lon", "degrees_east", longitudes);
    for (const double time : times)
        for (int i = 0; i < nodes * nodes; ++i) {
            east.push_back(40.0 + 10.0 * time * std::cos(0.5 * (i % nodes)));
            const int row = i / nodes;
            north.push_back(20.0 * std::sin(0.4 * time + 0.3 * row));
        }
    for (const auto& [name, words, values] : {std::tuple("uo", "eastward_sea_water_velocity", &east),
                                              std::tuple("vo", "northward_sea_water_velocity", &north)}) {
        const int variable = writer.variable(name, NC_FLOAT, {"time", "lat", "lon"});
        writer.text(variable, "units", "m s-1");
        writer.text(variable, "standard_name", words);
        writer.values(variable, *values);
    }
}

constexpr int hash_column = 9;

constexpr auto* scene = R"(
farfield = 1
[data.flow]
kind = "dataset"
name = "current.nc"
[data.hills]
kind = "terrain"
name = "hills.asc"
[layers.ground]
kind = "terrain"
[layers.smoke]
kind = "particles"
order = 1
[layers.sight]
kind = "sight"
order = 2
params = { from = [424000, 5150000, 2], to = [[426000, 5151000, 2], [421000, 5146000, 2]] }
[layers.exercise]
kind = "entities"
order = 3
recording = "exercise.ffr"
[camera]
keys = [{ at = 0, eye = [-200, -400, 150], follow = "17:23:1" }]
[output]
size = [320, 240]
png = [5]
[clock]
)";

class Plays {
public:
    Plays()
    {
        write_hills(folder_);
        write_current(folder_ / "current.nc");
        exercise_.write(folder_ / "exercise.ffr", 8);
    }

    /// The hashes of a layer's frames; empty: of all layers.
    std::vector<std::string> hashes(const std::string& clock, const NodeProcess& node,
                                    const std::string& layer)
    {
        const auto name = fmt::format("report-{}", ++plays_);
        const auto played =
            run_farfield({"play", folder_.write("s.toml", scene + clock), "--headless", "--report",
                          folder_.file(name), "--node", fmt::format("127.0.0.1:{}", node.port())});
        errors_ = played.errors;
        INFO(errors_);
        REQUIRE(played.exit_code == 0);
        picture_.load(QString::fromStdString(folder_.file(name + "/frame-000005.png")));
        report_ = nlohmann::json::parse(read_text(folder_ / name / "report.json"));
        std::istringstream csv(read_text(folder_ / name / "frames.csv"));
        std::vector<std::string> values;
        for (std::string line; std::getline(csv, line);) {
            if (line.starts_with("sequence") || !line.ends_with("," + layer)) continue;
            std::istringstream cells(line);
            std::string cell;
            for (int i = 0; i <= hash_column; ++i) std::getline(cells, cell, ',');
            values.push_back(cell);
        }
        return values;
    }
    /// Records the script; returns the file.
    std::string record(const std::string& clock, const NodeProcess& node)
    {
        std::string file = folder_.file("scene.ffr");
        const auto recorded = run_farfield({"record", folder_.write("s.toml", scene + clock), "--out", file,
                                            "--node", fmt::format("127.0.0.1:{}", node.port())});
        errors_ = recorded.errors;
        INFO(errors_);
        REQUIRE(recorded.exit_code == 0);
        return file;
    }
    [[nodiscard]] const nlohmann::json& report() const { return report_; }
    /// What came on standard error.
    [[nodiscard]] const std::string& errors() const { return errors_; }
    /// The sixth.
    [[nodiscard]] const QImage& picture() const { return picture_; }
    [[nodiscard]] NodeProcess node(const char* threads) const
    {
        return NodeProcess({"serve", "--port", "0", "--data", folder_.path(), "--threads", threads});
    }

private:
    TemporaryFolder folder_;
    RecordedExercise exercise_;
    nlohmann::json report_;
    std::string errors_;
    QImage picture_;
    int plays_ = 0;
};

/// Pixels near the middle in the blue of friendly symbols.
int blue_in_the_middle(const QImage& picture)
{
    constexpr int reach = 8;
    int count = 0;
    for (int y = -reach; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x) {
            const QColor colour = picture.pixelColor(picture.width() / 2 + x, picture.height() / 2 + y);
            count += colour.blue() > 200 && colour.red() < 120 ? 1 : 0;
        }
    return count;
}

}  // namespace

TEST_CASE("one clock: tracers, entities and sight over ground are the same twice, and on other threads",
          "[play][clock]")
{
    Plays plays;
    const NodeProcess one = plays.node("1");
    const auto entities = plays.hashes("frames = 6\nstep = 0.5\nstart = 2\n", one, "exercise");
    const auto all = plays.report().at("payload_hash");
    CHECK(entities.size() == 6);
    CHECK(blue_in_the_middle(plays.picture()) > 50);  // the camera has followed 17:23:1, and ground with it
    CHECK(plays.report().at("sight").at(0).at("lines").size() == 2);
    CHECK_FALSE(plays.report().contains("off_clock"));
    CHECK(plays.hashes("frames = 6\nstep = 0.5\nstart = 2\n", one, "exercise") == entities);
    CHECK(plays.report().at("payload_hash") == all);
    const NodeProcess three = plays.node("3");
    CHECK(plays.hashes("frames = 6\nstep = 0.5\nstart = 2\n", three, "smoke").size() == 6);
    CHECK(plays.report().at("payload_hash") == all);
}

TEST_CASE("one clock: another rate shows the same, and a later start what comes later", "[play][clock]")
{
    Plays plays;
    const NodeProcess node = plays.node("2");
    const auto entities = plays.hashes("frames = 6\nstep = 0.5\nstart = 2\n", node, "exercise");
    const auto all = plays.report().at("payload_hash");
    const auto smoke = plays.hashes("frames = 6\nstep = 0.5\nstart = 2\nmax_rate = 40\n", node, "smoke");
    CHECK(plays.report().at("payload_hash") == all);
    const auto later = plays.hashes("frames = 3\nstep = 0.5\nstart = 3.5\n", node, "exercise");
    CHECK(later == std::vector(entities.begin() + 3, entities.end()));
    const auto back = plays.hashes("frames = 3\nstart = 4.5\nstep = -0.5\n", node, "exercise");
    CHECK(back == std::vector(entities.rbegin(), entities.rbegin() + 3));
    CHECK(plays.hashes("frames = 6\nstep = 0.5\nstart = 4\n", node, "smoke") != smoke);
}

TEST_CASE("one clock: it counts from the date of the model, unless the script says another", "[play][clock]")
{
    Plays plays;
    const NodeProcess node = plays.node("2");
    const auto entities = plays.hashes("frames = 3\nstep = 0.5\nstart = 2\n", node, "exercise");
    // The recording begins at 1,700,000,000 s, 22:13:20 on 14 November 2023.
    CHECK(plays.hashes("frames = 3\nstep = 0.5\norigin = 1700000000\n", node, "exercise") == entities);
    CHECK(plays.hashes("frames = 3\nstep = 0.5\nstart = 1\norigin = 1699999999\n", node, "exercise") ==
          entities);
}

TEST_CASE("one clock: a recording of the script has what a node computes, and plays with the entities' own",
          "[play][clock]")
{
    const std::string clock = "frames = 4\nstep = 0.5\nstart = 2\n";
    Plays plays;
    const NodeProcess node = plays.node("2");
    const auto entities = plays.hashes(clock, node, "exercise");
    const auto all = plays.report().at("payload_hash");
    const std::string file = plays.record(clock, node);
    CHECK_THAT(plays.errors(), ContainsSubstring("note: the entities of the layer 'exercise' are in '") &&
                                   ContainsSubstring("exercise.ffr' already, and are not recorded again\n"));
    const NodeProcess replay({"replay", file, "--port", "0"});
    CHECK(plays.hashes(clock, replay, "exercise") == entities);
    CHECK(plays.report().at("payload_hash") == all);
}

TEST_CASE("one clock: what cannot be at its time is shown at its own, and the report says so",
          "[play][clock]")
{
    Plays plays;
    const NodeProcess node = plays.node("2");
    // The model ends at 8 s, the recording begins at 2 s and ends at 10 s.
    (void)plays.hashes("frames = 6\nstart = 7\nstep = 1\nloop = false\n", node, "smoke");
    const auto& late = plays.report().at("off_clock");
    CHECK(late.at("smoke").at("most_seconds") == -4.0);
    CHECK(late.at("smoke").at("ahead_seconds") == -4.0);
    CHECK(late.at("exercise").at("most_seconds") == -2.0);
    CHECK_THAT(plays.errors(), ContainsSubstring("note: the layer 'smoke' is 1 s behind the clock\n") &&
                                   ContainsSubstring("note: the layer 'exercise' is 1 s behind the clock\n"));
    (void)plays.hashes("frames = 2\nstep = 1\n", node, "smoke");
    const auto& early = plays.report().at("off_clock");
    CHECK_FALSE(early.contains("smoke"));
    CHECK(early.at("exercise").at("most_seconds") == 2.0);
    CHECK(early.at("exercise").at("ahead_seconds") == 1.0);
}
