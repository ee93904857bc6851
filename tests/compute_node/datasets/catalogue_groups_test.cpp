// Which files of a folder are one dataset, by their names. Values are those that the tests write.
#include "compute_node/datasets/catalogue_groups.h"

#include "compute_node/datasets/dataset_catalogue.h"
#include "tests/catch.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

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
