#include "compute_node/terrain/terrain_names.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/terrain/gdal/raster_file.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::terrain;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

TEST_CASE("is_terrain_name: endings of flow fields are left to these", "[terrain]")
{
    for (const char* name :
         {"fractal:100", "fractal-bench:100", "N46E008.hgt", "a/b.TIF", "x.dt1", "x.dem", "x.vrt", "x"})
        CHECK(is_terrain_name(name));
    for (const char* name : {"analytic:cell", "analytic:cell:9", "x.vtk", "x.nc", "x*.nc", "a.xyz+a.q",
                             "a.bin", "a.vtp", "a.foam"})
        CHECK_FALSE(is_terrain_name(name));
}

TEST_CASE("is_terrain_name: a raster with an ending of PLOT3D's is a terrain", "[terrain]")
{
    const TemporaryFolder folder;
    CHECK(is_terrain_name(write_raster(folder.file("heights.bin"))));
    CHECK_FALSE(is_terrain_name(folder.write("flow.bin", "no raster")));
}

TEST_CASE("open_named_terrain: built-in terrains, files and several files", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string file = write_raster(folder.file("dem.tif"));
    CHECK(open_named_terrain({"fractal:20"})->info().columns == 20);
    CHECK(open_named_terrain({file})->info().columns == 3);
    CHECK(open_named_terrain({file, file})->info().columns == 3);
    CHECK(contains(error_of([&] {
                       (void)open_named_terrain({file, "fractal:20"});
                   }),
                   "cannot join 'fractal:20'"));
    CHECK(contains(error_of([] { (void)open_named_terrain({"fractal:20"}, {.unit = "ft"}); }),
                   "'fractal:20' with a unit"));
    CHECK(contains(error_of([] { (void)open_named_terrain({}); }), "found none"));
}
