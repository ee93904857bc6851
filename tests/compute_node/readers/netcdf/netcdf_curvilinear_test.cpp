// NetCDF files with longitudes and latitudes that depend on both indices.
#include "compute_node/datasets/dataset.h"
#include "compute_node/grids/geo.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

constexpr int plane_width = 5, plane_height = 4;
constexpr double plane_angle = std::numbers::pi / 6.0, latitude_0 = 60.0;

using OfNode = std::function<double(int i, int j)>;

std::vector<double> over_plane(const OfNode& value)
{
    std::vector<double> all;
    for (int j = 0; j < plane_height; ++j)
        for (int i = 0; i < plane_width; ++i) all.push_back(value(i, j));
    return all;
}

/// A grid near 60 degrees north with an x axis that points 30 degrees north of east.
double longitude(int i, int j)
{
    return 10.0 + 0.01 * (i * std::cos(plane_angle) - j * std::sin(plane_angle)) /
                      std::cos(latitude_0 / 180.0 * std::numbers::pi);
}
double latitude(int i, int j)
{
    return latitude_0 + 0.01 * (i * std::sin(plane_angle) + j * std::cos(plane_angle));
}

void write_plane(Writer& file, const OfNode& lon = longitude)
{
    const int x = file.variable("lon", NC_DOUBLE, {"y", "x"}),
              y = file.variable("lat", NC_DOUBLE, {"y", "x"});
    file.text(x, "units", "degrees_east");
    file.text(y, "units", "degrees_north");
    file.values(x, over_plane(lon));
    file.values(y, over_plane(latitude));
}

/// u = 1, v = 0.
void write_velocity(Writer& file, const std::string& u_name, const std::string& v_name)
{
    const int u = file.variable("u", NC_FLOAT, {"y", "x"}), v = file.variable("v", NC_FLOAT, {"y", "x"});
    file.text(u, "standard_name", u_name);
    file.text(v, "standard_name", v_name);
    file.text(u, "coordinates", "lon lat");
    file.values(u, over_plane([](int, int) { return 1.0; }));
    file.values(v, over_plane([](int, int) { return 0.0; }));
}

void define_dimensions(Writer& file)
{
    file.dimension("y", plane_height);
    file.dimension("x", plane_width);
}

/// Velocity in m/s at the grid's middle.
glm::dvec3 metres_per_second(const Dataset& dataset)
{
    const glm::dvec3 at{longitude(2, 1), latitude(2, 1), 0.0};
    const auto field = dataset.field();
    const auto sample = field->sample(field->info().relative(at));
    REQUIRE(sample);
    return glm::dvec3{sample->velocity} / degrees_per_second(glm::dvec3{1.0});
}

}  // namespace

TEST_CASE("NetCDF: nodes of a curvilinear grid lie at their longitudes and latitudes", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        define_dimensions(file);
        write_plane(file);
        write_velocity(file, "eastward_wind", "northward_wind");
    }
    const Dataset dataset = open_file(folder / "a.nc");
    CHECK(dataset.info().kind == GridKind::Curvilinear);
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{plane_width, plane_height, 1}});
    CHECK(dataset.info().position_units == "degrees");
    CHECK(dataset.info().bounds.lo.x == Approx(longitude(0, plane_height - 1)));
    CHECK(dataset.info().bounds.hi.y == Approx(latitude(plane_width - 1, plane_height - 1)));
    const glm::dvec3 v = metres_per_second(dataset);
    CHECK(v.x == Approx(1.0).margin(1e-5));
    CHECK(v.y == Approx(0.0).margin(1e-5));
    CHECK(dataset.field()->info().scalar_max == Approx(1.0));  // speed stays in m/s
}

TEST_CASE("NetCDF: velocities along the grid's axes are turned to east and north", "[netcdf]")
{
    const TemporaryFolder folder;
    const bool has_angle = GENERATE(true, false);
    {
        Writer file{folder / "turned.nc"};
        define_dimensions(file);
        write_plane(file);
        write_velocity(file, "x_sea_water_velocity", "y_sea_water_velocity");
        if (has_angle)
            file.values(file.variable("angle", NC_DOUBLE, {"y", "x"}),
                        over_plane([](int, int) { return plane_angle; }));
    }
    const Dataset dataset = open_file(folder / "turned.nc");
    const glm::dvec3 v = metres_per_second(dataset);
    // Without the angle it comes from places in binary32, a hundredth of a degree apart.
    CHECK(v.x == Approx(std::cos(plane_angle)).margin(has_angle ? 1e-5 : 1e-3));
    CHECK(v.y == Approx(std::sin(plane_angle)).margin(has_angle ? 1e-5 : 1e-3));
    CHECK(std::any_of(dataset.info().remarks.begin(), dataset.info().remarks.end(), [&](const auto& remark) {
        return contains(remark, has_angle ? "by 'angle'" : "by the way the grid lies");
    }));
}

TEST_CASE("NetCDF: XBeach's velocities are along x and y already, whatever their standard names", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "xboutput.nc"};
        define_dimensions(file);
        write_plane(file);
        write_velocity(file, "sea_water_x_velocity", "sea_water_y_velocity");
        file.values(file.variable("globalx", NC_DOUBLE, {"y", "x"}),
                    over_plane([](int i, int) { return i; }));
    }
    const Dataset dataset = open_file(folder / "xboutput.nc");
    const glm::dvec3 v = metres_per_second(dataset);
    CHECK(v.x == Approx(1.0).margin(1e-5));
    CHECK(v.y == Approx(0.0).margin(1e-5));
}

TEST_CASE("NetCDF: the angle of POP and CICE turns what their long names say is along the grid", "[netcdf]")
{
    const auto [with_angle, said] = GENERATE(table<bool, const char*>(
        {{true, "Velocity in grid-x direction"}, {true, "ice velocity (x)"}, {false, "ocean current (x)"}}));
    const TemporaryFolder folder;
    {
        Writer file{folder / "iceh.nc"};
        define_dimensions(file);
        write_plane(file);
        const int u = file.variable("uvel", NC_FLOAT, {"y", "x"}),
                  v = file.variable("vvel", NC_FLOAT, {"y", "x"});
        for (const int component : {u, v}) {
            file.text(component, "long_name", said);
            file.text(component, "units", "m/s");
            file.text(component, "coordinates", "lon lat");
        }
        file.values(u, over_plane([](int, int) { return 1.0; }));
        file.values(v, over_plane([](int, int) { return 0.0; }));
        if (with_angle)
            file.values(file.variable("ANGLE", NC_DOUBLE, {"y", "x"}),
                        over_plane([](int, int) { return plane_angle; }));
    }
    const glm::dvec3 v = metres_per_second(open_file(folder / "iceh.nc"));
    CHECK(v.x == Approx(std::cos(plane_angle)).margin(1e-3));
    CHECK(v.y == Approx(std::sin(plane_angle)).margin(1e-3));
}

TEST_CASE("NetCDF: longitudes follow on across the date line", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "line.nc"};
        define_dimensions(file);
        write_plane(file, [](int i, int) { return i < 2 ? 178.0 + i : -182.0 + i; });
        write_velocity(file, "eastward_wind", "northward_wind");
    }
    const Dataset dataset = open_file(folder / "line.nc");
    CHECK(dataset.info().bounds.lo.x == 178.0);
    CHECK(dataset.info().bounds.hi.x == 182.0);
    const auto field = dataset.field();
    CHECK(field->sample(field->info().relative({179.5, 60.02, 0.0})));
}

TEST_CASE("NetCDF: positions may come in a second file", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "flow.nc"};
        define_dimensions(file);
        write_velocity(file, "eastward_wind", "northward_wind");
        Writer grid{folder / "grid.nc"};
        define_dimensions(grid);
        write_plane(grid);
    }
    CHECK(contains(error_of([&] { (void)open_file(folder / "flow.nc"); }), "curvilinear grid"));
    const Dataset dataset = open_dataset({folder / "flow.nc", folder / "grid.nc"}, "both");
    CHECK(dataset.info().bounds.hi.y == Approx(latitude(plane_width - 1, plane_height - 1)));
}

namespace {

/// A flow with a mask on whose first column is land.
struct LandMask {
    const char* name;
    const char* attribute;
    const char* says;
    double land;
    std::vector<double> flags = {};
    const char* velocity = "sea_water_velocity";
};

Dataset masked(const TemporaryFolder& folder, const LandMask& mask)
{
    const auto path = folder / "coast.nc";
    {
        Writer file{path};
        define_dimensions(file);
        write_plane(file);
        write_velocity(file, std::string{"eastward_"} + mask.velocity,
                       std::string{"northward_"} + mask.velocity);
        const int made = file.variable(mask.name, NC_INT, {"y", "x"});
        file.text(made, mask.attribute, mask.says);
        if (!mask.flags.empty()) file.numbers(made, "flag_values", mask.flags);
        file.values(made, over_plane([&](int i, int) { return i == 0 ? mask.land : 1.0 - mask.land; }));
    }
    return open_file(path);
}

}  // namespace

TEST_CASE("NetCDF: a mask's land is blanked, by its name, flags or standard name", "[netcdf]")
{
    const std::vector<LandMask> masks{{"mask", "flag_meanings", "land water", 0.0},
                                      {"mask", "flag_meanings", "water land", 1.0, {0.0, 1.0}},
                                      {"surface", "flag_meanings", "land sea ice", 0.0, {0.0, 1.0, 2.0}},
                                      {"lsm", "standard_name", "land_binary_mask", 1.0},
                                      {"lsm", "standard_name", "sea_binary_mask", 0.0},
                                      {"maskC", "standard_name", "sea_binary_mask_at_t_location", 0.0},
                                      {"tmask", "long_name", "mask", 0.0},
                                      {"fsm", "long_name", "free surface mask", 0.0},
                                      {"wet", "long_name", "0 if land, 1 if ocean", 0.0}};
    for (const LandMask& mask : masks) {
        INFO(mask.name << " " << mask.says);
        const TemporaryFolder folder;
        const Dataset dataset = masked(folder, mask);
        CHECK(dataset.info().blanked_nodes == plane_height);
        CHECK_FALSE(dataset.field()->sample({longitude(0, 1), latitude(0, 1), 0.0F}));
    }
}

TEST_CASE("NetCDF: what a mask says of its values counts before its standard name, as in CROCO", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "croco.nc"};
        define_dimensions(file);
        write_plane(file);
        write_velocity(file, "eastward_sea_water_velocity", "northward_sea_water_velocity");
        const int mask = file.variable("mask_rho", NC_FLOAT, {"y", "x"});
        file.text(mask, "standard_name", "land_binary_mask");
        file.text(mask, "option_0", "land");
        file.values(mask, over_plane([](int i, int) { return i == 0 ? 0.0 : 1.0; }));
    }
    const Dataset dataset = open_file(folder / "croco.nc");
    CHECK(dataset.info().blanked_nodes == plane_height);
    CHECK_FALSE(dataset.field()->sample({longitude(0, 1), latitude(0, 1), 0.0F}));
}

TEST_CASE("NetCDF: a mask with levels blanks on each level, and counts before one without", "[netcdf]")
{
    const std::string level_of_mask = GENERATE("depth", "nav_lev");
    const TemporaryFolder folder;
    {
        Writer file{folder / "shelf.nc"};
        write_axis(file, "depth", "m", {5.0, 50.0});
        write_axis(file, "lat", "degrees_north", {40.0, 41.0, 42.0});
        write_axis(file, "lon", "degrees_east", {1.0, 2.0});
        if (level_of_mask != "depth") file.dimension(level_of_mask, 2);
        for (const auto& [name, says] :
             {std::pair{"uo", "eastward_sea_water_velocity"}, {"vo", "northward_sea_water_velocity"}}) {
            const int component = file.variable(name, NC_FLOAT, {"depth", "lat", "lon"});
            file.text(component, "standard_name", says);
            file.text(component, "units", "m s-1");
            file.values(component, std::vector(12, 1.0));
        }
        file.values(file.variable("wet", NC_BYTE, {"lat", "lon"}), {0, 1, 1, 1, 1, 1});
        file.values(file.variable("tmask", NC_BYTE, {level_of_mask, "lat", "lon"}),
                    {0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1});
    }
    const Dataset dataset = open_file(folder / "shelf.nc");
    CHECK(dataset.info().blanked_nodes == 4);
    CHECK(std::ranges::count(dataset.info().remarks, "Land, by the mask 'tmask', is no part of the flow.") ==
          1);
}

TEST_CASE("NetCDF: a mask of something else blanks nothing, and a wind blows over land", "[netcdf]")
{
    const TemporaryFolder folder, other;
    CHECK(masked(folder, {"quality", "flag_meanings", "land cloud", 0.0}).info().blanked_nodes == 0);
    const Dataset wind = masked(other, {"lsm", "standard_name", "land_binary_mask", 1.0, {}, "wind"});
    CHECK(wind.info().blanked_nodes == 0);
    CHECK(std::ranges::any_of(wind.info().remarks, [](const std::string& remark) {
        return contains(remark, "mask 'lsm' of land is passed over");
    }));
}

TEST_CASE("NetCDF: a mask of land is passed over by what is of the air", "[netcdf]")
{
    const auto [name, said, reason] = GENERATE(table<std::string, const char*, const char*>(
        {{"u10", "10 metre component", "a wind blows there, too"},
         {"east", "Wind of the model", "a wind blows there, too"},
         {"t2m", "2 metre temperature", "nothing says that 't2m' is of the sea"}}));
    const TemporaryFolder folder;
    {
        Writer file{folder / "air.nc"};
        define_dimensions(file);
        write_plane(file);
        const int shown = file.variable(name, NC_FLOAT, {"y", "x"});
        file.text(shown, "long_name", said);
        file.text(shown, "coordinates", "lon lat");
        file.text(shown, "units", name == "t2m" ? "K" : "m s-1");
        if (name == "east") file.text(shown, "standard_name", "eastward_component");
        file.values(shown, over_plane([](int, int) { return 1.0; }));
        const int mask = file.variable("lsm", NC_FLOAT, {"y", "x"});
        file.text(mask, "standard_name", "land_binary_mask");
        file.values(mask, over_plane([](int i, int) { return i == 0 ? 1.0 : 0.0; }));
    }
    const Dataset dataset = open_file(folder / "air.nc");
    CHECK(dataset.info().blanked_nodes == 0);
    CHECK(std::ranges::any_of(dataset.info().remarks,
                              [&](const std::string& remark) { return contains(remark, reason); }));
}

TEST_CASE("NetCDF: a node at a place that is no number is blanked", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "nan.nc"};
        define_dimensions(file);
        write_plane(file, [](int i, int j) {
            return i == 1 && j == 1 ? std::numeric_limits<double>::quiet_NaN() : longitude(i, j);
        });
        write_velocity(file, "eastward_wind", "northward_wind");
    }
    CHECK(open_file(folder / "nan.nc").info().blanked_nodes == 1);
}
