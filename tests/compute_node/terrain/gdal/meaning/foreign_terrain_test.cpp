// Files of other origin; skipped where they are not. The expected values are in
// tests/real_files/terrain_reference.json, from tests/real_files/terrain_reference.py.
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/heights/height_range.h"
#include "compute_node/terrain/terrain_names.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/foreign_data.h"
#include "tests/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <optional>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

void check_elevation(const fs::path& file, const nlohmann::json& right)
{
    const auto source = open_heights(file);
    const TerrainInfo& info = source->info();
    CHECK(info.columns == right["columns"]);
    CHECK(info.rows == right["rows"]);
    CHECK(info.frame.geographic);
    const glm::dvec2 first = info.frame.coordinates_of({0, 0});
    const glm::dvec2 last = info.frame.coordinates_of({info.columns - 1, info.rows - 1});
    CHECK(first.x == Approx(right["first"][0].get<double>()));
    CHECK(first.y == Approx(right["first"][1].get<double>()));
    CHECK(last.x == Approx(right["last"][0].get<double>()));
    CHECK(last.y == Approx(right["last"][1].get<double>()));
    const std::vector<float> heights = heights_of(*source);
    for (const auto& post : right["posts"])
        CHECK(heights[post["row"].get<std::size_t>() * info.columns + post["column"].get<std::size_t>()] ==
              Approx(post["height"].get<float>()));
    const HeightRange range = measure_heights(*source);
    CHECK(range.lowest() == Approx(right["lowest"].get<float>()));
    CHECK(range.highest() == Approx(right["highest"].get<float>()));
}

}  // namespace

TEST_CASE("Foreign terrain: elevation is where, and as high, as another program reads it", "[real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    std::ifstream file{fs::path{FARFIELD_SOURCE_DIR} / "tests/real_files/terrain_reference.json"};
    const TemporaryFolder renamed;
    const auto reference = nlohmann::json::parse(file);
    for (const auto& right : reference["elevation"]) {
        const fs::path own = *folder / right["file"].get<std::string>();
        INFO(own.string());
        CHECK(is_terrain_name(own.string()));
        check_elevation(own, right);
        const fs::path grd = renamed / "renamed.grd";
        fs::copy_file(own, grd);
        CHECK(is_terrain_name(grd.string()));
        check_elevation(grd, right);
    }
}

TEST_CASE("Foreign files: what is a flow is no terrain, and is named for what it is", "[real]")
{
    const auto folder = farfield::test::foreign_folder();
    if (!folder) return;
    struct Expected {
        const char* file;
        const char* part;
    };
    for (const Expected& expected :
         {Expected{"fluent/room.cas.h5", "it is a Fluent file"},
          Expected{"fluent/room.dat.h5", "a Fluent file"},
          Expected{"tecplot/flow.tec", "it is a Tecplot file"},
          Expected{"openfoam/cavity_case/0.1/U", "it is an OpenFOAM file"},
          Expected{"grib/uv_on_different_levels.grib", "U-velocity [m/s]"},
          Expected{"netcdf/941110_UV.cdf", "it holds a flow, 'u' and 'v'"},
          Expected{"netcdf/pop.nc", "it holds a flow, 'urot' and 'vrot'"},
          Expected{"netcdf/uv300.nc", "it holds a flow, 'U' and 'V'"},
          Expected{"netcdf/coads_climatology.cdf", "it holds a flow"},
          Expected{"netcdf/wrf_d01_allvars_cropped.nc", "it holds a flow"},
          Expected{"netcdf/uwnd_mean.nc", "'uwnd' (m/s)"}, Expected{"vtk/can.vtu", "VTK"}}) {
        const std::string message = error_of([&] { (void)open_heights(*folder / expected.file); });
        INFO(message);
        CHECK(contains(message, expected.part));
    }
}
