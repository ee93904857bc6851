// Places of nodes that a file does not say, or says twice.
#include "compute_node/readers/netcdf/netcdf_places.h"

#include "compute_node/datasets/dataset.h"
#include "compute_node/readers/netcdf/netcdf_plane.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr int ocean_width = 10, ocean_height = 8;

using AtNode = std::function<double(int i, int j)>;

std::vector<double> on_lattice(int width, int height, const AtNode& value)
{
    std::vector<double> all;
    for (int j = 0; j < height; ++j)
        for (int i = 0; i < width; ++i) all.push_back(value(i, j));
    return all;
}

int put_variable(Writer& file, const std::string& name, const std::vector<std::string>& dimensions,
                 const std::vector<double>& values, const std::string& units = {},
                 const std::string& coordinates = {})
{
    const int id = file.variable(name, NC_DOUBLE, dimensions);
    if (!units.empty()) file.text(id, "units", units);
    if (!coordinates.empty()) file.text(id, "coordinates", coordinates);
    file.values(id, values);
    return id;
}

/// Nodes half a degree apart from 20 W and 40 N, but for the land in the corner beyond column 6 and row 4, 12
/// nodes: there places are as said.
std::string ocean(const TemporaryFolder& folder, double longitude, double latitude, bool fills = false)
{
    const std::string path = folder.file("ocean.nc");
    Writer file{path};
    file.dimension("y", ocean_height);
    file.dimension("x", ocean_width);
    const auto is_land = [](int i, int j) { return i > 6 && j > 3; };
    const auto put_places = [&](const char* name, const char* units, const AtNode& value) {
        const int id = file.variable(name, NC_DOUBLE, {"y", "x"});
        file.text(id, "units", units);
        if (fills) file.number(id, "_FillValue", NC_DOUBLE, longitude);
        file.values(id, on_lattice(ocean_width, ocean_height, value));
    };
    put_places("nav_lon", "degrees_east",
               [&](int i, int j) { return is_land(i, j) ? longitude : -20 + 0.5 * i; });
    put_places("nav_lat", "degrees_north",
               [&](int i, int j) { return is_land(i, j) ? latitude : 40 + 0.5 * j; });
    for (const auto& [name, standard] :
         {std::pair{"u", "eastward_sea_water_velocity"}, {"v", "northward_sea_water_velocity"}}) {
        const bool is_u = name[0] == 'u';
        const int id =
            put_variable(file, name, {"y", "x"},
                         on_lattice(ocean_width, ocean_height, [&](int i, int) { return is_u ? i : 0; }),
                         "m/s", "nav_lon nav_lat");
        file.text(id, "standard_name", standard);
    }
    return path;
}

bool has_remark(const Dataset& dataset, const std::string& part)
{
    return std::ranges::any_of(dataset.info().remarks,
                               [&](const std::string& remark) { return contains(remark, part); });
}

glm::dvec3 place(const Dataset& dataset, std::size_t node)
{
    const auto& geometry = std::get<CurvilinearGeometry>(dataset.data().geometry);
    return geometry.origin + glm::dvec3{geometry.points[node]};
}

}  // namespace

TEST_CASE("unknown_places: 0, 0 is a place where its neighbours are near, and none where they are not",
          "[netcdf]")
{
    const std::vector<double> x{-1, 0, 1, -1, 0, 1}, y{0, 0, 0, 1, 1, 1};
    CHECK(unknown_places(x, y, 3, true).empty());
    const std::vector<double> far{40, 0, 42, 40, 41, 42};
    CHECK(unknown_places(far, y, 3, true) == std::vector<std::uint8_t>{0, 1, 0, 0, 0, 0});
}

TEST_CASE("unknown_places: the axis of a polar grid about 0, 0 is a place of many nodes", "[netcdf]")
{
    const int angles = GENERATE(8, 24, 360);
    const bool is_along_rows = GENERATE(true, false);
    const int width = is_along_rows ? angles : 6, height = is_along_rows ? 6 : angles;
    const auto place_in = [&](int i, int j) {
        const double angle = (is_along_rows ? i : j) * 2.0 * M_PI / angles,
                     radius = 100.0 * (is_along_rows ? j : i);
        return std::array{radius * std::cos(angle), radius * std::sin(angle)};
    };
    const auto x = on_lattice(width, height, [&](int i, int j) { return place_in(i, j)[0]; }),
               y = on_lattice(width, height, [&](int i, int j) { return place_in(i, j)[1]; });
    CHECK(unknown_places(x, y, static_cast<std::size_t>(width), false).empty());
}

TEST_CASE("directions_of_rows: places that are not known turn no node, and edges are as exact as others",
          "[netcdf]")
{
    // Rows of a latitude-longitude grid run east everywhere; one known node lies between two that are not.
    const std::vector<std::uint8_t> unknown = {0, 0, 0, 0, 0, 0,  //
                                               0, 1, 0, 1, 0, 0,  //
                                               0, 1, 1, 1, 1, 0,  //
                                               1, 1, 0, 0, 1, 0};
    NetcdfPlane plane;
    plane.degrees = true;
    plane.unknown = unknown;
    for (std::size_t n = 0; n < unknown.size(); ++n) {
        const double i = static_cast<double>(n % 6), j = static_cast<double>(n / 6);
        plane.x.push_back(unknown[n] == 0 ? -20.0 + 0.5 * i : -30.0 + j);  // as fill_places may have it
        plane.y.push_back(unknown[n] == 0 ? 60.0 + 0.5 * j : 61.7 - i);
    }
    const AxisDirections rows = directions_of_rows(plane, 6);
    REQUIRE(rows.sine.size() == unknown.size());
    for (std::size_t n = 0; n < unknown.size(); ++n) {
        INFO("node " << n);
        // Where two alone are known beside each other, half the turn of a meridian between them remains.
        const double exactly = n >= 10 ? 0.5 * 0.5 * M_PI / 180.0 : 1e-6;
        if (unknown[n] == 0) CHECK(std::abs(rows.sine[n]) < exactly);
        if (unknown[n] == 0) CHECK(rows.cosine[n] > 0.99F);
    }
}

TEST_CASE("NetCDF: a velocity that says it runs eastward does, whatever its name", "[netcdf]")
{
    const TemporaryFolder folder;
    const bool is_eastward = GENERATE(true, false);
    {
        Writer file{folder / "turned.nc"};
        file.dimension("y", 3);
        file.dimension("x", 3);
        put_variable(file, "nav_lon", {"y", "x"},
                     on_lattice(3, 3, [](int i, int j) { return 0.1 * (i - j); }), "degrees_east");
        put_variable(file, "nav_lat", {"y", "x"},
                     on_lattice(3, 3, [](int i, int j) { return 0.1 * (i + j); }), "degrees_north");
        for (const auto& [name, standard] : {std::pair{"vozocrtx", "eastward_sea_water_velocity"},
                                             {"vomecrty", "northward_sea_water_velocity"}}) {
            const int id = put_variable(file, name, {"y", "x"}, std::vector(9, name[2] == 'z' ? 1.0 : 0.0),
                                        "m/s", "nav_lon nav_lat");
            if (is_eastward) file.text(id, "standard_name", standard);
        }
    }
    const Dataset dataset = open_file(folder / "turned.nc");
    CHECK(has_remark(dataset, "were turned to east and north") != is_eastward);
    const auto& velocity = dataset.data().arrays.front().values;
    CHECK(velocity[1] / velocity[0] == Approx(is_eastward ? 0.0 : 1.0).margin(1e-3));
}

TEST_CASE("unknown_places: beyond a pole, two turns away and not a number is none on the Earth", "[netcdf]")
{
    const std::vector<double> x{10, -999, 12, none}, y{-999, 5, 5, 5};
    CHECK(unknown_places(x, y, 2, true) == std::vector<std::uint8_t>{1, 1, 0, 1});
    CHECK(unknown_places(x, y, 2, false) == std::vector<std::uint8_t>{0, 0, 0, 1});
}

TEST_CASE("mark_shared: a place that several nodes beside each other have is none, but at an edge",
          "[netcdf]")
{
    std::vector<double> x, y;
    for (int j = 0; j < 6; ++j)
        for (int i = 0; i < 6; ++i) {
            const bool is_land = i > 2 && j > 2;
            x.push_back(is_land ? -1.0 : -20.0 + i);
            y.push_back(is_land ? -1.0 : 40.0 + j);
        }
    std::vector<std::uint8_t> unknown;
    CHECK(mark_shared(x, y, 6, unknown) == 9);
    REQUIRE(unknown.size() == 36);
    CHECK(std::ranges::count(unknown, 1) == 9);
    CHECK(unknown[3 + 3 * 6] == 1);
    CHECK(unknown[2 + 3 * 6] == 0);
    for (int i = 0; i < 6; ++i) x[i] = y[i] = 5.0;  // the first row meets in a point
    unknown.clear();
    CHECK(mark_shared(x, y, 6, unknown) == 9);
    CHECK(unknown[0] == 0);
}

TEST_CASE("mark_shared: seams and grids at one place keep theirs", "[netcdf]")
{
    std::vector<std::uint8_t> unknown;
    CHECK(mark_shared({0, 1, 1, 2, 0, 1, 1, 2}, {0, 0, 0, 0, 1, 1, 1, 1}, 4, unknown) == 0);
    CHECK(mark_shared(std::vector<double>(9, 3.0), std::vector<double>(9, 4.0), 3, unknown) == 0);
    CHECK(unknown.empty());
}

TEST_CASE("fill_places: nodes come between those of their row, then of their column, then at the nearest",
          "[netcdf]")
{
    std::vector<double> values{170, 0, -170, 0, 0, 0};
    fill_places(values, {0, 1, 0, 1, 1, 1}, 3, true);
    CHECK(values[1] == 180.0);  // the shorter way around the Earth
    CHECK(values[3] == 170.0);
    CHECK(values[5] == -170.0);
}

TEST_CASE("NetCDF: nodes without a place are blanked, whatever stands for none", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto [longitude, latitude] =
        GENERATE(std::pair{0.0, 0.0}, std::pair{none, none}, std::pair{1e20, 1e20}, std::pair{-999.0, -999.0},
                 std::pair{-15.0, 95.0});
    const Dataset dataset = open_file(ocean(folder, longitude, latitude));
    CHECK(dataset.info().blanked_nodes == 12);
    CHECK(dataset.info().bounds.lo.x == Approx(-20.0));
    CHECK(dataset.info().bounds.hi.x == Approx(-15.5));
    CHECK(dataset.info().bounds.hi.y == Approx(43.5));
    CHECK(has_remark(dataset, "no place of 12 of 80"));
    const auto speed = [&](double x, double y) {
        const auto sample = dataset.field()->sample(glm::vec3{glm::dvec3{x, y, 0.0} - dataset.info().origin});
        return sample ? sample->scalar : -1.0F;
    };
    for (int j = 0; j < ocean_height - 1; ++j)
        for (int i = 0; i < ocean_width - 1; ++i) {
            const bool is_sea = i + 1 <= 6 || j + 1 <= 3;
            CHECK(speed(-20 + 0.5 * (i + 0.5), 40 + 0.5 * (j + 0.5)) ==
                  Approx(is_sea ? i + 0.5 : -1.0).epsilon(1e-3));
        }
}

TEST_CASE("NetCDF: a declared fill value among the places counts as none", "[netcdf]")
{
    const TemporaryFolder folder;
    CHECK(open_file(ocean(folder, -15.0, -15.0, true)).info().blanked_nodes == 12);
}

TEST_CASE("NetCDF: places that a variable names count before its nominal axes of degrees", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("faces.nc");
    {
        Writer file{path};
        file.dimension("nf", 2);
        write_axis(file, "Ydim", "degrees_north", {-10, 0, 10});
        write_axis(file, "Xdim", "degrees_east", {0, 10, 20, 30});
        std::vector<double> longitudes = on_lattice(4, 3, [](int i, int j) { return 10.0 * i + 4.0 * j; });
        std::vector<double> latitudes = on_lattice(4, 3, [](int i, int j) { return 10.0 * (j - 1) + i; });
        for (auto* values : {&longitudes, &latitudes}) values->resize(24, 50.0);
        put_variable(file, "lons", {"nf", "Ydim", "Xdim"}, longitudes, "degrees_east");
        put_variable(file, "lats", {"nf", "Ydim", "Xdim"}, latitudes, "degrees_north");
        for (const char* name : {"u", "v"})
            put_variable(file, name, {"nf", "Ydim", "Xdim"}, std::vector<double>(24, 1.0), "m/s",
                         "lons lats");
    }
    const Dataset dataset = open_file(path);
    CHECK(place(dataset, 7).x == Approx(34.0));
    CHECK(place(dataset, 7).y == Approx(3.0));
    CHECK(has_remark(dataset, "1 of 2 parts of the grid are missing"));
    CHECK(has_remark(dataset, "'Xdim' and 'Ydim' lie elsewhere"));
}

TEST_CASE("NetCDF: MITgcm's Cartesian C grid has its faces along Xp1 and Yp1", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("state.nc");
    {
        Writer file{path};
        write_axis(file, "X", "meters", {500, 1500, 2500});
        write_axis(file, "Y", "meters", {500, 1500});
        write_axis(file, "Xp1", "meters", {0, 1000, 2000, 3000});
        write_axis(file, "Yp1", "meters", {0, 1000, 2000});
        put_variable(file, "U", {"Y", "Xp1"}, on_lattice(4, 2, [](int i, int) { return i; }), "m/s",
                     "XU YU iter");
        put_variable(file, "V", {"Yp1", "X"}, on_lattice(3, 3, [](int, int j) { return 10 * j; }), "m/s",
                     "XV YV iter");
    }
    const Dataset dataset = open_file(path);
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{3, 2, 1}});
    CHECK(dataset.info().bounds.hi.x == Approx(2500.0));
    const auto sample = dataset.field()->sample({1500.0F, 1500.0F, 0.0F});
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(1.5F));
    CHECK(sample->velocity.y == Approx(15.0F));
}

TEST_CASE(
    "NetCDF: components with dimensions of their own go together by index, and by their places (NEMO 5)",
    "[netcdf]")
{
    const TemporaryFolder folder;
    for (const auto& [name, point, di, dj] :
         {std::tuple{"uoce", "U", 0.5, 0.0}, std::tuple{"voce", "V", 0.0, 0.5}}) {
        Writer file{folder.file(std::string{name} + ".nc")};
        const std::string grid = std::string{"_grid_"} + point;
        file.dimension("y" + grid, 5);
        file.dimension("x" + grid, 6);
        const double step = di, up = dj;
        put_variable(file, "nav_lon" + grid, {"y" + grid, "x" + grid},
                     on_lattice(6, 5, [step](int i, int) { return 10 + i + step; }), "degrees_east");
        put_variable(file, "nav_lat" + grid, {"y" + grid, "x" + grid},
                     on_lattice(6, 5, [up](int, int j) { return j + up; }), "degrees_north");
        put_variable(file, name, {"y" + grid, "x" + grid},
                     on_lattice(6, 5, [step](int i, int j) { return step > 0 ? i + 0.5 : j + 0.5; }), "m/s",
                     "nav_lat" + grid + " nav_lon" + grid);
    }
    const Dataset dataset = open_dataset({folder.file("uoce.nc"), folder.file("voce.nc")}, "nemo");
    CHECK(dataset.info().default_vector == "uoce,voce");
    const NodeValues& velocity = dataset.data().arrays.front();
    const std::size_t node = 2 + 6 * 3;
    CHECK(place(dataset, node).x == Approx(12.0));
    CHECK(place(dataset, node).y == Approx(3.0));
    CHECK(velocity.values[3 * node] == Approx(2.0F));
    CHECK(velocity.values[3 * node + 1] == Approx(3.0F).epsilon(1e-3));
}

TEST_CASE("NetCDF: a vertical component with dimensions of its own lies at the centres (NEMO 5)", "[netcdf]")
{
    const TemporaryFolder folder;
    std::vector<std::filesystem::path> files;
    for (const auto& [name, meaning, di, dj, top] :
         {std::tuple{"uoce", "sea_water_x_velocity", 0.5, 0.0, 5.0},
          {"voce", "sea_water_y_velocity", 0.0, 0.5, 5.0},
          {"woce", "upward_sea_water_velocity", 0.0, 0.0, 0.0}}) {
        const std::string grid = std::string{"_grid_"} + name[0];  // no point of ROMS's
        files.emplace_back(folder.file(std::string{name} + ".nc"));
        Writer file{files.back().string()};
        file.dimension("y" + grid, 5);
        file.dimension("x" + grid, 6);
        file.dimension("depth" + grid, 3);
        const int depth =
            put_variable(file, "depth" + grid, {"depth" + grid}, {top, top + 10, top + 20}, "m");
        file.text(depth, "positive", "down");
        const double east = di, north = dj;
        put_variable(file, "nav_lon" + grid, {"y" + grid, "x" + grid},
                     on_lattice(6, 5, [east](int i, int) { return 10 + i + east; }), "degrees_east");
        put_variable(file, "nav_lat" + grid, {"y" + grid, "x" + grid},
                     on_lattice(6, 5, [north](int, int j) { return j + north; }), "degrees_north");
        std::vector<double> values;
        for (const double on_level : {1.0, 2.0, 3.0}) values.insert(values.end(), 30, on_level);
        const int component = put_variable(file, name, {"depth" + grid, "y" + grid, "x" + grid}, values,
                                           "m/s", "nav_lat" + grid + " nav_lon" + grid);
        file.text(component, "standard_name", meaning);
    }
    const Dataset dataset = open_dataset(files, "nemo");
    CHECK(dataset.info().default_vector == "uoce,voce,woce");
    const NodeValues& velocity = dataset.data().arrays.front();
    const std::size_t node = 2 + 6 * (3 + 5 * 1);  // of the second level, 15 m deep
    CHECK(place(dataset, node).z == Approx(15.0));
    CHECK(velocity.values[3 * node + 2] == Approx(-2.5F));  // between 10 and 20 m, counted downwards
}

TEST_CASE("NetCDF: ROMS's u and v without rho points lie about centres between u's places", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("roms_uv.nc");
    {
        Writer file{path};
        for (const auto& [name, length] : {std::pair{"xi_u", 3}, {"eta_u", 4}, {"xi_v", 4}, {"eta_v", 3}})
            file.dimension(name, static_cast<std::size_t>(length));
        put_variable(file, "lon_u", {"eta_u", "xi_u"},
                     on_lattice(3, 4, [](int i, int) { return 5 + i + 0.5; }), "degree_east");
        put_variable(file, "lat_u", {"eta_u", "xi_u"}, on_lattice(3, 4, [](int, int j) { return 1 + j; }),
                     "degree_north");
        put_variable(file, "u", {"eta_u", "xi_u"}, on_lattice(3, 4, [](int i, int) { return i + 0.5; }),
                     "m/s", "lon_u lat_u");
        put_variable(file, "v", {"eta_v", "xi_v"}, on_lattice(4, 3, [](int, int) { return 0; }), "m/s",
                     "lon_v lat_v");
    }
    const Dataset dataset = open_file(path);
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{4, 4, 1}});
    CHECK(dataset.info().bounds.lo.x == Approx(5.0));
    CHECK(dataset.info().bounds.hi.x == Approx(8.0));
    CHECK(dataset.info().bounds.hi.y == Approx(4.0));
    CHECK(dataset.data().arrays.front().values[3 * 1] == Approx(1.0F));
}

namespace {

/// WRF's C grid of 3 x 3 cells in levels: components u and v of 1 m/s, places as they are told.
void put_wrf(Writer& file, const std::string& levels, int count, const std::array<std::string, 2>& velocity,
             const std::array<std::string, 2>& places, const AtNode& longitude, const AtNode& latitude)
{
    for (const auto& [name, length] : {std::pair{std::string{"Time"}, 1},
                                       {"west_east", 3},
                                       {"south_north", 3},
                                       {"west_east_stag", 4},
                                       {"south_north_stag", 4},
                                       {levels, count}})
        file.dimension(name, static_cast<std::size_t>(length));
    put_variable(file, places[0], {"Time", "south_north", "west_east"}, on_lattice(3, 3, longitude),
                 "degrees longitude");
    put_variable(file, places[1], {"Time", "south_north", "west_east"}, on_lattice(3, 3, latitude),
                 "degrees latitude");
    const auto faces = static_cast<std::size_t>(12 * count);
    put_variable(file, velocity[0], {"Time", levels, "south_north", "west_east_stag"},
                 std::vector<double>(faces, 1.0), "m s-1");
    put_variable(file, velocity[1], {"Time", levels, "south_north_stag", "west_east"},
                 std::vector<double>(faces, 1.0), "m s-1");
}

}  // namespace

TEST_CASE("NetCDF: WPS's levels lie at its heights, or pressures, without the surface among them", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("met_em.nc");
    const bool has_heights = GENERATE(true, false);
    {
        Writer file{path};
        put_wrf(
            file, "num_metgrid_levels", 4, {"UU", "VV"}, {"XLONG_M", "XLAT_M"},
            [](int i, int) { return 10 + i; }, [](int, int j) { return 50 + j; });
        std::vector<double> heights, pressures;
        for (const auto& [height, pressure] :
             {std::pair{500.0, 95000.0}, {100.0, 100000.0}, {1500.0, 85000.0}, {3000.0, 70000.0}}) {
            heights.insert(heights.end(), 9, height);
            pressures.insert(pressures.end(), 9, pressure);
        }
        const std::vector<std::string> in_space{"Time", "num_metgrid_levels", "south_north", "west_east"};
        if (has_heights) put_variable(file, "GHT", in_space, heights, "m");
        put_variable(file, "PRES", in_space, pressures, "Pa");
    }
    const Dataset dataset = open_file(path);
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{3, 3, 3}});
    CHECK(place(dataset, 4).x == Approx(11.0));
    CHECK(place(dataset, 4).y == Approx(51.0));
    CHECK(place(dataset, 4 + 9).z == Approx(has_heights ? 1500.0 : 85000.0));
    CHECK(dataset.data().z_positive == (has_heights ? "up" : "down"));
}

TEST_CASE("NetCDF: an ideal WRF without longitudes and latitudes lies where its spacings say", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("em_les.nc");
    {
        Writer file{path};
        file.number(NC_GLOBAL, "DX", NC_FLOAT, 50.0);
        file.number(NC_GLOBAL, "DY", NC_FLOAT, 100.0);
        const auto zero = [](int, int) { return 0.0; };
        put_wrf(file, "bottom_top", 2, {"U", "V"}, {"XLONG", "XLAT"}, zero, zero);
    }
    const Dataset dataset = open_file(path);
    CHECK_FALSE(dataset.info().geographic);
    CHECK(dataset.info().bounds.lo.x == Approx(25.0));
    CHECK(dataset.info().bounds.hi.x == Approx(125.0));
    CHECK(dataset.info().bounds.hi.y == Approx(250.0));
    CHECK(dataset.data().arrays.front().values[0] == 1.0F);
    CHECK(std::ranges::any_of(dataset.info().remarks, [](const std::string& remark) {
        return contains(remark, "these lie DX = 50 m and DY = 100 m apart");
    }));
}

TEST_CASE("NetCDF: axes that are nominal by their own words are said to be", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("mom6.nc"),
                      words = GENERATE("h point nominal longitude", "longitude");
    {
        Writer file{path};
        write_axis(file, "yh", "degrees_north", {40, 41});
        file.dimension("xh", 3);
        file.text(put_variable(file, "xh", {"xh"}, {-60, -59, -58}, "degrees_east"), "long_name", words);
        for (const char* component : {"u", "v"})
            put_variable(file, component, {"yh", "xh"}, std::vector<double>(6, 1.0), "m s-1");
    }
    CHECK(has_remark(open_file(path), "nominal by their own words") == (words != "longitude"));
}
