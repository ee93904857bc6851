#include "tests/compute_node/commands/run_node.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
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

namespace {

/// A sphere of radius 5 m about 550,000 m east, 6,655,000 m north.
std::string ball_in_utm(const TemporaryFolder& folder)
{
    const fs::path file = folder / "utm.vtk";
    std::ofstream out{file};
    out << "# vtk DataFile Version 3.0\nball\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 25 25 25\n"
           "ORIGIN 549994 6654994 -6\nSPACING 0.5 0.5 0.5\nPOINT_DATA 15625\nSCALARS r float 1\n"
           "LOOKUP_TABLE default\n";
    for (int k = 0; k < 25; ++k)
        for (int j = 0; j < 25; ++j)
            for (int i = 0; i < 25; ++i)
                out << std::hypot(0.5 * i - 6.0, 0.5 * j - 6.0, 0.5 * k - 6.0) << '\n';
    return file.string();
}

std::string contents_of(const fs::path& file)
{
    std::ifstream in{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

template <class Number>
Number number_at(const std::string& bytes, std::size_t at, bool is_big)
{
    std::array<char, sizeof(Number)> raw{};
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), raw.size(), raw.begin());
    if (is_big) std::ranges::reverse(raw);
    return std::bit_cast<Number>(raw);
}

}  // namespace

TEST_CASE("farfield-node surface: places far from 0 keep their millimetres in PLY and STL", "[command]")
{
    const TemporaryFolder folder;
    const std::string ball = "surface " + ball_in_utm(folder) + " --scalar r --value 5 --out ";
    REQUIRE(run_node(ball + quoted(folder / "ball.ply")).code == 0);
    const std::string ply = contents_of(folder / "ball.ply");
    CHECK(contains(ply, "property double x\nproperty double y\nproperty double z\nproperty float nx\n"));
    const std::size_t vertices = std::stoul(ply.substr(ply.find("vertex ") + 7));
    const std::size_t first = ply.find("end_header\n") + 11, stride = 3 * 8 + 4 * 4;
    REQUIRE(vertices > 1000);
    double farthest = 0.0;
    for (std::size_t v = 0; v < vertices; ++v) {
        const std::size_t at = first + v * stride;
        const double radius = std::hypot(number_at<double>(ply, at, true) - 550'000.0,
                                         number_at<double>(ply, at + 8, true) - 6'655'000.0,
                                         number_at<double>(ply, at + 16, true));
        farthest = std::max(farthest, std::abs(radius - 5.0));
    }
    CHECK(farthest < 0.02);  // by the linear edges of half a metre; binary32 alone would be off by 0.25

    const auto made = run_node(ball + quoted(folder / "ball.stl") + " 2>&1");
    REQUIRE(made.code == 0);
    const std::string stl = contents_of(folder / "ball.stl");
    double x = 0.0, y = 0.0, z = 0.0;
    REQUIRE(std::sscanf(stl.c_str(), "farfield surface, add %lf %lf %lf", &x, &y, &z) == 3);
    CHECK(contains(made.out, "has its places less 5"));
    farthest = 0.0;
    const auto triangles = number_at<std::uint32_t>(stl, 80, false);
    for (std::uint32_t t = 0; t < triangles; ++t)
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::size_t at = 84 + 50 * std::size_t{t} + 12 * (corner + 1);
            const double radius = std::hypot(number_at<float>(stl, at, false) + x - 550'000.0,
                                             number_at<float>(stl, at + 4, false) + y - 6'655'000.0,
                                             number_at<float>(stl, at + 8, false) + z);
            farthest = std::max(farthest, std::abs(radius - 5.0));
        }
    CHECK(farthest < 0.02);
}

TEST_CASE("farfield-node surface: an empty surface is written, and said to be empty", "[command]")
{
    const TemporaryFolder folder;
    const auto made = run_node("surface " + ball_in(folder) + " --scalar r --value 5 --out " +
                               quoted(folder / "none.vtp") + " 2>&1");
    CHECK(made.code == 0);
    CHECK(contains(made.out, "none.vtp' is empty: in the region no two neighbouring nodes"));
}

TEST_CASE("farfield-node surface: what cannot be is one line, and no file", "[command]")
{
    const TemporaryFolder folder;
    const std::string ball = "surface " + ball_in(folder), out = " --out " + quoted(folder / "s.ply");
    check_one_line_error(ball + out, 2, "expected either --value or --boundary");
    check_one_line_error(ball + " --scalar q --value 1" + out, 1, "no scalar 'q'; there are 'r'");
    check_one_line_error(ball + " --value 0.5 --out s.obj", 2, "s.obj");
    check_one_line_error(ball + " --boundary plane:0,k" + out, 2, "expected plane:BLOCK,AXIS,INDEX");
    check_one_line_error(ball + " --boundary hull" + out, 2, "expected suggested, no-slip");
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
    check_one_line_error(ball + " --plane z=1.5" + out, 1, "ball.vtk', which reaches from -1 to 1 along z");
    check_one_line_error(ball + " --plane z=0.5 --scalar q" + out, 1, "'q'");
    check_one_line_error(ball + " --plane z=0.5 --range 2,1" + out, 2, "--range");
    check_one_line_error(ball + " --plane z=0.5 --out s.jpg", 2, "s.jpg");
    CHECK_FALSE(fs::exists(folder / "s.csv"));
}

TEST_CASE("farfield-node slice and surface: what is read is not written over", "[command]")
{
    const TemporaryFolder folder;
    const std::string ball = ball_in(folder);
    const auto bytes = fs::file_size(ball);
    for (const char* name : {"out.vti", "out.ply"}) fs::create_symlink(ball, folder / name);
    for (const std::string& command :
         {"slice " + ball + " --plane z=0 --out " + folder.file("out.vti"),
          "surface " + ball + " --scalar r --value 0.5 --out " + folder.file("out.ply")}) {
        const Outcome done = run_node(command + " 2>&1");
        CHECK(done.code == 1);
        CHECK(contains(done.out, "which is read"));
        CHECK(fs::file_size(ball) == bytes);
    }
}

TEST_CASE("farfield-node: numbered files of VTK are a series by a pattern in quotes", "[command]")
{
    const TemporaryFolder folder;
    for (const int number : {2, 10, 9}) {  // u = number, s = x + number
        std::ofstream out{folder / ("flow_" + std::to_string(number) + ".vtk")};
        out << "# vtk DataFile Version 3.0\nflow\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 3 3\n"
               "ORIGIN 0 0 0\nSPACING 10 10 10\nPOINT_DATA 27\nVECTORS U float\n";
        for (int n = 0; n < 27; ++n) out << number << " 0 0\n";
        out << "SCALARS s float 1\nLOOKUP_TABLE default\n";
        for (int n = 0; n < 27; ++n) out << 10 * (n % 3) + number << '\n';
    }
    const std::string pattern = quoted(folder / "flow_*.vtk");
    const auto report = nlohmann::json::parse(run_node("info --json " + pattern).out);
    CHECK(report["time_steps"] == 3);
    CHECK(report["times"] == nlohmann::json::array({0.0, 7.0, 8.0}));
    const auto last = run_node("info --time-step 3 " + pattern);
    CHECK_THAT(last.out, Catch::Matchers::ContainsSubstring("10 to 10 (magnitude)"));
    // At 7 s s is 9 to 29, of number 9: numbers 2 and 10 have one of the values each.
    const auto made = run_node("surface " + pattern + " --scalar s --value 9.5,28.5 --time 7 --json --out " +
                               quoted(folder / "s.ply") + " 2>&1");
    INFO(made.out);
    REQUIRE(made.code == 0);
    CHECK(nlohmann::json::parse(made.out)["area"].get<double>() == Approx(2 * 400.0));
    // Unquoted, the shell makes it the files' names.
    CHECK(run_node("surface " + folder.file("flow_10.vtk") + " " + folder.file("flow_2.vtk") + " " +
                   folder.file("flow_9.vtk") + " --scalar s --value 14 --time 7 --out " +
                   quoted(folder / "t.ply"))
              .code == 0);
    std::ofstream{folder / "seeds.csv"} << "x,y,z,t\n1,5,5,0\n";
    const auto traced =
        run_node("trace " + pattern + " --kind pathline --step 0.125 --steps 8 --seeds " +
                 quoted(folder / "seeds.csv") + " --ends --out " + quoted(folder / "ends.csv") + " 2>&1");
    INFO(traced.out);
    CHECK(traced.code == 0);
    // u is 2 + t on the way from 2 to 9 in 7 s: 1 + 2 + 0.5 after 1 s.
    std::ifstream ends{folder / "ends.csv"};
    const std::string text{std::istreambuf_iterator<char>{ends}, {}};
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring("3.5"));
}
