// NetCDF files of heights, and of other values.
#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/gdal/meaning/netcdf_elevation.h"
#include "compute_node/terrain/terrain_names.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/terrain/terrain_helpers.h"
#include "tests/temporary_folder.h"

#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::terrain;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// One of a file's variables on (y, x): heights 1 to 6, the northern row last.
struct Variable {
    std::string name;
    std::string unit;
    std::vector<std::pair<const char*, std::string>> texts = {};
};

struct Places {
    std::string x_unit = "degrees_east", y_unit = "degrees_north";
    std::vector<double> x{10.0, 10.5, 11.0}, y{46.0, 46.5};
};

std::string write_netcdf(const TemporaryFolder& folder, const std::string& name,
                         const std::vector<Variable>& variables, const Places& places = {})
{
    std::string path = folder.file(name);
    Writer file{path};
    write_axis(file, "y", places.y_unit, places.y);
    write_axis(file, "x", places.x_unit, places.x);
    for (const Variable& variable : variables) {
        const int id = file.variable(variable.name, NC_FLOAT, {"y", "x"});
        if (!variable.unit.empty()) file.text(id, "units", variable.unit);
        for (const auto& [attribute, text] : variable.texts) file.text(id, attribute, text);
        file.values(id, {1, 2, 3, 4, 5, 6});
    }
    return path;
}

std::string netcdf_refusal(const std::vector<Variable>& variables, const Places& places = {})
{
    const TemporaryFolder folder;
    const std::string path = write_netcdf(folder, "file.nc", variables, places);
    CHECK_FALSE(is_terrain_name(path));
    return error_of([&] { (void)open_heights(path); });
}

}  // namespace

TEST_CASE("NetCDF: heights on a grid with a pole of its own are no terrain", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("model.nc");
    {
        Writer file{path};
        for (const auto& [name, standard] :
             {std::pair{"rlat", "grid_latitude"}, {"rlon", "grid_longitude"}}) {
            file.dimension(name, 3);
            const int axis = file.variable(name, NC_DOUBLE, {name});
            file.text(axis, "units", "degrees");
            file.text(axis, "standard_name", standard);
            file.values(axis, {-1, 0, 1});
        }
        const int heights = file.variable("HSURF", NC_FLOAT, {"rlat", "rlon"});
        file.text(heights, "units", "m");
        file.text(heights, "standard_name", "surface_altitude");
        file.values(heights, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    }
    CHECK_FALSE(is_terrain_name(path));
    const std::string refusal = error_of([&] { (void)open_heights(path); });
    CHECK(refusal.find("'HSURF' lie on a grid with a pole of its own") != std::string::npos);
}

TEST_CASE("NetCDF: elevation in degrees is geographic, its posts where its coordinates are", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = write_netcdf(folder, "gebco.nc", {{"elevation", "m"}});
    CHECK(is_terrain_name(path));
    const auto source = open_heights(path);
    const PostFrame& frame = source->info().frame;
    CHECK(frame.geographic);
    CHECK(frame.coordinates_of({0, 0}).x == Approx(10.0));
    CHECK(frame.coordinates_of({2, 0}).x == Approx(11.0));
    CHECK(frame.coordinates_of({0, 0}).y == Approx(46.5));
    CHECK(frame.coordinates_of({0, 1}).y == Approx(46.0));
    CHECK(heights_of(*source) == std::vector<float>{4, 5, 6, 1, 2, 3});
    CHECK(source->info().unit == "metre");
    CHECK(has_note(source->info(), "it names no reference system: WGS 84 is taken"));
}

TEST_CASE("NetCDF: heights are in the unit that the file says, and it may be called .grd", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = write_netcdf(folder, "z.grd", {{"z", "feet"}});
    CHECK(is_terrain_name(path));
    CHECK(heights_of(*open_heights(path))[3] == Approx(0.3048F));
}

TEST_CASE("NetCDF: metres are no degrees", "[terrain]")
{
    const TemporaryFolder folder;
    const Places metres{"m", "m", {0, 30, 60}, {100, 130}};
    const auto source = open_heights(write_netcdf(folder, "dem.nc", {{"dem", "m"}}, metres));
    CHECK_FALSE(source->info().frame.geographic);
    CHECK(source->info().frame.post_metres().x == Approx(30.0));
    // Each height is where the file has it, whichever way its rows are handed on.
    const PostFrame& frame = source->info().frame;
    const std::vector<float> heights = heights_of(*source);
    const glm::dvec2 post = frame.post_at({60, 100});  // the last of the file's first row
    CHECK(heights.at(static_cast<std::size_t>(std::lround(post.y) * 3 + std::lround(post.x))) == 3.0F);
}

TEST_CASE("NetCDF: depths are heights below zero", "[terrain]")
{
    const TemporaryFolder folder;
    const auto source = open_heights(
        write_netcdf(folder, "sea.nc", {{"d", "m", {{"standard_name", "sea_floor_depth_below_geoid"}}}}));
    CHECK(heights_of(*source)[3] == -1.0F);
    CHECK(has_note(source->info(), "'d' counts downwards"));
}

TEST_CASE("NetCDF: a bathymetry without a negative number counts downwards", "[terrain]")
{
    const TemporaryFolder folder;
    const auto of = [&](const std::string& name, const std::vector<double>& values) {
        const std::string path = folder.file(name);
        {
            Writer file{path};
            write_axis(file, "lat", "degrees_north", {46.0, 46.5});
            write_axis(file, "lon", "degrees_east", {10.0, 10.5, 11.0});
            const int id = file.variable("Bathymetry", NC_FLOAT, {"lat", "lon"});
            file.text(id, "units", "m");
            file.values(id, values);
        }
        return heights_of(*open_heights(path))[3];
    };
    CHECK(of("depths.nc", {1, 2, 3, 4, 5, 6}) == -1.0F);
    CHECK(of("heights.nc", {-1, 2, 3, 4, 5, 6}) == -1.0F);
    CHECK(of("land.nc", {7, 2, 3, 4, 5, -6}) == 7.0F);
}

TEST_CASE("NetCDF: heights lie where the longitudes and latitudes that they name are an even grid",
          "[terrain]")
{
    const TemporaryFolder folder;
    const double askew = GENERATE(0.0, 0.3);
    const std::string path = folder.file("roms_grd.nc");
    {
        Writer file{path};
        file.dimension("eta_rho", 2);
        file.dimension("xi_rho", 3);
        const auto put = [&](const char* name, const char* units, const std::vector<double>& values) {
            const int id = file.variable(name, NC_DOUBLE, {"eta_rho", "xi_rho"});
            file.text(id, "units", units);
            file.values(id, values);
            return id;
        };
        put("lon_rho", "degree_east", {10, 10.5, 11, 10 + askew, 10.5 + askew, 11 + askew});
        put("lat_rho", "degree_north", {46, 46, 46, 46.5, 46.5, 46.5});
        const int h = put("h", "meter", {1, 2, 3, 4, 5, 6});
        file.text(h, "long_name", "bathymetry at RHO-points");
        file.text(h, "coordinates", "lon_rho lat_rho");
    }
    if (askew > 0.0) {
        CHECK_FALSE(is_terrain_name(path));
        CHECK(contains(error_of([&] { (void)open_heights(path); }), "which are no even grid"));
        return;
    }
    const auto source = open_heights(path);
    CHECK(heights_of(*source)[0] == -1.0F);
    CHECK(source->info().frame.geographic);
    CHECK(source->info().frame.coordinates_of({0, 0}).x == Approx(10.0));
    CHECK(source->info().frame.coordinates_of({0, 0}).y == Approx(46.0));
}

TEST_CASE("NetCDF: of several variables the one that is ground is taken, and the others are named",
          "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = write_netcdf(folder, "bed.nc",
                                          {{"bed", "m", {{"standard_name", "bedrock_altitude"}}},
                                           {"ice", "m", {{"standard_name", "land_ice_thickness"}}},
                                           {"top", "m", {{"standard_name", "surface_altitude"}}}});
    const auto source = open_heights(path);
    CHECK(has_note(source->info(), "heights are those of 'top'; the file has 'bed', too"));
}

TEST_CASE("NetCDF: what a model computed at times is no terrain, though it has depths of the sea floor",
          "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("roms.nc");
    {
        Writer out{path};
        write_axis(out, "ocean_time", "seconds since 2016-01-01", {0, 3600});
        for (const char* axis : {"eta", "xi"}) write_axis(out, axis, "m", {0, 50, 100});
        const int depth = out.variable("h", NC_DOUBLE, {"eta", "xi"});
        out.text(depth, "units", "meter");
        out.text(depth, "long_name", "bathymetry at RHO-points");
        out.values(depth, std::vector<double>(9, 20.0));
        const int warmth = out.variable("temp", NC_FLOAT, {"ocean_time", "eta", "xi"});
        out.text(warmth, "units", "Celsius");
        out.values(warmth, std::vector<double>(18, 8.0));
    }
    CHECK_FALSE(is_terrain_name(path));
}

TEST_CASE("NetCDF: a flow is no terrain, though it has the ground's heights", "[terrain]")
{
    const std::string why = netcdf_refusal({{"u", "m/s"}, {"v", "m s-1"}, {"HGT", "m"}});
    CHECK(contains(why, "it holds a flow, 'u' and 'v'"));
}

TEST_CASE("NetCDF: heights over time, or of a list of places, are no raster", "[terrain]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder.file("cells.nc")};
        write_axis(file, "time", "days since 1-1-1", {0, 1, 2});
        file.dimension("cells", 2);
        file.values(file.variable("height", NC_FLOAT, {"time", "cells"}), {1, 2, 3, 4, 5, 6});
    }
    {
        Writer file{folder.file("stations.nc")};
        file.dimension("level", 3);
        file.dimension("station", 2);
        for (const char* name : {"longitude", "latitude"}) {
            const int place = file.variable(name, NC_FLOAT, {"station"});
            file.text(place, "standard_name", name);
            file.values(place, {1, 2});
        }
        file.values(file.variable("elevation", NC_FLOAT, {"level", "station"}), {1, 2, 3, 4, 5, 6});
    }
    CHECK_FALSE(is_terrain_name(folder.file("cells.nc")));
    CHECK_FALSE(is_terrain_name(folder.file("stations.nc")));
}

TEST_CASE("NetCDF: weather is named for what it is", "[terrain]")
{
    CHECK(contains(netcdf_refusal({{"sp", "Pa"}}), "it holds 'sp' (Pa), of which none is named as heights"));
    CHECK(contains(netcdf_refusal({{"tp", "m", {{"long_name", "Total precipitation"}}}}), "'tp' (m)"));
    CHECK(
        contains(netcdf_refusal({{"z", "m**2 s**-2", {{"long_name", "Geopotential"}}}}), "'z' (m**2 s**-2)"));
    CHECK(contains(netcdf_refusal({{"hgt", "m", {{"long_name", "geopotential height"}}}}), "'hgt' (m)"));
    CHECK(contains(netcdf_refusal({{"swh", "m", {{"standard_name", "sea_surface_wave_significant_height"}}}}),
                   "'swh' (m)"));
}

TEST_CASE("NetCDF: posts that are not evenly spaced are refused by the place", "[terrain]")
{
    Places uneven;
    uneven.x = {10.0, 10.5, 11.5};
    const TemporaryFolder folder;
    const std::string path = write_netcdf(folder, "uneven.nc", {{"elevation", "m"}}, uneven);
    CHECK(is_terrain_name(path));
    CHECK(contains(error_of([&] { (void)open_heights(path); }),
                   "expected posts that are evenly spaced, found 'x' 10.5"));
}

TEST_CASE("Confined: classic NetCDF below the folder is read", "[terrain]")
{
    const TemporaryFolder folder;
    const std::string path = write_netcdf(folder, "gebco.nc", {{"elevation", "m"}});
    HeightOptions options;
    options.allowed_folders = {folder.path()};
    CHECK(heights_of(*open_heights(path, options))[0] == 4.0F);
    (void)folder.write("false.nc", "\x89HDF\r\n\x1a\n and then nothing of use");
    CHECK(contains(error_of([&] { (void)open_heights(folder.file("false.nc"), options); }), "not served"));
}
