// Arakawa C grids: u on faces across x, v on faces across y.
#include "compute_node/datasets/dataset.h"
#include "compute_node/grids/geo.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

using OfNode = std::function<double(int i, int j)>;

std::vector<double> over(int width, int height, const OfNode& value)
{
    std::vector<double> all;
    for (int j = 0; j < height; ++j)
        for (int i = 0; i < width; ++i) all.push_back(value(i, j));
    return all;
}

constexpr int centres = 4;  ///< centres along x and y

/// Centres at (i, j), ROMS's way: u at (i + 1/2, j), v at (i, j + 1/2), each equal to its coordinate.
void write_roms(
    const std::filesystem::path& path, const OfNode& u_at = [](int i, int) { return i + 0.5; },
    int faces = centres - 1)
{
    Writer file{path};
    for (const auto& [name, length] : {std::pair{"xi_rho", centres},
                                       {"eta_rho", centres},
                                       {"xi_u", faces},
                                       {"eta_u", centres},
                                       {"xi_v", centres},
                                       {"eta_v", centres - 1}})
        file.dimension(name, static_cast<std::size_t>(length));
    file.values(file.variable("x_rho", NC_DOUBLE, {"eta_rho", "xi_rho"}),
                over(centres, centres, [](int i, int) { return i; }));
    file.values(file.variable("y_rho", NC_DOUBLE, {"eta_rho", "xi_rho"}),
                over(centres, centres, [](int, int j) { return j; }));
    const int u = file.variable("u", NC_FLOAT, {"eta_u", "xi_u"}),
              v = file.variable("v", NC_FLOAT, {"eta_v", "xi_v"});
    file.values(u, over(faces, centres, u_at));
    file.values(v, over(centres, centres - 1, [](int, int j) { return j + 0.5; }));
    file.values(file.variable("salt", NC_FLOAT, {"eta_rho", "xi_rho"}),
                over(centres, centres, [](int i, int j) { return i + 10 * j; }));
}

glm::vec3 velocity_at(const Dataset& dataset, float x, float y)
{
    const auto sample = dataset.field()->sample({x, y, 0.0F});
    REQUIRE(sample);
    return sample->velocity;
}

}  // namespace

TEST_CASE("NetCDF: velocities on ROMS's faces are averaged to the centres", "[netcdf]")
{
    const TemporaryFolder folder;
    write_roms(folder / "roms.nc");
    const Dataset dataset = open_file(folder / "roms.nc");
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{centres, centres, 1}});
    for (const float x : {1.0F, 1.75F, 2.0F})
        for (const float y : {1.0F, 1.25F, 2.0F}) {
            CHECK(velocity_at(dataset, x, y).x == Approx(x));
            CHECK(velocity_at(dataset, x, y).y == Approx(y));
        }
    CHECK(velocity_at(dataset, 0.0F, 0.0F) == glm::vec3{0.5F, 0.5F, 0.0F});  // where there is one face
    CHECK(velocity_at(dataset, 3.0F, 3.0F) == glm::vec3{2.5F, 2.5F, 0.0F});
    CHECK(dataset.field({"", "salt"})->sample({2.0F, 1.0F, 0.0F})->scalar == Approx(12.0F));
    CHECK(std::any_of(dataset.info().remarks.begin(), dataset.info().remarks.end(),
                      [](const auto& remark) { return contains(remark, "Arakawa C grid"); }));
}

TEST_CASE("NetCDF: a cut-out with as many faces as centres has its first face behind the first centre",
          "[netcdf]")
{
    const TemporaryFolder folder;
    write_roms(
        folder / "cut.nc", [](int i, int) { return i + 0.5; }, centres);
    const Dataset dataset = open_file(folder / "cut.nc");
    CHECK(velocity_at(dataset, 2.0F, 2.0F).x == Approx(2.0F));
    CHECK(velocity_at(dataset, 3.0F, 2.0F).x == Approx(3.0F));
}

TEST_CASE("NetCDF: nothing flows through a face on land", "[netcdf]")
{
    const TemporaryFolder folder;
    write_roms(folder / "coast.nc", [](int i, int) { return i == 2 ? NC_FILL_FLOAT : 4.0; });
    const Dataset dataset = open_file(folder / "coast.nc");
    CHECK(velocity_at(dataset, 1.0F, 1.0F).x == Approx(4.0F));
    CHECK(velocity_at(dataset, 2.0F, 1.0F).x == Approx(2.0F));
    CHECK(velocity_at(dataset, 3.0F, 1.0F).x == Approx(0.0F));  // the only face it has is land
}

TEST_CASE("NetCDF: velocities on WRF's faces are averaged to the centres", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "wrf.nc"};
        file.dimension("Time", 1);
        for (const auto& [name, length] : {std::pair{"west_east", centres},
                                           {"south_north", centres},
                                           {"west_east_stag", centres + 1},
                                           {"south_north_stag", centres + 1}})
            file.dimension(name, static_cast<std::size_t>(length));
        const int x = file.variable("XLONG", NC_FLOAT, {"Time", "south_north", "west_east"});
        const int y = file.variable("XLAT", NC_FLOAT, {"Time", "south_north", "west_east"});
        file.text(x, "units", "degree_east");
        file.text(y, "units", "degree_north");
        file.values(x, over(centres, centres, [](int i, int) { return i; }));
        file.values(y, over(centres, centres, [](int, int j) { return j; }));
        file.values(file.variable("U", NC_FLOAT, {"Time", "south_north", "west_east_stag"}),
                    over(centres + 1, centres, [](int i, int) { return i - 0.5; }));
        file.values(file.variable("V", NC_FLOAT, {"Time", "south_north_stag", "west_east"}),
                    over(centres, centres + 1, [](int, int) { return 0.0; }));
    }
    const Dataset dataset = open_file(folder / "wrf.nc");
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{centres, centres, 1}});
    const auto speed = [&](float x) { return dataset.field()->sample({x, 1.0F, 0.0F})->scalar; };
    CHECK(speed(0.0F) == Approx(0.0F).margin(1e-6));
    CHECK(speed(2.0F) == Approx(2.0F));
    CHECK(speed(3.0F) == Approx(3.0F));
}

TEST_CASE("NetCDF: faces of the same dimensions in two files are distinguished by their places", "[netcdf]")
{
    const TemporaryFolder folder;
    const double shift = GENERATE(0.5, 0.0);  // NEMO's grid, and one that is not staggered
    for (const bool is_u : {true, false}) {
        Writer file{folder / (is_u ? "u.nc" : "v.nc")};
        file.dimension("y", centres);
        file.dimension("x", centres);
        const int x = file.variable("nav_lon", NC_FLOAT, {"y", "x"});
        const int y = file.variable("nav_lat", NC_FLOAT, {"y", "x"});
        file.text(x, "units", "degrees_east");
        file.text(y, "units", "degrees_north");
        file.values(x, over(centres, centres, [&](int i, int) { return i + (is_u ? shift : 0.0); }));
        file.values(y, over(centres, centres, [&](int, int j) { return j + (is_u ? 0.0 : shift); }));
        const int component = file.variable(is_u ? "vozocrtx" : "vomecrty", NC_FLOAT, {"y", "x"});
        file.text(component, "coordinates", "nav_lon nav_lat");
        file.values(component, over(centres, centres, [&](int i, int) { return is_u ? i + shift : 0.0; }));
    }
    const Dataset dataset = open_dataset({folder / "u.nc", folder / "v.nc"}, "both");
    for (const float x : {1.0F, 1.5F, 3.0F})
        CHECK(dataset.field()->sample({x, 1.0F, 0.0F})->scalar == Approx(x));
    const bool said = std::any_of(dataset.info().remarks.begin(), dataset.info().remarks.end(),
                                  [](const auto& remark) { return contains(remark, "Arakawa C grid"); });
    CHECK(said == (shift > 0.0));
}

TEST_CASE("NetCDF: faces are recognised by coordinates that lie between those of the centres", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "mitgcm.nc"};
        write_axis(file, "XC", "m", {0.5, 1.5, 2.5});
        write_axis(file, "YC", "m", {0.5, 1.5, 2.5});
        write_axis(file, "XG", "m", {0, 1, 2});
        write_axis(file, "YG", "m", {0, 1, 2});
        file.values(file.variable("u", NC_FLOAT, {"YC", "XG"}), over(3, 3, [](int i, int) { return i; }));
        file.values(file.variable("v", NC_FLOAT, {"YG", "XC"}), over(3, 3, [](int, int j) { return j; }));
    }
    const Dataset dataset = open_file(folder / "mitgcm.nc");
    CHECK(dataset.info().bounds.lo == glm::dvec3{0.5, 0.5, 0.0});
    CHECK(velocity_at(dataset, 0.5F, 1.5F) == glm::vec3{0.5F, 1.5F, 0.0F});
    CHECK(velocity_at(dataset, 2.5F, 0.5F) == glm::vec3{2.0F, 0.5F, 0.0F});  // the last face is missing
}

namespace {

/// The words of one place along x and y: names of coordinates, their unit and long_name.
struct PomPlaces {
    const char *units, *along_x, *along_y;
};

/// POM's grid: centres at (i + 1/2, j + 1/2), u on the face before along x (side -1) or after (1), v along y,
/// each equal to its own coordinate; each names its coordinates, all on (y, x).
void write_pom(const std::filesystem::path& path, const PomPlaces& places, double side)
{
    Writer file{path};
    file.dimension("y", centres);
    file.dimension("x", centres);
    const auto put = [&](const std::string& name, const std::string& units, const std::string& said,
                         const std::string& coordinates, const OfNode& value) {
        const int variable = file.variable(name, NC_FLOAT, {"y", "x"});
        if (!units.empty()) file.text(variable, "units", units);
        if (!said.empty()) file.text(variable, "long_name", said);
        if (!coordinates.empty()) file.text(variable, "coordinates", coordinates);
        file.values(variable, over(centres, centres, value));
    };
    const double face = 0.5 * side;
    const std::string units = places.units, east = units.starts_with("degrees") ? units + " east" : units,
                      north = units.starts_with("degrees") ? units + " north" : units;
    put("dx", units, "grid increment in x", "", [](int, int) { return 1.0; });
    put("east_u", east, places.along_x, "", [&](int i, int) { return i + 0.5 + face; });
    put("north_u", north, places.along_y, "", [](int, int j) { return j + 0.5; });
    put("east_v", east, places.along_x, "", [](int i, int) { return i + 0.5; });
    put("north_v", north, places.along_y, "", [&](int, int j) { return j + 0.5 + face; });
    put("east_e", east, places.along_x, "", [](int i, int) { return i + 0.5; });
    put("north_e", north, places.along_y, "", [](int, int j) { return j + 0.5; });
    put("u", "metre/sec", "x-velocity", "time zz north_u east_u", [&](int i, int) { return i + 0.5 + face; });
    put("v", "metre/sec", "y-velocity", "time zz north_v east_v", [&](int, int j) { return j + 0.5 + face; });
    put("t", "K", "temperature", "time zz north_e east_e", [](int i, int j) { return i + 10.0 * j; });
}

}  // namespace

TEST_CASE("NetCDF: components that name coordinates of their own are brought to the centres between them",
          "[netcdf]")
{
    const TemporaryFolder folder;
    const PomPlaces places =
        GENERATE(PomPlaces{"metre", "easting of u-points", "northing of elevation points"},
                 PomPlaces{"degree", "", ""}, PomPlaces{"degrees", "", ""});
    const double side = GENERATE(-1.0, 1.0);  // POM's faces before the centres, NEMO's behind them
    write_pom(folder / "pom.nc", places, side);
    const Dataset dataset = open_file(folder / "pom.nc");
    const DatasetInfo& info = dataset.info();
    CHECK(info.geographic == (std::string{places.units} != "metre"));
    const double scale = info.geographic ? metres_per_degree : 1.0;
    for (const float x : {1.5F, 2.25F})
        for (const float y : {1.5F, 2.0F}) {
            const glm::dvec3 velocity = scale * glm::dvec3{velocity_at(dataset, x, y)};
            CHECK(velocity.x == Approx(x).epsilon(1e-3));  // degrees along a great circle
            CHECK(velocity.y == Approx(y).epsilon(1e-3));
        }
    CHECK(dataset.field({"", "t"})->sample({1.5F, 2.5F, 0.0F})->scalar == Approx(21.0F).epsilon(1e-3));
    CHECK(std::ranges::any_of(info.remarks,
                              [](const auto& remark) { return contains(remark, "Arakawa C grid"); }));
}

TEST_CASE("NetCDF: the message on coordinates that say no direction names them", "[netcdf]")
{
    const TemporaryFolder folder;
    write_pom(folder / "pom.nc", {"counts", "", ""}, -1.0);
    const std::string error = error_of([&] { (void)open_file(folder / "pom.nc"); });
    CHECK(contains(error, "'u' names 'north_u' and 'east_u' as its coordinates"));
    CHECK_FALSE(contains(error, "not there"));
}

TEST_CASE("NetCDF: components whose places differ by other than half a cell are said to be moved", "[netcdf]")
{
    const TemporaryFolder folder;
    write_pom(folder / "pom.nc", {"metre", "", ""}, -0.4);
    const Dataset dataset = open_file(folder / "pom.nc");
    CHECK(std::ranges::any_of(dataset.info().remarks, [](const auto& remark) {
        return contains(remark, "'v' lies 0.2 and -0.2 cells along x and y from 'u'");
    }));
}

TEST_CASE("NetCDF: faces and cells of equal numbers are told apart by SGRID's padding, and turned by ALFAS",
          "[netcdf]")
{
    // Delft3D's way: the slower dimension runs along x, the first cells have no place, u is its cell's index
    // plus one half along x at the face behind it.
    constexpr int along_x = 4, along_y = 3;
    const std::string degrees = GENERATE("degree", "arc_degrees", "");
    const TemporaryFolder folder;
    {
        Writer file{folder / "trim.nc"};
        for (const auto& [name, length] :
             {std::pair{"M", along_x}, {"MC", along_x}, {"N", along_y}, {"NC", along_y}})
            file.dimension(name, static_cast<std::size_t>(length));
        const auto put = [&](const char* name, const std::vector<std::string>& dimensions,
                             const char* meaning, const OfNode& value) {
            const int id = file.variable(name, NC_DOUBLE, dimensions);
            if (*meaning != '\0') file.text(id, "standard_name", meaning);
            std::vector<double> all;
            for (int m = 0; m < along_x; ++m)
                for (int n = 0; n < along_y; ++n) all.push_back(value(m, n));
            file.values(id, all);
            return id;
        };
        const int grid = file.variable("grid", NC_INT, {});
        file.text(grid, "cf_role", "grid_topology");
        file.text(grid, "face_dimensions", "M:MC (padding: low) N: NC (padding: low)");
        const auto is_none = [](int m, int n) { return m == 0 || n == 0; };
        const std::vector<std::string> cells{"M", "N"};
        // The grid's x axis runs north, its y axis west.
        for (const auto& [name, meaning, origin, towards_m, towards_n] :
             {std::tuple{"XZ", "projection_x_coordinate", 5000.0, 0.0, -10.0},
              {"YZ", "projection_y_coordinate", 9000.0, 10.0, 0.0}})
            file.text(put(name, cells, meaning,
                          [&, origin = origin, of_m = towards_m, of_n = towards_n](int m, int n) {
                              return is_none(m, n) ? 0.0 : origin + of_m * m + of_n * n;
                          }),
                      "units", "m");
        file.text(put("ALFAS", cells, "", [](int, int) { return 90.0; }), "units", degrees);
        put("U1", {"MC", "N"}, "sea_water_x_velocity", [](int m, int) { return m + 0.5; });
        put("V1", {"M", "NC"}, "sea_water_y_velocity", [](int, int n) { return 100 * (n + 0.5); });
    }
    const Dataset dataset = open_file(folder / "trim.nc");
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{along_x, along_y, 1}});
    const auto field = dataset.field();
    const auto sample = field->sample(field->info().relative({4980.0, 9020.0, 0.0}));  // of cell 2, 2
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(-200.0F).epsilon(1e-4));
    CHECK(sample->velocity.y == Approx(2.0F).epsilon(1e-3));
}

namespace {

/// A tile as MITgcm's tools write it: index variables say by c_grid_axis_shift that u lies half a cell before
/// the centres along i, v along j. Places of the centres alone, in degrees about the equator; u and v grow
/// with their index along their own axis.
void write_shifted(const std::filesystem::path& path, bool is_turned)
{
    Writer file{path};
    for (const auto& [name, axis, shift] :
         {std::tuple{"i", "X", 0.0}, {"i_g", "X", -0.5}, {"j", "Y", 0.0}, {"j_g", "Y", -0.5}}) {
        write_axis(file, name, "", {0, 1, 2, 3});
        file.text(file.find(name), "axis", axis);
        if (shift != 0.0) file.number(file.find(name), "c_grid_axis_shift", NC_DOUBLE, shift);
    }
    const auto put = [&](const char* name, const std::vector<std::string>& along, const char* units,
                         const OfNode& value) {
        const int id = file.variable(name, NC_DOUBLE, along);
        file.text(id, "units", units);
        file.values(id, over(centres, centres, value));
    };
    // Turned, i runs to the south and j to the east.
    put("XC", {"j", "i"}, "degrees_east", [&](int i, int j) { return 0.1 * (is_turned ? j : i); });
    put("YC", {"j", "i"}, "degrees_north", [&](int i, int j) { return 0.1 * (is_turned ? -i : j); });
    put("UVEL", {"j", "i_g"}, "m s-1", [](int i, int) { return i; });
    put("VVEL", {"j_g", "i"}, "m s-1", [](int, int j) { return 10 * j; });
    put("THETA", {"j", "i"}, "degC", [](int i, int j) { return i + 10 * j; });
    for (const auto& [name, says] :
         {std::pair{"UVEL", "sea_water_x_velocity"}, {"VVEL", "sea_water_y_velocity"}})
        file.text(file.find(name), "standard_name", says);
}

}  // namespace

TEST_CASE("NetCDF: faces and centres of a tile are told apart by c_grid_axis_shift", "[netcdf]")
{
    const bool is_turned = GENERATE(false, true);
    const TemporaryFolder folder;
    write_shifted(folder / "tile.nc", is_turned);
    const Dataset dataset = open_file(folder / "tile.nc");
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{centres, centres, 1}});
    CHECK(dataset.info().position_units == "degrees");
    const auto& arrays = dataset.data().arrays;
    const auto velocity = std::ranges::find(arrays, 3, &NodeValues::components);
    REQUIRE(velocity != arrays.end());
    const std::size_t n = 1 + 2 * centres;  // the node (1, 2), between faces 1 and 2, and 2 and 3
    const float u = 1.5F, v = 25.0F;
    CHECK(velocity->values[3 * n] == Approx(is_turned ? v : u));
    CHECK(velocity->values[3 * n + 1] == Approx(is_turned ? -u : v));
    CHECK(velocity->values[3 * 3] == Approx(is_turned ? 5.0F : 3.0F));  // (3, 0): one face along i
    CHECK(std::ranges::any_of(arrays, [](const NodeValues& array) { return array.name == "THETA"; }));
}

TEST_CASE("NetCDF: a grid of SGRID that does not say which cells lie between its faces is named", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "trim.nc"};
        for (const auto& [name, length] : {std::pair{"lon_a", 3}, {"lat_a", 4}, {"lon_b", 7}, {"lat_b", 2}})
            file.dimension(name, static_cast<std::size_t>(length));
        file.text(file.variable("grid", NC_INT, {}), "cf_role", "grid_topology");
        const int u = file.variable("u", NC_DOUBLE, {"lat_a", "lon_a"}),
                  v = file.variable("v", NC_DOUBLE, {"lat_b", "lon_b"});
        file.text(u, "standard_name", "sea_water_x_velocity");
        file.text(v, "standard_name", "sea_water_y_velocity");
    }
    CHECK(contains(error_of([&] { (void)open_file(folder / "trim.nc"); }),
                   "'grid', by the SGRID conventions, does not say in face_dimensions"));
}
