#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <numbers>

using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

/// A file of 41^3 nodes over [-1, 1]^3 with the distance from the origin as the scalar r.
std::string ball_in(const TemporaryFolder& folder)
{
    constexpr int n = 41;
    const fs::path file = folder / "ball.vtk";
    std::ofstream out{file};
    out << "# vtk DataFile Version 3.0\nball\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 41 41 41\n"
           "ORIGIN -1 -1 -1\nSPACING 0.05 0.05 0.05\nPOINT_DATA 68921\nSCALARS r float 1\nLOOKUP_TABLE "
           "default\n";
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                out << std::hypot(0.05 * i - 1.0, 0.05 * j - 1.0, 0.05 * k - 1.0) << '\n';
    return file.string();
}

std::string quoted(const fs::path& file)
{
    return "'" + file.string() + "'";
}

}  // namespace

TEST_CASE("farfield-node surface: of a ball it reports its area, volume and that it is whole", "[command]")
{
    const TemporaryFolder folder;
    const auto made = run_node("surface " + ball_in(folder) + " --scalar r --value 0.6 --json --out " +
                               quoted(folder / "ball.ply"));
    INFO(made.out);
    REQUIRE(made.code == 0);
    const auto report = nlohmann::json::parse(made.out);
    const double pi = std::numbers::pi;
    CHECK(report["area"].get<double>() == Approx(4.0 * pi * 0.36).epsilon(0.01));
    CHECK(report["enclosed_volume"].get<double>() == Approx(4.0 / 3.0 * pi * 0.216).epsilon(0.01));
    CHECK(report["components"] == 1);
    CHECK(report["boundary_edges"] == 0);
    CHECK(fs::file_size(folder / "ball.ply") > 1000);
}

TEST_CASE("farfield-node surface: an empty surface is written, and said to be empty", "[command]")
{
    const TemporaryFolder folder;
    const auto made = run_node("surface " + ball_in(folder) + " --scalar r --value 5 --out " +
                               quoted(folder / "none.vtp") + " 2>&1");
    CHECK(made.code == 0);
    CHECK(contains(made.out, "none.vtp' is empty: the scalar has that value nowhere"));
}

TEST_CASE("farfield-node surface: what cannot be is one line, and no file", "[command]")
{
    const TemporaryFolder folder;
    const std::string ball = "surface " + ball_in(folder), out = " --out " + quoted(folder / "s.ply");
    check_one_line_error(ball + out, 1, "expected either --value or --boundary");
    check_one_line_error(ball + " --scalar q --value 1" + out, 1, "no scalar 'q'; there are 'r'");
    check_one_line_error(ball + " --value 0.5 --out s.obj", 1, "s.obj");
    check_one_line_error(ball + " --boundary plane:0,k" + out, 1, "expected plane:BLOCK,AXIS,INDEX");
    check_one_line_error(ball + " --boundary hull" + out, 1, "expected suggested, no-slip");
    check_one_line_error(ball + " --value 0.5 --level 8" + out, 1, "--level: expected at most");
    check_one_line_error(ball + " --value nan" + out, 2, "--value: expected a number");
    check_one_line_error(ball + " --value 0.5 --region 1,0,0,1,0,1" + out, 2, "lower before upper");
    check_one_line_error("surface analytic:abc --value 0.5" + out, 1, "is an exact function");
    CHECK_FALSE(fs::exists(folder / "s.ply"));
}

TEST_CASE("farfield-node slice: a table has a row for each value that is there, and its place", "[command]")
{
    const TemporaryFolder folder;
    const fs::path table = folder / "cut.csv";
    const auto made =
        run_node("slice " + ball_in(folder) + " --plane z=0.5 --size nodes --out " + quoted(table));
    INFO(made.out);
    REQUIRE(made.code == 0);
    std::ifstream in{table};
    std::string line;
    REQUIRE(std::getline(in, line));
    CHECK(line == "x,y,z,r");
    int rows = 0;
    for (char comma = 0; std::getline(in, line); ++rows) {
        double x = 0, y = 0, z = 0, r = 0;
        std::istringstream{line} >> x >> comma >> y >> comma >> z >> comma >> r;
        REQUIRE(z == Approx(0.5));
        REQUIRE(r == Approx(std::hypot(x, y, z)).margin(1e-5));
    }
    CHECK(rows == 41 * 41);
}

TEST_CASE("farfield-node slice: an oblique plane has square pixels, and nothing beyond the box", "[command]")
{
    const TemporaryFolder folder;
    const auto made =
        run_node("slice " + ball_in(folder) + " --plane 0,0,0,1,1,1 --size 64x48 --json --out " +
                 quoted(folder / "cut.png"));
    INFO(made.out);
    REQUIRE(made.code == 0);
    const auto report = nlohmann::json::parse(made.out);
    const auto length = [&](const char* edge) {
        const auto& e = report[edge];
        return std::hypot(e[0].get<double>(), e[1].get<double>(), e[2].get<double>());
    };
    CHECK(length("edge_u") / report["width"].get<double>() ==
          Approx(length("edge_v") / report["height"].get<double>()));
    // The plane cuts a regular hexagon from the cube, three quarters of the rectangle around it.
    const double all = report["width"].get<double>() * report["height"].get<double>();
    CHECK(report["nothing_there"].get<double>() / all == Approx(0.25).margin(0.04));
    std::ifstream picture{folder / "cut.png", std::ios::binary};
    std::string magic(4, ' ');
    picture.read(magic.data(), 4);
    CHECK(magic == "\x89PNG");
}

TEST_CASE("farfield-node slice: what cannot be is one line, and no file", "[command]")
{
    const TemporaryFolder folder;
    const std::string ball = "slice " + ball_in(folder), out = " --out " + quoted(folder / "s.csv");
    check_one_line_error(ball + " --plane w=1" + out, 2, "--plane");
    check_one_line_error(ball + " --plane z=0.5 --size 0x10" + out, 2, "--size");
    check_one_line_error(ball + " --plane 0,0,0,0,0,0" + out, 1, "normal");
    check_one_line_error(ball + " --plane 9,9,9,1,1,1" + out, 1, "planes[0]");
    check_one_line_error(ball + " --plane z=0.5 --scalar q" + out, 1, "'q'");
    check_one_line_error(ball + " --plane z=0.5 --range 2,1" + out, 1, "--range");
    check_one_line_error(ball + " --plane z=0.5 --out s.jpg", 1, "s.jpg");
    CHECK_FALSE(fs::exists(folder / "s.csv"));
}
