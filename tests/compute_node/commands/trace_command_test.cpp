// `farfield-node trace` as a user calls it.
#include "tests/compute_node/commands/run_node.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// A folder with seeds: two in the cell flow, one outside.
struct Seeds {
    Seeds() { std::ofstream{folder / "seeds.csv"} << "x,y,z\n1,2,3\n3.1,2,1\n9,9,9\n"; }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }
    [[nodiscard]] std::string trace(const std::string& options, const std::string& out) const
    {
        return "trace analytic:cell:32 --seeds " + path("seeds.csv") + " " + options + " --out " + path(out);
    }
    TemporaryFolder folder;
};

std::vector<std::string> lines_of(const std::string& file)
{
    std::ifstream in{file};
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

}  // namespace

TEST_CASE("farfield-node trace: writes every point of every line", "[command]")
{
    const Seeds seeds;
    for (const std::string kind : {"streamline", "pathline", "streakline"}) {
        const Outcome done = run_node(seeds.trace("--step 0.01 --steps 20 --kind " + kind, "lines.csv"));
        CHECK(done.code == 0);
        const auto lines = lines_of(seeds.path("lines.csv"));
        REQUIRE(lines.size() == 1 + 21 + 21 + 1);
        CHECK(lines.front() == "seed,t,x,y,z,s");
        CHECK(lines[1].starts_with(kind == "streakline" ? "0,0.2,1,2,3," : "0,0,1,2,3,"));
        CHECK(lines.back().ends_with(",9,9,9,nan"));
    }
}

TEST_CASE("farfield-node trace: --scalar takes derived scalars and those of lines", "[command]")
{
    const Seeds seeds;
    for (const std::string scalar : {"divergence", "vorticity", "age", "arc-length"}) {
        const Outcome done = run_node(seeds.trace("--step 0.01 --steps 20 --scalar " + scalar, "lines.csv"));
        CHECK(done.code == 0);
        const auto lines = lines_of(seeds.path("lines.csv"));
        REQUIRE(lines.size() == 1 + 21 + 21 + 1);
        const double last = std::stod(lines[21].substr(lines[21].rfind(',') + 1));
        CHECK(std::isfinite(last));
        if (scalar == "age") CHECK(last == Approx(0.2));
        CHECK(lines.back().ends_with(",9,9,9,nan"));
    }
}

TEST_CASE("farfield-node trace: an array of the name 'age' comes before the age of a line", "[command]")
{
    const Seeds seeds;
    std::ofstream{seeds.path("a.vtk")}
        << "# vtk DataFile Version 3.0\na\nASCII\nDATASET STRUCTURED_POINTS\n"
           "DIMENSIONS 2 2 2\nORIGIN 0 0 0\nSPACING 9 9 9\nPOINT_DATA 8\n"
           "SCALARS age float 1\nLOOKUP_TABLE default\n7 7 7 7 7 7 7 7\n"
           "VECTORS U float\n1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0\n";
    const Outcome done = run_node("trace " + seeds.path("a.vtk") + " --seeds " + seeds.path("seeds.csv") +
                                  " --step 0.1 --steps 2 --scalar age --out " + seeds.path("lines.csv"));
    CHECK(done.code == 0);
    CHECK(lines_of(seeds.path("lines.csv")).at(2).ends_with(",7"));
}

TEST_CASE("farfield-node trace: in a steady field streaklines lie on streamlines", "[command]")
{
    const Seeds seeds;
    REQUIRE(run_node(seeds.trace("--step 0.1 --steps 5 --kind streamline", "stream.csv")).code == 0);
    REQUIRE(run_node(seeds.trace("--step 0.1 --steps 5 --kind streakline", "streak.csv")).code == 0);
    const auto stream = lines_of(seeds.path("stream.csv")), streak = lines_of(seeds.path("streak.csv"));
    const auto place = [](const std::string& row) { return row.substr(row.find(',', row.find(',') + 1)); };
    REQUIRE(stream.size() == streak.size());
    for (std::size_t i = 1; i < stream.size(); ++i) CHECK(place(stream[i]) == place(streak[i]));
}

TEST_CASE("farfield-node trace: --ends writes one row a seed, with the reason", "[command]")
{
    const Seeds seeds;
    CHECK(run_node(seeds.trace("--step 0.01 --steps 20 --ends", "ends.csv")).code == 0);
    const auto lines = lines_of(seeds.path("ends.csv"));
    REQUIRE(lines.size() == 4);
    CHECK(lines[0] == "seed,x,y,z,t,steps,reason");
    CHECK(lines[1].ends_with(",0.2,20,step-limit"));
    CHECK(lines[3] == "2,9,9,9,0,0,left-domain");
}

TEST_CASE("farfield-node trace: what is wrong is one line, and no file is left", "[command]")
{
    const Seeds seeds;
    check_one_line_error(seeds.trace("--step 0", "o.csv"), 1, "step");
    check_one_line_error(seeds.trace("--step nan", "o.csv"), 1, "step");
    check_one_line_error(seeds.trace("--step 1e39", "o.csv"), 1, "step: expected");
    check_one_line_error(seeds.trace("--step 1e-50", "o.csv"), 1, "step: expected");
    check_one_line_error(seeds.trace("--max-step 1e39", "o.csv"), 1, "largest step: expected");
    check_one_line_error(seeds.trace("--max-time 1e39", "o.csv"), 1, "time limit: expected");
    check_one_line_error(seeds.trace("--max-length nan", "o.csv"), 1, "length limit: expected");
    check_one_line_error(seeds.trace("--absolute-tolerance 1e-50", "o.csv"), 1,
                         "absolute tolerance: expected");
    check_one_line_error(seeds.trace("--relative-tolerance 1e39", "o.csv"), 1,
                         "relative tolerance: expected");
    check_one_line_error(seeds.trace("--stagnant-speed 1e39", "o.csv"), 1, "stagnant speed: expected");
    check_one_line_error(seeds.trace("--kind streakline --step 3e38", "o.csv"), 1,
                         "step times steps: expected");
    check_one_line_error(seeds.trace("--steps 0", "o.csv"), 1, "steps");
    check_one_line_error(seeds.trace("--integrator euler", "o.csv"), 2, "rk4");
    check_one_line_error(seeds.trace("--absolute-tolerance -1", "o.csv"), 1, "tolerance");
    check_one_line_error(seeds.trace("--kind streakline --backward", "o.csv"), 1, "forward");
    check_one_line_error(seeds.trace("--scalar nothing", "o.csv"), 1,
                         "no scalar array 'nothing'; it has 'speed', 'vorticity', 'helicity', 'divergence', "
                         "'q-criterion', 'velocity.x', 'velocity.y', 'velocity.z'; lines also have 'age' and "
                         "'arc-length'");
    check_one_line_error(seeds.trace("", "o.txt"), 2, ".csv or .vtp");
    check_one_line_error(seeds.trace("", "missing/o.csv"), 1, "missing/o.csv");
    check_one_line_error("trace analytic:cell --seeds nowhere.csv --out o.csv", 1, "nowhere.csv");
    CHECK(std::distance(std::filesystem::directory_iterator{seeds.path("")},
                        std::filesystem::directory_iterator{}) == 1);
}

TEST_CASE("farfield-node trace: what is read is not written over", "[command]")
{
    const Seeds seeds;
    const auto before = lines_of(seeds.path("seeds.csv"));
    std::filesystem::create_symlink(seeds.path("seeds.csv"), seeds.path("link.csv"));
    for (const std::string out : {"seeds.csv", "link.csv"}) {
        const Outcome done = run_node(seeds.trace("--steps 20", out) + " 2>&1");
        CHECK(done.code == 1);
        CHECK(contains(done.out, "which is read"));
        CHECK(lines_of(seeds.path("seeds.csv")) == before);
    }
}

TEST_CASE("farfield-node trace: a link stays one, and what it leads to is written", "[command]")
{
    const Seeds seeds;
    std::ofstream{seeds.path("there.csv")} << "old";
    std::filesystem::create_symlink(seeds.path("there.csv"), seeds.path("link.csv"));
    CHECK(run_node(seeds.trace("--steps 20", "link.csv")).code == 0);
    CHECK(std::filesystem::is_symlink(seeds.path("link.csv")));
    CHECK(lines_of(seeds.path("there.csv")).front() == "seed,t,x,y,z,s");

    std::filesystem::create_symlink("/dev/full", seeds.path("device.csv"));
    const Outcome done = run_node(seeds.trace("--steps 20", "device.csv") + " 2>&1");
    CHECK(done.code == 1);
    CHECK(contains(done.out, "no regular file"));
    CHECK(std::filesystem::is_symlink(seeds.path("device.csv")));
}

TEST_CASE("farfield-node trace: a signal that stops it leaves no file", "[command]")
{
    const Seeds seeds;
    std::ofstream many{seeds.path("seeds.csv")};
    many << "x,y,z\n";
    for (int seed = 0; seed < 200; ++seed) many << "1,2," << 1.0 + 0.01 * seed << '\n';
    many.close();
    for (const std::string signal : {"HUP", "INT", "TERM"}) {
        // The job is under way once it holds a file of the folder open: its seeds, or what it writes.
        const std::string endless = seeds.trace("--step 0.001 --steps 10000000 --ends", "lines.csv");
        const std::string stop = " 2>&1 & P=$!; until ls -l /proc/$P/fd | grep -q '" + seeds.path("") +
                                 "'; do sleep 0.01; done; kill -" + signal + " $P; wait $P";
        const Outcome stopped = run_node(endless + stop);
        CHECK(stopped.code == 1);
        CHECK(contains(stopped.out, "interrupted"));
        CHECK(std::distance(std::filesystem::directory_iterator{seeds.path("")},
                            std::filesystem::directory_iterator{}) == 1);
    }
}

TEST_CASE("farfield-node trace: a file that grows too large is an error and leaves none", "[command]")
{
    const Seeds seeds;
    const std::string node{FARFIELD_NODE};
    const Outcome refused = run_node("--version >/dev/null; ulimit -f 1; " + node + " " +
                                     seeds.trace("--step 0.0001 --steps 10000", "lines.csv") + " 2>&1");
    CHECK(refused.code == 1);
    CHECK(contains(refused.out, "cannot write"));
    CHECK(std::distance(std::filesystem::directory_iterator{seeds.path("")},
                        std::filesystem::directory_iterator{}) == 1);
}

#ifdef FARFIELD_TEST_VTK
TEST_CASE("farfield-node trace: a .vtp file has a polyline a seed", "[command]")
{
    const Seeds seeds;
    CHECK(run_node(seeds.trace("--step 0.01 --steps 20", "lines.vtp")).code == 0);
    const std::string text = farfield::test::read_text(seeds.path("lines.vtp"));
    CHECK(contains(text, R"(NumberOfPoints="43")"));
    CHECK(contains(text, R"(NumberOfLines="2")"));
    CHECK(contains(text, R"(NumberOfVerts="1")"));
    for (const char* array : {R"(Name="t")", R"(Name="speed")", R"(Name="seed")", R"(Name="reason")"})
        CHECK(contains(text, array));
}
#endif

namespace {

/// A current of 1 m/s to the east, with longitudes 170 to 179, -180 to -171.
std::string across_date_line_in(const TemporaryFolder& folder)
{
    const auto file = folder / "current.nc";
    Writer out{file};
    std::vector<double> longitudes, latitudes;
    for (int i = 0; i < 20; ++i) longitudes.push_back(i < 10 ? 170 + i : i - 190);
    for (int j = 0; j < 5; ++j) latitudes.push_back(j - 20);
    write_axis(out, "depth", "m", {0.0, 10.0});
    write_axis(out, "lat", "degrees_north", latitudes);
    write_axis(out, "lon", "degrees_east", longitudes);
    for (const std::string name : {"u", "v"}) {
        const int variable = out.variable(name, NC_DOUBLE, {"depth", "lat", "lon"});
        out.text(variable, "units", "m s-1");
        out.values(variable, std::vector<double>(200, name == "u" ? 1.0 : 0.0));
    }
    return file.string();
}

}  // namespace

TEST_CASE("farfield-node trace and slice: places may lie in any turn of longitudes", "[command]")
{
    const TemporaryFolder folder;
    const std::string file = across_date_line_in(folder), seeds = (folder / "seeds.csv").string(),
                      lines = (folder / "lines.csv").string(), plane = (folder / "plane.csv").string();
    std::ofstream{seeds} << "x,y,z\n-175.5,-18,0\n184.5,-18,0\n544.5,-18,0\n";
    const Outcome traced =
        run_node("trace " + file + " --seeds " + seeds + " --step 3600 --steps 3 --out " + lines + " 2>&1");
    INFO(traced.out);
    REQUIRE(traced.code == 0);
    const auto rows = lines_of(lines);
    REQUIRE(rows.size() == 1 + 3 * 4);
    for (std::size_t n = 1; n <= 4; ++n)
        for (const std::size_t seed : {1U, 2U}) CHECK(rows[n].substr(1) == rows[n + 4 * seed].substr(1));
    CHECK(rows[1].starts_with("0,0,184.5,-18,0,"));

    const std::string slice = "slice " + file + " --scalar u --out " + plane + " --plane x=";
    REQUIRE(run_node(slice + "-175 >/dev/null").code == 0);
    const auto cut = lines_of(plane);
    REQUIRE(cut.size() == 1 + 512 * 512);
    CHECK(cut[1].starts_with("185,"));
    check_one_line_error(slice + "-10", 1, "which reaches from 170 to 189 along x");
}
