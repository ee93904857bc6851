// `farfield-node tomography` as a user calls it.
#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

const std::string header = "sx,sy,sz,rx,ry,rz,t,sigma\n";

std::string row(double x, double y, double time)
{
    return "0," + std::to_string(y) + ",0," + std::to_string(x) + ",50,90," + std::to_string(time) +
           ",1e-4\n";
}

/// 4 sources and 5 receivers in rock of 2,000 m/s.
std::string rows()
{
    std::string text;
    for (int s = 0; s < 4; ++s)
        for (int r = 0; r < 5; ++r) {
            const double x = 60.0 + 10.0 * r, y = 30.0 * s;
            text += row(x, y, std::sqrt(x * x + (y - 50.0) * (y - 50.0) + 8100.0) / 2000.0);
        }
    return text;
}

struct Times {
    explicit Times(const std::string& text) { folder.write("t.csv", text); }

    [[nodiscard]] std::string invert(const std::string& options, const std::string& spacing = "10") const
    {
        return "tomography " + folder.file("t.csv") + " --out " + folder.file("out") + " --spacing " +
               spacing + " " + options;
    }
    [[nodiscard]] nlohmann::json report() const
    {
        return nlohmann::json::parse(std::ifstream{folder / "out" / "report.json"});
    }
    [[nodiscard]] std::size_t entries() const
    {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator{folder.path()}, {}));
    }
    TemporaryFolder folder;
};

}  // namespace

TEST_CASE("farfield-node tomography: faulty times and duplicates are said", "[command]")
{
    const Times times{header + rows() + row(60, 0, 0) + row(70, 0, 1e-6) + row(100, 90, 0.08)};
    const Outcome done = run_node(times.invert("--limits 500,6000"));
    CHECK(done.code == 0);
    CHECK(contains(done.out, "0 of 20 data left out, 2 faulty, 1 averaged"));
    CHECK(times.report()["faulty"] == nlohmann::json{{"not_above_0", 1}, {"too_fast", 1}});
    CHECK(times.report()["duplicates_averaged"] == 1);
    std::ifstream file{times.folder / "out" / "residuals.csv"};
    const std::string residuals{std::istreambuf_iterator<char>{file}, {}};
    CHECK(contains(residuals, ",,,,,time not above 0\n"));
    CHECK(contains(residuals, ",,,,,too fast for the limits\n"));
}

TEST_CASE("farfield-node tomography: faults of the file are one line, and no folder is left", "[command]")
{
    const auto refuse = [](const std::string& text, const std::string& options, const std::string& part) {
        const Times times{text};
        check_one_line_error(times.invert(options), 1, part);
        CHECK(times.entries() == 1);
    };
    refuse(header + rows() + "0,0,0,x,0,0,1,1\n", "", "line 22: expected finite numbers");
    refuse(header + rows() + row(60, 0, 0) + row(70, 0, 0) + row(80, 0, 0) + row(90, 0, 0) + row(60, 0, 0) +
               row(61, 0, 0),
           "", "expected at most 20 % of faulty times, found 6 of 26");
    refuse(header + row(60, 0, 1) + row(70, 30, 1), "", "expected at least 10 data, found 2");
    std::string one_source = header;
    for (int n = 0; n < 12; ++n) one_source += row(60 + n, 0, 0.1);
    refuse(one_source, "", "expected at least two sources, found 1");
    refuse("sx,sy,sz,rx,ry,rz\n1,2,3,4,5,6\n", "", "expected a column 't', found none");
}

TEST_CASE("farfield-node tomography: faults of the grid and of memory are one line", "[command]")
{
    const Times times{header + rows()};
    check_one_line_error(times.invert("--box 0,90,0,90,0,90"), 1,
                         "receiver 5 at 100,50,90 is outside the box");
    check_one_line_error(times.invert("--box 10,100,0,90,0,90"), 1,
                         "source 1 at 0,0,0 is outside the box 10,100,0,90,0,90");
    check_one_line_error(times.invert("", "0.01"), 1, "(max_tomography_nodes)");
    check_one_line_error(times.invert("--max-bytes 1000"), 1, "expected at most 1000 (max_tomography_bytes)");
    check_one_line_error("tomography nowhere.csv --out " + times.folder.file("out"), 1, "nowhere.csv");
    CHECK(times.entries() == 1);
    std::filesystem::create_directory(times.folder / "out");
    check_one_line_error(times.invert(""), 1, "expected a name that is free");
}

TEST_CASE("farfield-node tomography: without the noise it says how to state it", "[command]")
{
    const Times times{"sx,sy,sz,rx,ry,rz,t,s\n" + rows()};
    check_one_line_error(times.invert(""), 1,
                         "a column sigma of numbers above 0, or a noise in seconds (option --noise)");
    CHECK(run_node(times.invert("--noise 1e-4")).code == 0);
}

TEST_CASE("farfield-node tomography: wrong options are one line and exit code 2", "[command]")
{
    const Times times{header + rows()};
    check_one_line_error(times.invert("--limits 3000,2000"), 2, "the lower first");
    check_one_line_error(times.invert("--iterations 0"), 2, "--iterations");
    check_one_line_error(times.invert("--rays bent"), 2, "curved, straight");
    check_one_line_error("tomography mine --out o --box 0,1,0,1,0,1", 2, "--spacing");
}

TEST_CASE("farfield-node tomography: a signal leaves no folder", "[command]")
{
    const TemporaryFolder folder;
    // The inversion is under way once its folder is there.
    const std::string out = folder.file("out");
    const Outcome stopped = run_node("tomography mine --out " + out + " 2>&1 & P=$!; until ls -d " + out +
                                     ".*.part >/dev/null 2>&1; do sleep 0.01; done; kill -INT $P; wait $P");
    CHECK(stopped.code == 1);
    CHECK(contains(stopped.out, "interrupted"));
    CHECK(std::filesystem::is_empty(folder.path()));
}
