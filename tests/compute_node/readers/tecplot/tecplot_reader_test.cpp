#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

TimeSeries open_text(const TemporaryFolder& folder, const std::string& text)
{
    return open_series({folder.write("a.tec", text)});
}

std::string error_of_text(const std::string& text)
{
    const TemporaryFolder folder;
    return error_of([&] { (void)open_text(folder, text); });
}

std::vector<float> values(const TimeSeries& series, const std::string& name)
{
    const auto& arrays = series.first().data().arrays;
    const auto found = std::ranges::find(arrays, name, &NodeValues::name);
    REQUIRE(found != arrays.end());
    return {found->values.begin(), found->values.end()};
}

constexpr const char* of_a_plane = "TITLE = \"a title\"\nVARIABLES = \"X\" \"Y\" \"P\", \"U\" \"V [m/s]\"\n";

}  // namespace

TEST_CASE("Tecplot: an ordered zone by points is a curvilinear grid", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_text(
        folder, std::string{of_a_plane} + "ZONE T=\"one, two\", I=2, J=2, F=POINT\n"
                                          "# a comment\n 0 0 1 5 6\n 1 0 2 5 6\n 0 1 3 5 6\n1 1 4 5 6\n");
    CHECK(series.info().format == "Tecplot");
    CHECK(series.info().kind == GridKind::Curvilinear);
    CHECK(series.info().dims == std::vector{glm::uvec3{2, 2, 1}});
    CHECK(series.info().default_vector == "U,V");
    CHECK(values(series, "P") == std::vector{1.F, 2.F, 3.F, 4.F});
}

TEST_CASE("Tecplot: a solution without its grid is refused for that", "[tecplot]")
{
    const TemporaryFolder folder;
    CHECK(contains(error_of([&] {
                       (void)open_text(folder, "FILETYPE = SOLUTION\nVARIABLES = U V P\nZONE I=2, J=2, "
                                               "F=POINT\n5 6 1\n5 6 2\n5 6 3\n5 6 4\n");
                   }),
                   "a solution alone (FILETYPE = SOLUTION)"));
}

TEST_CASE("Tecplot: text that begins with a comment is read, whatever its ending", "[tecplot]")
{
    const TemporaryFolder folder;
    const std::string text = std::string{"# written by a solver\n"} + of_a_plane +
                             "ZONE I=2, J=2, F=POINT\n 0 0 1 5 6\n 1 0 2 5 6\n 0 1 3 5 6\n1 1 4 5 6\n";
    for (const char* name : {"a.dat", "a.txt", "a.plt", "field"})
        CHECK(open_series({folder.write(name, text)}).info().format == "Tecplot");
}

TEST_CASE("Tecplot: D=(1,2) repeats these variables of the zone before", "[tecplot]")
{
    const TemporaryFolder folder;
    const std::string head = "VARIABLES = X Y U V\nZONE I=2, J=2, F=POINT, SOLUTIONTIME=1.0D+00\n"
                             "0 0 1 1\n1 0 1 1\n0 1 1 1\n1 1 1 1\n"
                             "ZONE I=2, J=2, F=POINT, SOLUTIONTIME=2.0D+01, D=(1,2)\n";
    const TimeSeries series = open_text(folder, head + "2 0\n2 0\n2 0\n2 0.5+001\n");
    CHECK(series.times() == std::vector{0.0, 19.0});
    const auto field = series.field({}, 1U << 20U);
    CHECK(field->slices().nodes[1][3].x == 2.0F);
    CHECK(field->slices().nodes[1][3].y == 5.0F);
    CHECK(contains(error_of_text(head + "2 0\n2 0\n2 0\n2 ****\n"), "found '****'"));
    CHECK(contains(error_of_text("VARIABLES = X Y U\nZONE I=1, SOLUTIONTIME=noon\n0 0 1\n"), "'noon'"));
}

TEST_CASE("Tecplot: a mark of the order of bytes before the text does not count", "[tecplot]")
{
    const TemporaryFolder folder;
    const std::string text = "\xEF\xBB\xBF" + std::string{of_a_plane} +
                             "ZONE I=2, J=2, F=POINT\n0 0 1 5 6\n1 0 2 5 6\n0 1 3 5 6\n1 1 4 5 6\n";
    for (const char* name : {"a.dat", "a.plt"})
        CHECK(open_series({folder.write(name, text)}).info().default_vector == "U,V");
}

TEST_CASE("Tecplot: a variable iblank blanks where it is 0, in nodes and in cells", "[tecplot]")
{
    const TemporaryFolder folder;
    const std::string head = "VARIABLES = X Y U V IBLANK\nZONE I=3, J=2, F=BLOCK";
    const std::string places = "0 1 2 0 1 2\n0 0 0 1 1 1\n";
    const TimeSeries at_nodes =
        open_text(folder, head + "\n" + places + "1 1 9 1 1 1\n0 0 0 0 0 0\n1 1 0 1 1 1\n");
    CHECK(at_nodes.info().blanked_nodes == 1);
    const TimeSeries in_cells =
        open_text(folder, head + ", VARLOCATION=([3-5]=CELLCENTERED)\n" + places + "1 9e9\n0 0\n1 0\n");
    CHECK(in_cells.info().blanked_nodes == 4);
    CHECK(values(in_cells, "U")[1] == 1.0F);  // of the visible cell alone
}

TEST_CASE("Tecplot: vectors that image velocimetry marks as not valid are hidden, with a remark", "[tecplot]")
{
    const TemporaryFolder folder;
    const auto opened = [&](const std::string& name, const std::string& marks) {
        return open_text(folder, "VARIABLES = X Y U V " + name +
                                     "\nZONE I=3, J=2, F=BLOCK\n0 1 2 0 1 2\n0 0 0 1 1 1\n"
                                     "1 1 0 1 1 1\n0 0 0 0 0 0\n" +
                                     marks + "\n");
    };
    const TimeSeries insight = opened("CHC", "1 2 -1 4 0 1");
    CHECK(insight.info().blanked_nodes == 1);
    CHECK(insight.info().remarks.front() ==
          "'CHC' is negative at 1 nodes, or in cells around them, which are hidden.");
    CHECK(opened("isValid", "1 1 0 1 1 1").info().blanked_nodes == 1);
    CHECK(opened("CHC", "1 1 0 1 1 1").info().blanked_nodes == 0);
}

TEST_CASE("Tecplot: units in brackets are parted from names, lengths become metres and speeds go with them",
          "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_text(
        folder, "VARIABLES = \"X [mm]\" \"Y [ m ]\" \"u [km/h]\" \"v [m s^-1]\" \"T [K]\" \"q[k]\"\n"
                "ZONE I=2, J=2, F=POINT\n0 0 3.6 2 300 1\n500 0 3.6 2 300 1\n"
                "0 1 3.6 2 300 1\n500 1 3.6 2 300 1\n");
    CHECK(series.info().bounds.hi == glm::dvec3{0.5, 1.0, 0.0});
    CHECK(series.info().position_units == "m");
    CHECK(series.info().default_vector == "u,v");
    CHECK(values(series, "u").front() == 1.0F);
    CHECK(values(series, "T").front() == 300.0F);
    CHECK(values(series, "q[k]").front() == 1.0F);
    const auto& remarks = series.info().remarks;
    CHECK(std::ranges::count(remarks, "Axis 'X' was converted from mm to m.") == 1);
    CHECK(std::ranges::count(remarks, "'u' was converted from km/h to m/s.") == 1);
}

TEST_CASE("Tecplot: units behind a blank are parted from names where they can be nothing else", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series =
        open_text(folder, "VARIABLES = \"X mm\" \"Y mm\" \"U m/s\" \"V m/s\" \"Total p\"\n"
                          "DATASETAUXDATA LengthUnit=\"mm\"\nZONE I=2, J=2, F=POINT\n"
                          "0 0 1 2 3\n500 0 1 2 3\n0 500 1 2 3\n500 500 1 2 3\n");
    CHECK(series.info().bounds.hi == glm::dvec3{0.5, 0.5, 0.0});
    CHECK(series.info().default_vector == "U,V");
    CHECK(values(series, "Total p").front() == 3.0F);
}

TEST_CASE("Tecplot: names that would be one without their units keep these", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series =
        open_text(folder, "VARIABLES = X Y \"p [Pa]\" \"p [bar]\"\nZONE I=2, J=2, F=POINT\n"
                          "0 0 1 2\n1 0 1 2\n0 1 1 2\n1 1 1 2\n");
    CHECK(values(series, "p [bar]").front() == 2.0F);
    CHECK(series.info().position_units.empty());
}

TEST_CASE("Tecplot: blocks of finite elements, numbers in every spelling, values in cells", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_text(
        folder, "variables = x, y, z, u, v, w, c\n"
                "zone n=5, e=2, datapacking=block, zonetype=fetetrahedron, varlocation=([7]=cellcentered)\n"
                "0 1 0 0 1.0\n0 0 1 0 1D0\n3*0 +1 1.e+00\n5*2.5\n5*0\n5*-1\n10 20\n1 2 3 4\n2 3 4 5\n");
    REQUIRE(series.info().cells.size() == 1);
    CHECK(series.info().cells.front().kind == CellKind::Tetra);
    CHECK(series.info().cells.front().cells == 2);
    CHECK(series.info().bounds.hi == glm::dvec3{1.0});
    CHECK(values(series, "u") == std::vector<float>(5, 2.5F));
    CHECK(values(series, "c") == std::vector{10.F, 15.F, 15.F, 15.F, 20.F});
}

TEST_CASE("Tecplot: a momentum is divided by the density beside it", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series =
        open_text(folder, "variables = x, y, rho, rho-u, rho-v\nzone i=2, j=2, datapacking=block\n"
                          "0 1 0 1\n0 0 1 1\n4*2\n4*3\n4*-1\n");
    CHECK(series.info().default_vector == "rho-u,rho-v / rho");
    const auto velocity = values(series, "rho-u,rho-v / rho");
    CHECK(std::vector(velocity.begin(), velocity.begin() + 3) == std::vector{1.5F, -0.5F, 0.0F});
}

TEST_CASE("Tecplot: bricks with corners that are one are the cells that they stand for", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_text(
        folder, "VARIABLES=X Y Z U V W\nZONE NODES=8, ELEMENTS=3, DATAPACKING=POINT, ZONETYPE=FEBRICK\n"
                "0 0 0 1 0 0\n1 0 0 1 0 0\n1 1 0 1 0 0\n0 1 0 1 0 0\n0 0 1 1 0 0\n1 0 1 1 0 0\n1 1 1 1 0 0\n"
                "0 1 1 1 0 0\n1 2 3 4 5 6 7 8\n1 2 3 3 5 6 7 7\n1 2 3 4 5 5 5 5\n");
    std::vector<CellKind> kinds;
    for (const CellCount& count : series.info().cells) kinds.push_back(count.kind);
    CHECK(kinds == std::vector{CellKind::Pyramid, CellKind::Wedge, CellKind::Hexa});
}

TEST_CASE("Tecplot: zones of other times are time steps, and share coordinates and corners", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series =
        open_text(folder, "VARIABLES = \"X\" \"Y\" \"U\" \"V\"\n"
                          "ZONE N=3, E=1, F=FEBLOCK, ET=TRIANGLE, SOLUTIONTIME=0.5, STRANDID=1\n"
                          "0 1 0\n0 0 1\n1 1 1\n2 2 2\n1 2 3\n"
                          "ZONE N=3, E=1, F=FEBLOCK, ET=TRIANGLE, SOLUTIONTIME=2.0, STRANDID=1,\n"
                          "VARSHARELIST=([1-2]=1), CONNECTIVITYSHAREZONE=1\n3 3 3\n4 4 4\n");
    CHECK(series.times() == std::vector{0.0, 1.5});
    CHECK(values(series, "U") == std::vector{1.F, 1.F, 1.F});
    const GridData second = series.read(1);
    CHECK(second.arrays.front().values.front() == 3.0F);
}

TEST_CASE("Tecplot: neighbours of faces behind the corners are passed over", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series =
        open_text(folder, "VARIABLES = \"X\" \"Y\" \"U\" \"V\"\n"
                          "ZONE N=3, E=1, F=FEBLOCK, ET=TRIANGLE, FACENEIGHBORMODE=LOCALONETOONE, "
                          "FACENEIGHBORCONNECTIONS=2\n0 1 0\n0 0 1\n1 1 1\n2 2 2\n1 2 3\n1 1 1\n1 2 1\n"
                          "ZONE N=3, E=1, F=FEBLOCK, ET=TRIANGLE\n1 2 1\n0 0 1\n1 1 1\n2 2 2\n1 2 3\n");
    CHECK(series.info().nodes == 6);
}

TEST_CASE("Tecplot: several ordered zones are the blocks of one grid; lines are left out", "[tecplot]")
{
    const TemporaryFolder folder;
    const std::string block = "ZONE I=2, J=2, DATAPACKING=BLOCK\n0 1 0 1\n0 0 1 1\n4*7\n4*1\n4*0\n";
    const TimeSeries series =
        open_text(folder, std::string{of_a_plane} + block + block + "ZONE I=2\n" + "0 0 0 0 0\n1 0 0 0 0\n");
    CHECK(series.info().dims.size() == 2);
    CHECK(std::ranges::any_of(series.info().remarks,
                              [](const std::string& remark) { return contains(remark, "2 of 3 zones"); }));
}

TEST_CASE("Tecplot: a variable that is passive in one zone stays in the others", "[tecplot]")
{
    const TemporaryFolder folder;
    const TimeSeries series = open_text(
        folder, std::string{of_a_plane} + "ZONE T=\"fluid\", I=2, J=2, DATAPACKING=BLOCK\n0 1 0 1\n0 0 1 1\n"
                                          "4*7\n4*1\n4*0\nZONE T=\"solid\", I=2, J=2, DATAPACKING=BLOCK, "
                                          "PASSIVEVARLIST=[4-5]\n1 2 1 2\n0 0 1 1\n4*8\n");
    CHECK(series.info().default_vector == "U,V");
    CHECK(values(series, "P") == std::vector{7.F, 7.F, 7.F, 7.F, 8.F, 8.F, 8.F, 8.F});
    const auto velocity = values(series, "U,V");
    CHECK(velocity[0] == 1.0F);
    CHECK(std::isnan(velocity[std::size_t{3} * 4]));
    CHECK(std::ranges::any_of(series.info().remarks, [](const std::string& remark) {
        return contains(remark, "'solid' declares 'U', 'V' passive");
    }));
}

TEST_CASE("Tecplot: a zone is read without the others, by its title or number", "[tecplot][blocks]")
{
    const TemporaryFolder folder;
    std::string text = of_a_plane;
    for (const char* title : {"inlet", "outlet"})
        text += fmt::format("ZONE T=\"{}\", I=2, J=2, DATAPACKING=BLOCK\n0 1 0 1\n0 0 1 1\n4*{}\n4*1\n4*0\n",
                            title, title[0] == 'i' ? 7 : 8);
    text += "ZONE T=\"probe\", I=2\n0 0 0 0 0\n1 0 0 0 0\n";
    const std::string file = folder.write("a.tec", text);
    CHECK(open_series({file}).info().blocks ==
          std::vector<BlockName>{{"inlet", true}, {"outlet", true}});  // the line counts for nothing
    const TimeSeries outlet = open_series({file + "#outlet"});
    CHECK(outlet.info().blocks == std::vector<BlockName>{{"inlet", false}, {"outlet", true}});
    CHECK(values(outlet, "P") == std::vector(4, 8.F));
    CHECK(values(open_series({file + "#1"}), "P") == std::vector(4, 7.F));
    CHECK(contains(error_of([&] { (void)open_series({file + "#nozzle"}); }),
                   "expected one of 'inlet', 'outlet'"));
}

TEST_CASE("Tecplot: a zone with its time in its title is one block at all times", "[tecplot][blocks]")
{
    const TemporaryFolder folder;
    std::string text = of_a_plane;
    for (const int time : {0, 1})
        for (const char* title : {"a", "b"})
            text += fmt::format("ZONE T=\"{} at {}\", I=2, J=2, SOLUTIONTIME={}, DATAPACKING=BLOCK\n"
                                "0 1 0 1\n0 0 1 1\n4*{}\n4*1\n4*0\n",
                                title, time, time, time + (title[0] == 'a' ? 0 : 10));
    const TimeSeries series = open_series({folder.write("a.tec", text) + "#b at 0"});
    CHECK(values(series, "P") == std::vector(4, 10.F));
    CHECK(series.read(1).arrays.front().values.front() == 11.F);
}

TEST_CASE("Tecplot: what is missing or not understood is named with its line", "[tecplot]")
{
    const std::string plane = of_a_plane;
    CHECK(contains(error_of_text(plane + "ZONE I=2, J=2, F=POINT\n0 0 1 5 6\n1 0 2"), "is it truncated?"));
    CHECK(contains(error_of_text(plane + "ZONE I=2, J=2, F=POINT\n0 0 1 five 6\n"), "line 4"));
    CHECK(contains(error_of_text(plane + "ZONE I=2, J=-2\n0 0 1 5 6\n"), "behind J=, found '-2'"));
    CHECK(
        contains(error_of_text(plane + "ZONE I=99999999, J=99999999, K=99999999\n0 0 1 5 6\n"), "max_nodes"));
    CHECK(contains(error_of_text(plane + "ZONE N=3, E=99999999999, F=FEPOINT, ET=TRIANGLE\n0 0 1 5 6\n"),
                   "E=, found"));
    CHECK(contains(error_of_text(plane + "ZONE N=3, E=1, F=FEPOINT, ET=TRIANGLE\n0 0 1 5 6\n1 0 1 5 6\n"
                                         "0 1 1 5 6\n1 2 4\n"),
                   "has 4 as a corner"));
    CHECK(contains(error_of_text(plane + "ZONE ZONETYPE=FEPOLYHEDRON, N=4\n"), "FEPOLYHEDRON"));
    CHECK(contains(error_of_text(plane + "ZONE I=2, J=2, VARSHARELIST=([1]=9)\n"), "one of the 0 zones"));
    CHECK(contains(error_of_text(plane), "expected a ZONE, found none"));
}

TEST_CASE("Tecplot: spoilt text is read or refused, and nothing else", "[tecplot]")
{
    const std::string whole = std::string{of_a_plane} +
                              "ZONE I=2, J=2, F=POINT\n0 0 1 5 6\n1 0 2 5 6\n0 1 3 5 6\n1 1 4 5 6\n"
                              "ZONE N=3, E=1, F=FEBLOCK, ET=TRIANGLE, VARSHARELIST=([3]=1)\n1 2 3\n4 5 6\n";
    std::mt19937 random{7};
    for (int round = 0; round < 2000; ++round) {
        std::string text = whole;
        for (int change = 0; change < 3; ++change) {
            const std::size_t at = random() % text.size();
            switch (random() % 4) {
            case 0:
                text[at] = static_cast<char>(random() % 128);
                break;
            case 1:
                text.erase(at, random() % 8);
                break;
            case 2:
                text.insert(at, text, random() % text.size(), random() % 16);
                break;
            default:
                text.resize(at + 1);
            }
        }
        const std::string error = error_of_text(text);
        if (!error.empty()) CHECK(contains(error, "a.tec"));
    }
}
