// Levels that follow the terrain: expected heights are the CF Conventions' formulas, appendix D, by hand.
#include "compute_node/datasets/time_series.h"
#include "compute_node/grids/geo.h"
#include "compute_node/readers/common/levels.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

constexpr double depth = 90.0, critical = 10.0, surface = 2.0, stretched = -0.25;

/// 2 x 2 columns with levels s = -1, -1/2, 0 and C = -1, -1/4, 0; u counts the levels.
void write_levels(const std::filesystem::path& path, const std::string& formula, const std::string& terms,
                  double surface_height = surface, double seconds = 0.0)
{
    Writer file{path};
    write_axis(file, "time", "seconds since 2000-01-01", {seconds});
    write_axis(file, "x", "m", {0, 1});
    write_axis(file, "y", "m", {0, 1});
    file.dimension("lev", 3);
    const int lev = file.variable("lev", NC_DOUBLE, {"lev"});
    file.text(lev, "standard_name", formula);
    file.text(lev, "positive", "up");
    file.text(lev, "formula_terms", terms);
    file.values(lev, {-1.0, -0.5, 0.0});
    file.values(file.variable("C", NC_DOUBLE, {"lev"}), {-1.0, stretched, 0.0});
    file.values(file.variable("h", NC_DOUBLE, {"y", "x"}), {depth, depth, depth, depth});
    file.values(file.variable("eta", NC_DOUBLE, {"time", "y", "x"}), std::vector(4, surface_height));
    file.values(file.variable("hc", NC_DOUBLE, {}), {critical});
    file.values(file.variable("a", NC_DOUBLE, {}), {5.0});
    file.values(file.variable("b", NC_DOUBLE, {}), {0.4});
    const std::vector<double> levels{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    for (const char* name : {"u", "v"})
        file.values(file.variable(name, NC_FLOAT, {"time", "lev", "y", "x"}), levels);
}

/// Of the first column, from below.
std::vector<double> heights(const Dataset& dataset)
{
    const auto& points = std::get<CurvilinearGeometry>(dataset.data().geometry).points;
    return {points[0].z, points[4].z, points[8].z};
}

bool remark_with(const Dataset& dataset, const std::string& words)
{
    const auto& remarks = dataset.info().remarks;
    return std::any_of(remarks.begin(), remarks.end(),
                       [&](const auto& remark) { return contains(remark, words); });
}

const std::string s_terms = "s: lev C: C eta: eta depth: h depth_c: hc";

}  // namespace

TEST_CASE("NetCDF: levels between floor and surface lie where CF's formulas say", "[netcdf]")
{
    const TemporaryFolder folder;
    const double sinh_part = 0.6 * std::sinh(-2.5) / std::sinh(5.0), tanh_part = 0.4 * -0.5;
    const auto [formula, terms, middle] = GENERATE_COPY(
        std::tuple{"ocean_s_coordinate_g2", s_terms, 2.0 + 92.0 * (10.0 * -0.5 + 90.0 * -0.25) / 100.0},
        std::tuple{"ocean_s_coordinate_g1", s_terms, -25.0 + 2.0 * (1.0 - 25.0 / 90.0)},
        std::tuple{"ocean_s_coordinate", std::string{"s: lev eta: eta depth: h a: a b: b depth_c: hc"},
                   2.0 * 0.5 + 10.0 * -0.5 + 80.0 * (sinh_part + tanh_part)},
        std::tuple{"ocean_sigma_coordinate", std::string{"sigma: lev eta: eta depth: h"}, 2.0 - 0.5 * 92.0});
    write_levels(folder / "levels.nc", formula, terms);
    const Dataset dataset = open_file(folder / "levels.nc");
    INFO(formula);
    CHECK(dataset.info().kind == GridKind::Curvilinear);
    const std::vector<double> z = heights(dataset);
    CHECK(z[0] == Approx(-depth));
    CHECK(z[1] == Approx(middle));
    CHECK(z[2] == Approx(surface));
    const auto sample = dataset.field()->sample({0.5F, 0.5F, static_cast<float>(0.5 * (middle + surface))});
    REQUIRE(sample);
    CHECK(sample->velocity.x == Approx(1.5F));
}

TEST_CASE("NetCDF: a list that chooses all levels stands for their dimension", "[netcdf]")
{
    // Delft3D's way: values lie along a list of the layers that are written, the levels along another
    // dimension, which the list names in `compress`.
    const TemporaryFolder folder;
    {
        Writer file{folder / "trim.nc"};
        write_axis(file, "x", "m", {0, 1});
        write_axis(file, "y", "m", {0, 1});
        file.dimension("layer", 3);
        file.dimension("chosen", 3);
        const int layer = file.variable("layer", NC_DOUBLE, {"layer"});
        file.text(layer, "standard_name", "ocean_sigma_coordinate");
        file.text(layer, "formula_terms", "sigma: layer eta: eta depth: h");
        file.values(layer, {-1.0, -0.5, 0.0});
        const int chosen = file.variable("chosen", NC_INT, {"chosen"});
        file.text(chosen, "compress", "layer");
        file.values(chosen, {1.0, 2.0, 3.0});
        file.values(file.variable("h", NC_DOUBLE, {"y", "x"}), {depth, depth, depth, depth});
        file.values(file.variable("eta", NC_DOUBLE, {"y", "x"}), std::vector(4, surface));
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"chosen", "y", "x"}),
                        {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2});
    }
    const std::vector<double> z = heights(open_file(folder / "trim.nc"));
    CHECK(z[0] == Approx(-depth));
    CHECK(z[1] == Approx(surface - 0.5 * (depth + surface)));
    CHECK(z[2] == Approx(surface));
}

TEST_CASE("NetCDF: ROMS's Vtransform says which formula holds", "[netcdf]")
{
    const TemporaryFolder folder;
    const int transform = GENERATE(1, 2);
    {
        Writer file{folder / "roms.nc"};
        write_axis(file, "x", "m", {0, 1});
        write_axis(file, "y", "m", {0, 1});
        file.dimension("s_rho", 3);
        const int s = file.variable("s_rho", NC_DOUBLE, {"s_rho"});
        file.text(s, "standard_name", "ocean_s_coordinate");
        file.values(s, {-1.0, -0.5, 0.0});
        file.values(file.variable("Cs_r", NC_DOUBLE, {"s_rho"}), {-1.0, stretched, 0.0});
        file.values(file.variable("h", NC_DOUBLE, {"y", "x"}), std::vector(4, depth));
        file.values(file.variable("hc", NC_DOUBLE, {}), {critical});
        file.values(file.variable("Vtransform", NC_INT, {}), {static_cast<double>(transform)});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"s_rho", "y", "x"}), std::vector(12, 1.0));
    }
    const Dataset dataset = open_file(folder / "roms.nc");
    CHECK(heights(dataset)[1] == Approx(transform == 1 ? -25.0 : -90.0 * 0.275));
    CHECK(std::any_of(dataset.info().remarks.begin(), dataset.info().remarks.end(),
                      [](const auto& remark) { return contains(remark, "surface at 0"); }));
}

TEST_CASE("NetCDF: a series on levels that move with the surface keeps those of its first slice", "[netcdf]")
{
    const TemporaryFolder folder;
    write_levels(folder / "0.nc", "ocean_s_coordinate_g2", s_terms, 2.0, 0.0);
    write_levels(folder / "1.nc", "ocean_s_coordinate_g2", s_terms, 1.0, 60.0);
    const TimeSeries series = open_series({(folder / "0.nc").string(), (folder / "1.nc").string()});
    CHECK(series.info().bounds.hi.z == Approx(2.0));
    CHECK(series.field({}, 1U << 20U)->slices().times.size() == 2);
}

TEST_CASE("NetCDF: levels that cannot be computed are numbered, and a remark says what they lack", "[netcdf]")
{
    const TemporaryFolder folder;
    const auto [formula, terms, what] = GENERATE_COPY(
        std::tuple{"ocean_s_coordinate_g2", "s: lev C: C eta: eta depth: deep depth_c: hc",
                   "'depth', 'deep', is not there"},
        std::tuple{"ocean_s_coordinate_g2", "s: lev C: x eta: eta depth: h depth_c: hc", "each of 3 levels"},
        std::tuple{"ocean_sigma_theta_coordinate", "rho: lev", "no formula of the CF Conventions"});
    write_levels(folder / "levels.nc", formula, terms);
    const Dataset dataset = open_file(folder / "levels.nc");
    CHECK(dataset.info().z_units == level_numbers);
    CHECK(dataset.info().z_positive == "up");
    CHECK(dataset.info().bounds.lo.z == 0.0);
    CHECK(dataset.info().bounds.hi.z == 2.0);
    CHECK(remark_with(dataset, what));
    CHECK(remark_with(dataset, "Particles stay on their level"));
}

TEST_CASE("NetCDF: terms may lie in another file, with odd blanks and letters", "[netcdf]")
{
    const TemporaryFolder folder;
    write_levels(folder / "levels.nc", " Ocean_S_Coordinate_G2 ",
                 "s : lev  c:C Eta:ETA depth:deep depth_C : hc");
    {
        Writer file{folder / "grid.nc"};
        write_axis(file, "x", "m", {0, 1});
        write_axis(file, "y", "m", {0, 1});
        file.values(file.variable("deep", NC_DOUBLE, {"y", "x"}), std::vector(4, depth));
    }
    const Dataset dataset = open_dataset({folder / "levels.nc", folder / "grid.nc"}, "levels.nc+grid.nc");
    const std::vector<double> z = heights(dataset);
    CHECK(z[0] == Approx(-depth));
    CHECK(z[1] == Approx(2.0 + 92.0 * (10.0 * -0.5 + 90.0 * -0.25) / 100.0));
    CHECK(z[2] == Approx(surface));
}

TEST_CASE("NetCDF: CAM's hybrid levels are pressures, and omega moves along them", "[netcdf]")
{
    const TemporaryFolder folder;
    const bool has_ground = GENERATE(true, false);
    {
        Writer file{folder / "cam.nc"};
        write_axis(file, "lon", "degrees_east", {0, 1});
        write_axis(file, "lat", "degrees_north", {50, 51});
        file.dimension("lev", 2);
        file.dimension("ilev", 3);
        const int lev = file.variable("lev", NC_DOUBLE, {"lev"});
        file.text(lev, "standard_name", "atmosphere_hybrid_sigma_pressure_coordinate");
        file.text(lev, "units", "level");
        file.text(lev, "positive", "down");
        file.text(lev, "formula_terms", "a: hyam b: hybm p0: P0 ps: PS");
        file.values(lev, {300, 900});
        file.values(file.variable("hyai", NC_DOUBLE, {"ilev"}), {0.1, 0.3, 0.0});
        file.values(file.variable("hyam", NC_DOUBLE, {"lev"}), {0.2, 0.1});
        file.values(file.variable("hybm", NC_DOUBLE, {"lev"}), {0.1, 0.8});
        const int p0 = file.variable("P0", NC_DOUBLE, {});
        file.text(p0, "units", "hPa");
        file.values(p0, {1000});
        if (has_ground) {
            const int ps = file.variable("PS", NC_FLOAT, {"lat", "lon"});
            file.text(ps, "units", "Pa");
            file.values(ps, {100'000, 90'000, 80'000, 70'000});
        }
        for (const char* name : {"U", "V", "OMEGA"}) {
            const int id = file.variable(name, NC_FLOAT, {"lev", "lat", "lon"});
            file.text(id, "units", *name == 'O' ? "Pa/s" : "m/s");
            if (*name == 'O') file.text(id, "standard_name", "lagrangian_tendency_of_air_pressure");
            file.values(id, std::vector(8, 2.0));
        }
    }
    const Dataset dataset = open_dataset({folder / "cam.nc"}, "cam.nc");
    CHECK(dataset.info().z_positive == "down");
    if (!has_ground) {
        CHECK(dataset.info().z_units == level_numbers);
        CHECK(remark_with(dataset, "'ps', 'PS', is not there"));
        return;
    }
    CHECK(dataset.info().z_units == "hPa");
    CHECK(dataset.info().bounds.lo.z == Approx(200 + 0.1 * 700));
    CHECK(dataset.info().bounds.hi.z == Approx(100 + 0.8 * 1000));
}

TEST_CASE("NetCDF: hybrid levels with CDO's name of them and no list of terms are those of CF", "[netcdf]")
{
    const TemporaryFolder folder;
    const bool has_ground = GENERATE(true, false);
    {
        Writer file{folder / "echam.nc"};
        write_axis(file, "lon", "degrees_east", {0, 1});
        write_axis(file, "lat", "degrees_north", {50, 51});
        file.dimension("lev", 2);
        const int lev = file.variable("lev", NC_DOUBLE, {"lev"});
        file.text(lev, "standard_name", "hybrid_sigma_pressure");
        file.text(lev, "units", "level");
        file.text(lev, "positive", "down");
        file.text(lev, "formula", "hyam hybm (mlev=hyam+hybm*aps)");
        file.values(lev, {1, 2});
        const int a = file.variable("hyam", NC_DOUBLE, {"lev"});
        file.text(a, "units", "Pa");
        file.values(a, {20'000, 1'000});
        file.values(file.variable("hybm", NC_DOUBLE, {"lev"}), {0.1, 0.9});
        if (has_ground) {
            const int ps = file.variable("aps", NC_FLOAT, {"lat", "lon"});
            file.text(ps, "units", "Pa");
            file.values(ps, {100'000, 90'000, 80'000, 70'000});
        }
        for (const char* name : {"u", "v"}) {
            const int id = file.variable(name, NC_FLOAT, {"lev", "lat", "lon"});
            file.text(id, "units", "m/s");
            file.values(id, std::vector(8, 2.0));
        }
    }
    const Dataset dataset = open_dataset({folder / "echam.nc"}, "echam.nc");
    if (!has_ground) {
        CHECK(dataset.info().z_units == level_numbers);
        CHECK(remark_with(dataset, "no variable is known as its 'ps'"));
        return;
    }
    CHECK(dataset.info().z_units == "hPa");
    CHECK(dataset.info().bounds.lo.z == Approx(200 + 0.1 * 700));
    CHECK(dataset.info().bounds.hi.z == Approx(10 + 0.9 * 1000));
}

TEST_CASE("NetCDF: levels of equal temperature or density are numbered, and nothing moves along them",
          "[netcdf]")
{
    const TemporaryFolder folder;
    const auto* const unit = GENERATE("K", "kg m-3");
    {
        Writer file{folder / "theta.nc"};
        write_axis(file, "lon", "degrees_east", {0, 1});
        write_axis(file, "lat", "degrees_north", {50, 51});
        file.dimension("zl", 2);
        const int axis = file.variable("zl", NC_DOUBLE, {"zl"});
        file.text(axis, "units", unit);
        file.text(axis, "axis", "Z");
        file.values(axis, {315, 350});
        for (const char* name : {"u", "v", "w"}) {
            const int id = file.variable(name, NC_FLOAT, {"zl", "lat", "lon"});
            file.text(id, "units", "m/s");
            file.values(id, std::vector(8, 2.0));
        }
    }
    const Dataset dataset = open_dataset({folder / "theta.nc"}, "theta.nc");
    CHECK(dataset.info().z_units == level_numbers);
    CHECK(dataset.info().bounds.hi.z == 350.0);
    CHECK(dataset.info().default_vector == "u,v");
    CHECK(remark_with(dataset, "z numbers the levels as 'zl' does"));
}

TEST_CASE("NetCDF: terms between the levels count as the means of two", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "half.nc"};
        write_axis(file, "lon", "degrees_east", {0, 1});
        write_axis(file, "lat", "degrees_north", {50, 51});
        file.dimension("lev", 2);
        file.dimension("ilev", 3);
        const int lev = file.variable("lev", NC_DOUBLE, {"lev"});
        file.text(lev, "standard_name", "atmosphere_hybrid_sigma_pressure_coordinate");
        file.text(lev, "formula_terms", "ap: hyai b: hybi ps: aps");
        file.values(lev, {1, 2});
        const int a = file.variable("hyai", NC_DOUBLE, {"ilev"});
        file.text(a, "units", "Pa");
        file.values(a, {0, 20'000, 0});
        file.values(file.variable("hybi", NC_DOUBLE, {"ilev"}), {0, 0.2, 1});
        file.values(file.variable("aps", NC_FLOAT, {"lat", "lon"}), std::vector(4, 100'000.0));
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"lev", "lat", "lon"}), std::vector(8, 2.0));
    }
    const Dataset dataset = open_file(folder / "half.nc");
    CHECK(dataset.info().bounds.lo.z == Approx(100 + 0.1 * 1000));
    CHECK(dataset.info().bounds.hi.z == Approx(100 + 0.6 * 1000));
}

TEST_CASE("NetCDF: WRF without heights has pressures, or else numbers of levels", "[netcdf]")
{
    const TemporaryFolder folder;
    const bool has_pressure = GENERATE(true, false);
    {
        Writer file{folder / "wrfout_d01.nc"};
        file.dimension("Time", 1);
        file.dimension("bottom_top", 2);
        file.dimension("south_north", 2);
        file.dimension("west_east", 2);
        file.dimension("south_north_stag", 3);
        file.dimension("west_east_stag", 3);
        const auto put = [&](const char* name, const std::vector<std::string>& dimensions,
                             const std::vector<double>& values, const char* units) {
            const int id = file.variable(name, NC_FLOAT, dimensions);
            file.text(id, "units", units);
            file.values(id, values);
        };
        put("XLONG", {"Time", "south_north", "west_east"}, {-90, -89, -90, -89}, "degree_east");
        put("XLAT", {"Time", "south_north", "west_east"}, {30, 30, 31, 31}, "degree_north");
        put("U", {"Time", "bottom_top", "south_north", "west_east_stag"}, std::vector(12, 10.0), "m s-1");
        put("V", {"Time", "bottom_top", "south_north_stag", "west_east"}, std::vector(12, 5.0), "m s-1");
        if (has_pressure) {
            const std::vector<std::string> mass{"Time", "bottom_top", "south_north", "west_east"};
            put("P", mass, {10, 10, 10, 10, 20, 20, 20, 20}, "Pa");
            put("PB", mass, {90'000, 90'000, 90'000, 90'000, 80'000, 80'000, 80'000, 80'000}, "Pa");
        }
    }
    const Dataset dataset = open_file(folder / "wrfout_d01.nc");
    CHECK(dataset.info().bounds.lo.z == Approx(has_pressure ? 800.2 : 0.0));
    CHECK(dataset.info().bounds.hi.z == Approx(has_pressure ? 900.1 : 1.0));
    CHECK(dataset.info().z_units == (has_pressure ? "hPa" : level_numbers));
    CHECK(dataset.info().z_positive == (has_pressure ? "down" : "up"));
    CHECK(remark_with(dataset, has_pressure ? "P + PB" : "neither the heights' 'PH' and 'PHB'"));
}

// As xmitgcm writes MITgcm's vertical axis.
TEST_CASE("NetCDF: a depth that is negative is a height, counted upwards", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "mit.nc"};
        write_axis(file, "x", "m", {0, 1});
        write_axis(file, "y", "m", {0, 1});
        file.dimension("Z", 3);
        const int z = file.variable("Z", NC_DOUBLE, {"Z"});
        file.values(z, {-5, -15, -25});
        file.text(z, "units", "m");
        file.text(z, "standard_name", "depth");
        file.text(z, "positive", "down");
        for (const char* name : {"u", "v", "w"}) {
            const int id = file.variable(name, NC_FLOAT, {"Z", "y", "x"});
            file.text(id, "units", "m/s");
            file.values(id, std::vector(12, 2.0));
        }
    }
    const Dataset dataset = open_file(folder / "mit.nc");
    CHECK(dataset.info().z_positive == "up");
    CHECK(dataset.data().arrays.front().values[2] == 2.0F);
    CHECK(remark_with(dataset, "'Z' is said to be counted downwards, but is negative"));
}

TEST_CASE("NetCDF: a height of the nodes that the velocity names is where they are", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string positive = GENERATE("up", "down");
    {
        Writer file{folder / "named.nc"};
        write_axis(file, "x", "m", {0, 1});
        write_axis(file, "y", "m", {0, 1});
        file.dimension("layer", 2);
        file.dimension("k", 2);
        const int z = file.variable("where", NC_DOUBLE, {"k", "y", "x"});
        file.text(z, "units", "km");
        file.text(z, "positive", positive);
        file.values(z, {1, 2, 3, 4, 5, 6, 7, 8});
        for (const char* name : {"u", "v", "w"}) {
            const int id = file.variable(name, NC_FLOAT, {"k", "y", "x"});
            file.text(id, "units", "m/s");
            file.text(id, "coordinates", "x y where");
            file.values(id, std::vector(8, 2.0));
        }
    }
    const Dataset dataset = open_file(folder / "named.nc");
    CHECK(dataset.info().bounds.lo.z == Approx(1000.0));
    CHECK(dataset.info().bounds.hi.z == Approx(8000.0));
    CHECK(dataset.info().z_positive == positive);
    CHECK(dataset.data().z_down == (positive == "down"));
    CHECK(dataset.data().arrays.front().values[2] == (positive == "down" ? -2.0F : 2.0F));
}

namespace {

/// Axes of one time, and of two places each; of the rotated grid, in degrees, where `is_rotated`.
void write_level_axes(Writer& file, double seconds, bool is_rotated)
{
    write_axis(file, "time", "seconds since 2000-01-01", {seconds});
    for (const auto& [name, standard] : {std::pair{"x", "grid_longitude"}, {"y", "grid_latitude"}}) {
        file.dimension(name, 2);
        const int axis = file.variable(name, NC_DOUBLE, {name});
        file.text(axis, "units", is_rotated ? "degrees" : "m");
        if (is_rotated) file.text(axis, "standard_name", standard);
        file.values(axis, {0, 1});
    }
}

/// COSMO's half levels, from above, in a file of their own: 40, 20 and 10 m over a ground of 0 and 2 m.
void write_half_levels(const std::filesystem::path& path, double first = 40.0, bool is_rotated = false)
{
    Writer file{path};
    write_level_axes(file, 0.0, is_rotated);
    file.dimension("level1", 3);
    const int z = file.variable("HHL", NC_DOUBLE, {"time", "level1", "y", "x"});
    file.text(z, "standard_name", "altitude");
    file.text(z, "units", "m");
    file.number(z, "_FillValue", NC_DOUBLE, -9999);
    file.values(z, {first, 42, 40, 42, 20, 22, 20, 22, 10, 12, 10, 12});
}

/// Winds on the two levels between, with u = 1 above and 3 below; w counts the half levels.
void write_winds_between(const std::filesystem::path& path, bool is_rotated = false)
{
    Writer file{path};
    write_level_axes(file, 86400.0, is_rotated);
    file.dimension("level", 2);
    file.dimension("level1", 3);
    for (const auto& [name, standard] : {std::pair{"U", "eastward_wind"}, {"V", "northward_wind"}}) {
        const int id = file.variable(name, NC_FLOAT, {"time", "level", "y", "x"});
        file.text(id, "standard_name", standard);
        file.text(id, "units", "m s-1");
        file.values(id, {1, 1, 1, 1, 3, 3, 3, 3});
    }
    const int w = file.variable("W", NC_FLOAT, {"time", "level1", "y", "x"});
    file.text(w, "standard_name", "upward_air_velocity");
    file.text(w, "units", "m s-1");
    file.values(w, {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2});
}

}  // namespace

TEST_CASE("NetCDF: heights at the half levels lie above and below the levels, which are at their means",
          "[netcdf]")
{
    const TemporaryFolder folder;
    write_half_levels(folder / "constant.nc");
    write_winds_between(folder / "winds.nc");
    const Dataset dataset = open_dataset({folder / "winds.nc", folder / "constant.nc"}, "joined");
    CHECK(dataset.info().z_positive == "up");
    CHECK(remark_with(dataset, "z of the nodes is 'HHL' in m, the mean of the half levels above and below."));
    const auto& points = std::get<CurvilinearGeometry>(dataset.data().geometry).points;
    REQUIRE(points.size() == 8);
    for (const auto& [z, u, w] : {std::tuple{30.0F, 1.0F, 0.5F}, {15.0F, 3.0F, 1.5F}}) {
        const auto at = std::ranges::find_if(
            points, [&, height = z](const auto& point) { return point.x == 0.0F && point.z == height; });
        REQUIRE(at != points.end());
        const auto n = static_cast<std::size_t>(at - points.begin());
        CHECK(dataset.data().arrays.front().values[3 * n] == u);
        CHECK(dataset.data().arrays.front().values[3 * n + 2] == w);
        CHECK(points[n + 1].z == z + 2.0F);
    }
}

TEST_CASE("NetCDF: degrees of a rotated grid are no longitudes, whatever its levels are", "[netcdf]")
{
    const TemporaryFolder folder;
    write_half_levels(folder / "constant.nc", 40.0, true);
    write_winds_between(folder / "winds.nc", true);
    const Dataset dataset = open_dataset({folder / "winds.nc", folder / "constant.nc"}, "joined");
    CHECK(dataset.info().bounds.hi.z == Approx(32.0));
    CHECK_FALSE(dataset.info().geographic);
    CHECK(remark_with(dataset, "Positions are degrees of the rotated grid, not the Earth's longitudes"));
}

TEST_CASE("NetCDF: heights at half levels with gaps are no heights of levels, which are numbered", "[netcdf]")
{
    const TemporaryFolder folder;
    write_half_levels(folder / "constant.nc", -9999);
    write_winds_between(folder / "winds.nc");
    const Dataset dataset = open_dataset({folder / "winds.nc", folder / "constant.nc"}, "joined");
    CHECK(remark_with(dataset, "z numbers the 2 levels 'level'"));
}

TEST_CASE("NetCDF: levels that the file numbers keep its numbers", "[netcdf]")
{
    const TemporaryFolder folder;
    const bool are_integers = GENERATE(true, false);
    {
        Writer file{folder / "numbers.nc"};
        write_axis(file, "lon", "degrees_east", {0, 1});
        write_axis(file, "lat", "degrees_north", {50, 51});
        file.dimension("lev", 2);
        const int lev = file.variable("lev", NC_DOUBLE, {"lev"});
        file.text(lev, "units", "sigma_level");
        file.text(lev, "positive", "down");
        file.values(lev, are_integers ? std::vector{58.0, 60.0} : std::vector{0.5, 0.995});
        for (const char* name : {"u", "v", "w"}) {
            const int id = file.variable(name, NC_FLOAT, {"lev", "lat", "lon"});
            file.text(id, "units", "m/s");
            file.values(id, std::vector(8, 2.0));
        }
    }
    const Dataset dataset = open_file(folder / "numbers.nc");
    CHECK(dataset.info().bounds.lo.z == (are_integers ? 58.0 : 0.0));
    CHECK(dataset.info().bounds.hi.z == (are_integers ? 60.0 : 1.0));
    CHECK(dataset.info().z_units == level_numbers);
    CHECK(dataset.info().z_positive == "down");
    CHECK(dataset.data().arrays.front().values[2] == 0.0F);
    CHECK(remark_with(dataset, "'w' (m/s) is no velocity along z"));
}

TEST_CASE("NetCDF: a depth without 'positive' points downwards", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "depth.nc"};
        write_axis(file, "lon", "degrees_east", {0, 1});
        write_axis(file, "lat", "degrees_north", {50, 51});
        write_axis(file, "depth", "m", {5, 10});
        for (const char* name : {"u", "v"})
            file.values(file.variable(name, NC_FLOAT, {"depth", "lat", "lon"}), std::vector(8, 2.0));
    }
    CHECK(open_file(folder / "depth.nc").info().z_positive == "down");
}

TEST_CASE("NetCDF: a coordinate in a unit of pressure is vertical whatever its name", "[netcdf]")
{
    const auto [name, unit] =
        GENERATE(std::pair{"plev", "Pa"}, std::pair{"p", "hPa"}, std::pair{"PRES", "mbar"},
                 std::pair{"isobaric", "millibars"}, std::pair{"pres", "dbar"}, std::pair{"x3", "Pa"});
    const TemporaryFolder folder;
    {
        Writer file{folder / "pressures.nc"};
        write_axis(file, name, unit, {500, 850, 1000});
        file.dimension("height", 1);  // a level of its own beside them
        write_axis(file, "lat", "degrees_north", {40, 50});
        write_axis(file, "lon", "degrees_east", {0, 10});
        const std::vector<double> levels{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
        for (const char* component : {"u", "v"})
            file.values(file.variable(component, NC_FLOAT, {name, "height", "lat", "lon"}), levels);
        const int pressure = file.variable("mslp", NC_FLOAT, {name, "height", "lat", "lon"});
        file.text(pressure, "units", unit);
        file.values(pressure, levels);
    }
    const Dataset dataset = open_file(folder / "pressures.nc");
    CHECK(dataset.info().dims == std::vector<glm::uvec3>{{2, 2, 3}});
    CHECK(dataset.info().z_units == unit);
    CHECK(dataset.field()->sample({5.0F, 45.0F, 675.0F})->velocity.x * metres_per_degree == Approx(0.5));
    CHECK(dataset.field({"", "mslp"})->sample({5.0F, 45.0F, 925.0F})->scalar == Approx(1.5F));
    CHECK_FALSE(remark_with(dataset, "is shown"));
}

TEST_CASE("NetCDF: heights are a vertical axis by the words of their coordinate", "[netcdf]")
{
    const auto [name, long_name] =
        GENERATE(std::pair{"zlev", ""}, std::pair{"hgt", ""}, std::pair{"k19", "height above the ground"});
    const TemporaryFolder folder;
    {
        Writer file{folder / "heights.nc"};
        write_axis(file, name, "km", {1, 3});
        file.text(0, "long_name", long_name);
        write_axis(file, "lat", "degrees_north", {40, 50});
        write_axis(file, "lon", "degrees_east", {0, 10});
        for (const char* component : {"u", "v"})
            file.values(file.variable(component, NC_FLOAT, {name, "lat", "lon"}), {0, 0, 0, 0, 1, 1, 1, 1});
    }
    const Dataset dataset = open_file(folder / "heights.nc");
    CHECK(dataset.info().bounds.lo.z == 1000.0);
    CHECK(dataset.info().bounds.hi.z == 3000.0);
}

TEST_CASE("NetCDF: levels that the velocity names count before others along them", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "pom.nc"};
        file.dimension("z", 3);
        write_axis(file, "x", "m", {0, 1});
        write_axis(file, "y", "m", {0, 1});
        for (const auto& [name, values] : {std::pair{"z", std::vector{0.0, -0.5, -1.0}},
                                           std::pair{"zz", std::vector{-0.25, -0.75, -1.25}}}) {
            const int sigma = file.variable(name, NC_DOUBLE, {"z"});
            file.text(sigma, "standard_name", "ocean_sigma_coordinate");
            file.text(sigma, "formula_terms", std::string{"sigma: "} + name + " eta: elb depth: h");
            file.values(sigma, values);
        }
        file.values(file.variable("h", NC_DOUBLE, {"y", "x"}), std::vector(4, depth));
        file.values(file.variable("elb", NC_DOUBLE, {"y", "x"}), std::vector(4, surface));
        for (const char* name : {"u", "v", "w"}) {
            const int component = file.variable(name, NC_FLOAT, {"z", "y", "x"});
            file.text(component, "units", "m s-1");
            file.text(component, "coordinates", name[0] == 'w' ? "z" : "zz");
            file.values(component, std::vector(12, 1.0));
        }
    }
    const Dataset dataset = open_file(folder / "pom.nc");
    const std::vector<double> z = heights(dataset);
    const double origin = dataset.info().origin.z;
    for (std::size_t k = 0; k < z.size(); ++k) {
        const double sigma = -0.25 - 0.5 * static_cast<double>(k);
        CHECK(origin + z[k] == Approx(surface + sigma * (depth + surface)));
    }
    CHECK(remark_with(dataset, "'w' names the levels 'z', 'u' the levels 'zz'"));
}
