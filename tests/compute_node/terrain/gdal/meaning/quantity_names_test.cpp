#include "compute_node/terrain/gdal/meaning/quantity_names.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::terrain;

TEST_CASE("is_height_name: names of heights, in the usual spellings", "[terrain]")
{
    for (const char* name :
         {"elevation", "Elevation", "DEM", "z", "Band1", "Band 12", "topo_2", "HGT", "bathymetry"})
        CHECK(is_height_name(name));
    for (const char* name : {"u", "temperature", "zeta", "sp", "tp", "", "wind", "demand"})
        CHECK_FALSE(is_height_name(name));
}

TEST_CASE("names_heights, names_other_quantities: by words of a text", "[terrain]")
{
    CHECK(names_heights("RELIEF OF THE SURFACE OF THE EARTH"));
    CHECK(names_heights("Elevation relative to sea level"));
    CHECK_FALSE(names_heights("Zonal wind"));
    for (const char* text : {"U-velocity [m/s] at 1000[hPa]", "air_pressure", "Geopotential height",
                             "significant wave height", "Total precipitation", "slope"})
        CHECK(names_other_quantities(text));
    CHECK_FALSE(names_other_quantities("Elevation relative to sea level"));
    CHECK_FALSE(names_other_quantities("Terrain height"));
    CHECK_FALSE(names_other_quantities(""));
}

TEST_CASE("rank_of_ground: CF's standard names of ground, and no others", "[terrain]")
{
    CHECK(rank_of_ground("surface_altitude") == 0);
    CHECK(rank_of_ground("height_above_mean_sea_level") > 0);
    CHECK(rank_of_ground("geopotential_height") == -1);
    CHECK(rank_of_ground("sea_surface_wave_significant_height") == -1);
    CHECK(counts_down("sea_floor_depth_below_geoid"));
    CHECK(counts_down("deptho"));
    CHECK_FALSE(counts_down("elevation"));
}
