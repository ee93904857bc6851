// Which files of a folder are one dataset, by their names. Values are those that the tests write.
#include "compute_node/datasets/catalogue_groups.h"

#include "compute_node/datasets/dataset_catalogue.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

std::vector<std::string> pairs_of(const std::vector<std::string>& names, const std::string& format = "NetCDF")
{
    std::vector<CatalogueEntry> files;
    for (const std::string& name : names) files.push_back({name, format, 1});
    std::vector<std::string> pairs;
    for (const CatalogueEntry& pair : pairs_among(files)) pairs.push_back(pair.name);
    return pairs;
}

/// x 3 by y 2 in metres, one variable in m/s with the same value at all nodes.
void write_component(const std::filesystem::path& path, const std::string& name, double value)
{
    Writer file{path};
    write_axis(file, "y", "m", {0, 50});
    write_axis(file, "x", "m", {0, 50, 100});
    const int variable = file.variable(name, NC_FLOAT, {"y", "x"});
    file.text(variable, "units", "m/s");
    file.values(variable, std::vector<double>(6, value));
}

}  // namespace

TEST_CASE("pairs_among: names that differ in the u and v at the beginning of a word are a pair",
          "[catalogue]")
{
    using Names = std::vector<std::string>;
    CHECK(pairs_of({"uwnd_mean.nc", "vwnd_mean.nc"}) == Names{"uwnd_mean.nc+vwnd_mean.nc"});
    CHECK(pairs_of({"d/era_u10.nc", "d/era_v10.nc"}) == Names{"d/era_u10.nc+d/era_v10.nc"});
    CHECK(pairs_of({"10u.grib", "10v.grib"}, "GRIB") == Names{"10u.grib+10v.grib"});
    CHECK(pairs_of({"Ustorm.cdf", "Vstorm.cdf"}) == Names{"Ustorm.cdf+Vstorm.cdf"});
    CHECK(pairs_of({"windU.nc", "windV.nc"}) == Names{"windU.nc+windV.nc"});
    CHECK(pairs_of({"unc_u.nc", "unc_v.nc"}) == Names{"unc_u.nc+unc_v.nc"});
}

TEST_CASE("pairs_among: components by number go together behind v, vel and velocity", "[catalogue]")
{
    using Names = std::vector<std::string>;
    CHECK(pairs_of({"v1.nc", "v2.nc"}) == Names{"v1.nc+v2.nc"});
    CHECK(pairs_of({"run_vel1_a.nc", "run_vel2_a.nc", "run_vel3_a.nc"}) ==
          Names{"run_vel1_a.nc+run_vel2_a.nc", "run_vel1_a.nc+run_vel2_a.nc+run_vel3_a.nc"});
    for (const char* first : {"tas_mod1.nc", "lev1.nc", "v10.nc", "1.nc"}) {
        std::string second = first;
        second[second.find('1')] = '2';
        INFO(first);
        CHECK(pairs_of({first, second}).empty());
    }
}

TEST_CASE("pairs_among: other names, folders and formats are none", "[catalogue]")
{
    CHECK(pairs_of({"sum.nc", "svm.nc"}).empty());
    CHECK(pairs_of({"u.nc", "V.nc"}).empty());
    CHECK(pairs_of({"u.nc", "v.nc4"}).empty());
    CHECK(pairs_of({"u/wind.nc", "v/wind.nc"}).empty());
    CHECK(pairs_of({"a/u.nc", "b/v.nc"}).empty());
    CHECK(pairs_of({"u_1.nc", "v_2.nc"}).empty());
    CHECK(pairs_of({"u.vti", "v.vti"}, "VTK").empty());
}

TEST_CASE("pairs_among: a third file with a w in that place goes to a pair", "[catalogue]")
{
    using Names = std::vector<std::string>;
    CHECK(pairs_of({"d/u.nc", "d/v.nc", "d/w.nc"}) == Names{"d/u.nc+d/v.nc", "d/u.nc+d/v.nc+d/w.nc"});
    CHECK(pairs_of({"u.nc", "w.nc"}).empty());
}

TEST_CASE("add_meshes: what FESOM writes goes with its mesh, or says that it is lacking", "[catalogue]")
{
    std::vector<CatalogueEntry> entries{{"a/fesom.mesh.diag.nc", "NetCDF", 1},
                                        {"a/temp.fesom.1948.nc", "NetCDF", 1},
                                        {"a/u.fesom.1948.nc+a/v.fesom.1948.nc", "NetCDF", 2},
                                        {"b/temp.fesom.1948.nc", "NetCDF", 1}};
    add_meshes(entries);
    CHECK(entries[0].name == "a/fesom.mesh.diag.nc");
    CHECK(entries[1].name == "a/temp.fesom.1948.nc+a/fesom.mesh.diag.nc");
    CHECK(entries[2].name == "a/u.fesom.1948.nc+a/v.fesom.1948.nc+a/fesom.mesh.diag.nc");
    CHECK(entries[2].lacks.empty());
    CHECK(entries[3].name == "b/temp.fesom.1948.nc");
    CHECK(entries[3].lacks == "fesom.mesh.diag.nc");
}

TEST_CASE("DatasetCatalogue: series of components are one dataset with all their times", "[catalogue]")
{
    const TemporaryFolder folder;
    for (int year = 2001; year <= 2003; ++year)
        for (const char* name : {"u", "v"}) {
            if (year == 2003 && std::string{name} == "v") continue;  // u_2003.nc has none to go with
            Writer file{folder / (std::string{name} + "_" + std::to_string(year) + ".nc")};
            write_axis(file, "time", "days since 2000-01-01",
                       {365.0 * (year - 2000), 365.0 * (year - 2000) + 1.0});
            write_axis(file, "y", "m", {0, 50});
            write_axis(file, "x", "m", {0, 50, 100});
            const int variable = file.variable(name, NC_FLOAT, {"time", "y", "x"});
            file.text(variable, "units", "m/s");
            file.values(variable, std::vector<double>(12, year));
        }
    const DatasetCatalogue catalogue{{folder.path()}};
    const auto entries = catalogue.list();
    const std::string name = "u_200*.nc+v_200*.nc";
    CHECK(std::ranges::find(entries, name, &CatalogueEntry::name) != entries.end());
    CHECK(catalogue.resolve(name).size() == 4);
    const TimeSeries series = catalogue.open(name);
    CHECK(series.slices() == 4);
    CHECK(series.info().default_vector == "u,v");
    const GridData last = series.read(3);
    const auto u = std::ranges::find(last.arrays, std::string{"u,v"}, &NodeValues::name);
    REQUIRE(u != last.arrays.end());
    CHECK(u->values.front() == 2002.0F);
    CHECK_THROWS_WITH(catalogue.resolve("u_2003*.nc+v_200*.nc"),
                      Catch::Matchers::ContainsSubstring("in place of '*'"));
}

TEST_CASE("DatasetCatalogue: two NetCDF files with a component each are one dataset too", "[catalogue]")
{
    const TemporaryFolder folder;
    write_component(folder / "uwnd_mean.nc", "uwnd", 3.0);
    write_component(folder / "vwnd_mean.nc", "vwnd", 4.0);
    const DatasetCatalogue catalogue{{folder.path()}};
    const auto entries = catalogue.list();
    REQUIRE(entries.size() == analytic_flows.size() + 3);
    const CatalogueEntry& pair = entries[analytic_flows.size() + 1];
    CHECK(pair.name == "uwnd_mean.nc+vwnd_mean.nc");
    CHECK(pair.format == "NetCDF");
    CHECK(pair.bytes == entries[analytic_flows.size()].bytes + entries.back().bytes);
    const TimeSeries opened = catalogue.open(pair.name);
    CHECK(opened.info().default_vector == "uwnd,vwnd");
    const auto sample = opened.field()->sample({50.0F, 25.0F, 0.0F});
    REQUIRE(sample);
    CHECK(sample->velocity == glm::vec3{3.0F, 4.0F, 0.0F});
}

namespace {

/// Two nodes by two by two where U = (x, 0, 0); time: of the file, as OpenFOAM writes it.
std::string box(double x, const std::string& time = {})
{
    std::string text = "# vtk DataFile Version 3.0\nf\nASCII\nDATASET STRUCTURED_POINTS\n";
    if (!time.empty()) text += "FIELD FieldData 1\nTimeValue 1 1 float\n" + time + "\n";
    text += ("DIMENSIONS 2 2 2\nORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 8\nVECTORS U float\n");
    for (int n = 0; n < 8; ++n) text += fmt::format("{} 0 0\n", x);
    return text;
}

std::vector<std::string> names_in(const DatasetCatalogue& catalogue)
{
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : catalogue.list())
        if (entry.format != "built in") names.push_back(entry.name);
    return names;
}

std::vector<std::string> series_of_names(const std::vector<std::string>& names)
{
    std::vector<CatalogueEntry> files;
    for (const std::string& name : names) files.push_back({name, "VTK", 1});
    std::vector<std::string> series;
    for (const CatalogueEntry& found : series_among(files)) series.push_back(found.name);
    return series;
}

}  // namespace

TEST_CASE("series_among: three numbered files of one stem and ending are a series", "[catalogue]")
{
    using Names = std::vector<std::string>;
    CHECK(series_of_names({"r/c_0.vtk", "r/c_20.vtk", "r/c_100.vtk"}) == Names{"r/c_*.vtk"});
    CHECK(series_of_names({"1.vtu", "2.vtu", "3.vtu"}) == Names{"*.vtu"});
    CHECK(series_of_names({"v1.001.vtm", "v1.002.vtm", "v1.010.vtm"}) == Names{"v1.*.vtm"});
    CHECK(series_of_names({"a1.vti", "a2.vti"}).empty());
    CHECK(series_of_names({"a1.vti", "a2.vtk", "b3.vti"}).empty());
    CHECK(series_of_names({"a/f1.vti", "b/f2.vti", "c/f3.vti"}).empty());
    CHECK(series_of_names({"t0.5.vtk", "t0.25.vtk", "t0.75.vtk"}).empty());
    CHECK(series_of_names({"a1b.vti", "a2b.vti", "a3b.vti"}).empty());
}

TEST_CASE("series_among: names that differ in more than digits are in no series of the others", "[catalogue]")
{
    using Names = std::vector<std::string>;
    const auto series = [](const std::vector<std::string>& names) {
        std::vector<CatalogueEntry> files;
        for (const std::string& name : names) files.push_back({name, "NetCDF", 1});
        Names listed;
        for (const CatalogueEntry& one : series_among(files)) {
            CHECK(one.bytes == 2);
            listed.push_back(one.name);
        }
        return listed;
    };
    CHECK(series({"case1a.nc", "case2.nc", "case3.nc"}) == Names{"case*.nc"});
    CHECK(series({"his_1.nc", "his_2.nc", "his_mean.nc"}) == Names{"his_*.nc"});
    CHECK(series({"run1.nc", "run2.nc", "run1_rerun.nc"}) == Names{"run*.nc"});
    CHECK(series({"r1/t1.nc", "r1/t2.nc", "r2/t1.nc", "r2/t2.nc"}) == Names{"r1/t*.nc", "r2/t*.nc"});
    CHECK(series({"a1x2.nc", "a2x3.nc", "a4.nc"}).empty());  // "a*.nc" names the last alone
}

TEST_CASE("series_of: a star stands for numbers where some files have one there, else for all", "[catalogue]")
{
    using Names = std::vector<std::string>;
    CHECK(series_of({"case1a.nc", "case2.nc", "case3.nc", "b.nc"}, "case*.nc") ==
          Names{"case2.nc", "case3.nc"});
    CHECK(series_of({"f.nc", "f1.nc", "f_mean.nc"}, "f*.nc") == Names{"f.nc", "f1.nc"});
    CHECK(series_of({"u_jan.nc", "u_feb.nc"}, "u_*.nc") == Names{"u_jan.nc", "u_feb.nc"});
    CHECK(series_of({"w_2005-08-28T00Z.nc", "w_2005-08-28T12Z.nc", "w_m.nc"}, "w_*.nc") ==
          Names{"w_2005-08-28T00Z.nc", "w_2005-08-28T12Z.nc"});
}

TEST_CASE("series_among: files that another one names are no series of their own", "[catalogue]")
{
    const std::vector<CatalogueEntry> files{{"a1.vtu", "VTK", 1}, {"a2.vtu", "VTK", 1}, {"a3.vtu", "VTK", 1}};
    CHECK(series_among(files, {"a1.vtu", "a2.vtu", "a3.vtu"}).empty());
    CHECK(series_among(files, {"b1.vtu"}).size() == 1);
}

TEST_CASE("DatasetCatalogue: numbered files are a series too, and a .pvd that names them has their place",
          "[catalogue]")
{
    using Names = std::vector<std::string>;
    const TemporaryFolder folder;
    for (const char* name : {"c_0.vtk", "c_20.vtk", "c_100.vtk", "c_x.vtk"}) folder.write(name, "");
    const DatasetCatalogue catalogue{{folder.path()}};
    CHECK(names_in(catalogue) == Names{"c_*.vtk", "c_0.vtk", "c_100.vtk", "c_20.vtk", "c_x.vtk"});
    const auto files = catalogue.resolve("c_*.vtk");
    REQUIRE(files.size() == 3);
    CHECK(files[1].filename() == "c_20.vtk");
    folder.write("c.pvd", "<VTKFile type='Collection'><Collection><DataSet timestep='0' file='c_0.vtk'/>"
                          "<DataSet timestep='1' file='c_20.vtk'/></Collection></VTKFile>");
    CHECK(names_in(catalogue) == Names{"c.pvd", "c_100.vtk", "c_x.vtk"});
}

#ifdef FARFIELD_TEST_VTK
TEST_CASE("DatasetCatalogue: numbered files are at their numbers, and a remark says so", "[catalogue]")
{
    const TemporaryFolder folder;
    folder.write("c_8.vtk", box(8.0));
    folder.write("c_10.vtk", box(10.0));
    folder.write("c_14.vtk", box(14.0));
    const TimeSeries series = DatasetCatalogue{{folder.path()}}.open("c_*.vtk");
    CHECK(series.times() == std::vector<double>{0.0, 2.0, 6.0});
    CHECK(contains(series.info().remarks.back(), "at the numbers in their names"));
    CHECK(contains(series.source(1), "c_10.vtk"));
    CHECK(contains(series.source(2), "c_14.vtk"));
}

TEST_CASE("DatasetCatalogue: numbered files with times of their own are at these", "[catalogue]")
{
    const TemporaryFolder folder;
    folder.write("c_0.vtk", box(0.0, "0.5"));
    folder.write("c_20.vtk", box(1.0, "0.75"));
    folder.write("c_100.vtk", box(2.0, "1.5"));
    const TimeSeries series = DatasetCatalogue{{folder.path()}}.open("c_*.vtk");
    CHECK(series.times() == std::vector<double>{0.0, 0.25, 1.0});
    for (const std::string& remark : series.info().remarks) CHECK_FALSE(contains(remark, "numbers"));
}

TEST_CASE("DatasetCatalogue: two numbered files at one time leave the others at theirs", "[catalogue]")
{
    const TemporaryFolder folder;
    folder.write("c_0.vtk", box(0.0, "0.5"));
    folder.write("c_20.vtk", box(1.0, "0.75"));
    folder.write("c_21.vtk", box(1.0, "0.75"));
    folder.write("c_100.vtk", box(2.0, "1.5"));
    const TimeSeries series = DatasetCatalogue{{folder.path()}}.open("c_*.vtk");
    CHECK(series.times() == std::vector<double>{0.0, 0.25, 1.0});
    CHECK(contains(series.info().remarks.back(), "were left out"));
}

TEST_CASE("DatasetCatalogue: numbered files of which several have no time are at their numbers",
          "[catalogue]")
{
    const TemporaryFolder folder;
    folder.write("c_8.vtk", box(8.0));
    folder.write("c_10.vtk", box(10.0));
    folder.write("c_14.vtk", box(14.0, "3"));
    const TimeSeries series = DatasetCatalogue{{folder.path()}}.open("c_*.vtk");
    CHECK(series.times() == std::vector<double>{0.0, 2.0, 6.0});
    CHECK(contains(series.info().remarks.back(), "2 of its 3 files carry no times of their own"));
}
#endif

TEST_CASE("series_among: nests of WRF are series of their own", "[catalogue]")
{
    std::vector<CatalogueEntry> files;
    for (const char* nest : {"d01", "d02"})
        for (int hour = 0; hour < 3; ++hour)
            files.push_back({fmt::format("wrfout_{}_2005-08-28_0{}:00:00", nest, hour), "NetCDF", 1});
    std::vector<std::string> names;
    for (const CatalogueEntry& series : series_among(files)) names.push_back(series.name);
    CHECK(names ==
          std::vector<std::string>{"wrfout_d01_2005-08-28_0*:00:00", "wrfout_d02_2005-08-28_0*:00:00"});
}

TEST_CASE("add_meshes: SCHISM's files of a stack are one, and what lies alone says which mesh is lacking",
          "[catalogue]")
{
    std::vector<CatalogueEntry> entries;
    for (const char* name : {"run/horizontalVelX_1.nc", "run/horizontalVelY_1.nc", "run/out2d_1.nc",
                             "run/salinity_1.nc", "run/zCoordinates_1.nc", "salinity_1.nc"})
        entries.push_back({name, "NetCDF", 1});
    add_meshes(entries);
    REQUIRE(entries.size() == 3);
    CHECK(entries[0].name ==
          "run/horizontalVelX_1.nc+run/horizontalVelY_1.nc+run/out2d_1.nc+run/zCoordinates_1.nc");
    CHECK(entries[0].bytes == 4);
    CHECK(entries[1].name == "run/salinity_1.nc+run/out2d_1.nc+run/zCoordinates_1.nc");
    CHECK(entries[2].lacks == "out2d_1.nc");
}
