#include "compute_node/datasets/dataset.h"
#include "compute_node/readers/common/units.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <cmath>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;
using farfield::test::TemporaryFolder;

namespace {

/// u = 36, v = 0 and w = 10 cm/s on two layers, with axes in some unit.
Dataset dataset_in(const TemporaryFolder& folder, const std::string& velocity_units,
                   const std::string& x_units, const std::string& y_units, const std::string& z_units = "m")
{
    {
        Writer file{folder / "a.nc"};
        write_axis(file, "x", x_units, {0, 1});
        write_axis(file, "y", y_units, {0, 1});
        write_axis(file, "z", z_units, {0, 10});
        for (const char* name : {"u", "v", "w"}) {
            const int id = file.variable(name, NC_FLOAT, {"z", "y", "x"});
            const std::string units = *name == 'w' ? "cm s-1" : velocity_units;
            if (!units.empty()) file.text(id, "units", units);
            file.values(id, std::vector(8, *name == 'u' ? 36.0 : *name == 'w' ? 10.0 : 0.0));
        }
    }
    return open_dataset({folder / "a.nc"}, "a.nc");
}

float first_speed(const Dataset& dataset)
{
    const auto field = dataset.field({"", "speed"});
    return field->sample({0.5F, 0.0F, 5.0F})->scalar;
}

bool remarks_have(const Dataset& dataset, const std::string& words)
{
    const auto& remarks = dataset.info().remarks;
    return std::any_of(remarks.begin(), remarks.end(), [&](const auto& r) { return contains(r, words); });
}

}  // namespace

TEST_CASE("metres_per_second: the spellings of CF and UDUNITS", "[netcdf]")
{
    for (const char* one : {"m s-1", "m/s", "m.s-1", "m s^-1", "m s**-1", "meter second-1", "metres/second",
                            "meters per second", "m sec-1", "m s-1 ", "[m/s]", "m s^{-1}"})
        CHECK(metres_per_second(one) == 1.0);
    for (const char* hundredth : {"cm/s", "cm s-1", "centimeters/second", "cm.s^-1"})
        CHECK(metres_per_second(hundredth) == 0.01);
    for (const char* mm : {"mm/s", "mm s-1"}) CHECK(metres_per_second(mm) == 0.001);
    for (const char* km : {"km/h", "km h-1", "km hr-1", "kilometers/hour"})
        CHECK(*metres_per_second(km) == Approx(1.0 / 3.6));
    for (const char* knot : {"knot", "knots", "kt", "kts", "Knots"})
        CHECK(*metres_per_second(knot) == Approx(1852.0 / 3600.0));
    for (const char* knot : {"nmi/h", "nmi h-1", "nautical miles/hour", "nmile/h"})
        CHECK(*metres_per_second(knot) == Approx(1852.0 / 3600.0));
    for (const char* daily : {"m/day", "m d-1", "m day-1"})
        CHECK(*metres_per_second(daily) == Approx(1.0 / 86400.0));
    CHECK(*metres_per_second("ft/s") == Approx(0.3048));
    CHECK(*metres_per_second("dm/s") == Approx(0.1));
    CHECK(metres_per_second("m s\u207b\u00b9") == 1.0);
    CHECK(*metres_per_second("\u00b5m/s") == Approx(1e-6));
    CHECK(*metres_per_second("0.01 m/s") == Approx(0.01));
    CHECK(*metres_per_second("furlong/fortnight") == Approx(201.168 / 1209600.0).epsilon(1e-4));
    for (const char* other : {"", "1", "m", "s-1", "Pa s-1", "Pa/s", "K", "degrees/s", "m2 s-1", "m s-2"})
        CHECK_FALSE(metres_per_second(other));
}

TEST_CASE("metres_per_second: a text of a file that no unit can be is none, however long or deep", "[netcdf]")
{
    CHECK_FALSE(metres_per_second(std::string(100'000, '(')));
    CHECK_FALSE(metres_per_second("m/s" + std::string(100'000, '9')));
    CHECK_FALSE(metres_per_second("m^99999999999 s-1"));
    CHECK_FALSE(metres_per_second("m/s since 2000-01-01"));
    CHECK_FALSE(metres_per_second("\xff\xfe/s"));
}

TEST_CASE("NetCDF: the unit ms-1 is that of a speed, with a remark", "[netcdf]")
{
    const TemporaryFolder folder;
    const Dataset dataset = dataset_in(folder, "ms-1", "degrees_east", "degrees_north");
    CHECK(dataset.info().default_vector == "u,v,w");
    CHECK(first_speed(dataset) == Approx(std::hypot(36.0, 0.1)));
    CHECK(remarks_have(dataset, "'u' has the unit ms-1"));
}

TEST_CASE("metres_in: lengths in whole words and short, and nothing else", "[netcdf]")
{
    for (const char* one : {"m", "meter", "meters", "metres"}) CHECK(metres_in(one) == 1.0);
    for (const char* cm : {"cm", "centimeter", "centimeters", "Centimetres"}) CHECK(metres_in(cm) == 0.01);
    CHECK(metres_in("mm") == 0.001);
    CHECK(metres_in("km ") == 1000.0);
    CHECK(metres_in("kilometers") == 1000.0);
    for (const char* mile : {"nmi", "nmile", "nautical mile", "nautical miles", "Nautical Miles"})
        CHECK(metres_in(mile) == 1852.0);
    for (const char* other : {"", "1", "m/s", "degrees", "hPa", "level", "sigma_level"})
        CHECK_FALSE(metres_in(other));
}

TEST_CASE("metres_in: a megametre is no millimetre, and capitals count where no other unit has them",
          "[netcdf]")
{
    CHECK(metres_in("Mm") == 1e6);
    CHECK_FALSE(metres_in("MM"));
    CHECK(metres_in("KM") == 1000.0);
    CHECK(metres_in("METERS") == 1.0);
    CHECK_FALSE(metres_in("kN"));
}

TEST_CASE("metres_per_second: capitals are letters of their own", "[netcdf]")
{
    CHECK(metres_per_second("Mm/s") == 1e6);
    CHECK_FALSE(metres_per_second("MM/S"));
    CHECK_FALSE(metres_per_second("cm/S"));  // centimetres a siemens
    CHECK_FALSE(metres_per_second("kN"));    // a force
    for (const char* one : {"M/S", "M/s"}) {
        CHECK(metres_per_second(one) == 1.0);
        CHECK(is_loosely_spelt(one));
    }
    CHECK(*metres_per_second("mph") == Approx(0.44704));
    CHECK(*metres_per_second("kpc/Myr") == Approx(977'792.2).epsilon(1e-6));
    CHECK(*metres_per_second("KM/H") == Approx(1.0 / 3.6));
    for (const char* exact : {"m/s", "m s-1", "Mm/s", "knots", "ft/s", "m*s-1"})
        CHECK_FALSE(is_loosely_spelt(exact));
}

TEST_CASE("metres_in: units of astronomy", "[netcdf]")
{
    CHECK(*metres_in("AU") == Approx(149'597'870'700.0));
    CHECK(*metres_in("kpc") == Approx(3.0856775814913673e19));
    CHECK(*metres_in("ly") == Approx(299'792'458.0 * 365.25 * 86'400.0));
}

TEST_CASE("NetCDF: velocities over places in a unit that is no length, or in none, are said to be",
          "[netcdf]")
{
    const TemporaryFolder folder;
    CHECK(remarks_have(dataset_in(folder, "km/s", "pixel", "pixel", "pixel"),
                       "Positions are in pixel, which is no known length: 1 km/s moves by 1 pixel in a "
                       "second."));
    CHECK(remarks_have(dataset_in(folder, "km/s", "m", "pixel"), "Positions along 'y' are in pixel"));
    CHECK(remarks_have(dataset_in(folder, "km/s", "", "", ""), "Positions have no unit: 1 km/s moves"));
    CHECK_FALSE(remarks_have(dataset_in(folder, "pixel/s", "pixel", "pixel", "pixel"), "no known length"));
    CHECK_FALSE(remarks_have(dataset_in(folder, "km/s", "kpc", "kpc", "kpc"), "no known length"));
    CHECK(remarks_have(dataset_in(folder, "", "m", "m"), "'u' has no unit and was taken as m/s"));
}

TEST_CASE("NetCDF: velocities over degrees become metres a second, each component by its unit", "[netcdf]")
{
    const TemporaryFolder folder;
    const Dataset dataset = dataset_in(folder, "km/h", "degrees_east", "degrees_north");
    CHECK(dataset.info().arrays.front().units == "m/s");
    CHECK(first_speed(dataset) == Approx(std::hypot(10.0, 0.1)));
    CHECK(remarks_have(dataset, "'u' was converted from km/h to m/s."));
    CHECK(remarks_have(dataset, "'w' was converted from cm s-1 to m/s."));
}

TEST_CASE("NetCDF: velocities over degrees of no or an unknown unit are taken as metres a second", "[netcdf]")
{
    const TemporaryFolder folder;
    for (const std::string units : {"", "smoots/moment"}) {
        const Dataset dataset = dataset_in(folder, units, "degrees_east", "degrees_north");
        CHECK(first_speed(dataset) == Approx(std::hypot(36.0, 0.1)));
        CHECK(remarks_have(dataset, units.empty() ? "'u' has no unit and was taken as m/s"
                                                  : "'u' has the unknown unit smoots/moment"));
    }
}

TEST_CASE("NetCDF: velocities over metres become metres a second, over no unit they stay", "[netcdf]")
{
    const TemporaryFolder folder;
    CHECK(first_speed(dataset_in(folder, "km h-1", "m", "m")) == Approx(std::hypot(10.0, 0.1)));
    CHECK(first_speed(dataset_in(folder, "km h-1", "", "", "")) == Approx(std::hypot(36.0, 10.0)));
}

TEST_CASE("NetCDF: z has units of its own over degrees", "[netcdf]")
{
    const TemporaryFolder folder;
    const std::string metres = GENERATE("m", "meters", "metre");
    const Dataset dataset = dataset_in(folder, "m/s", "degrees_east", "degrees_north", metres);
    CHECK(dataset.info().position_units == "degrees");
    CHECK(dataset.info().z_units == "m");
}

TEST_CASE("NetCDF: degrees along x alone are no positions on the Earth", "[netcdf]")
{
    const TemporaryFolder folder;
    const Dataset dataset = dataset_in(folder, "m/s", "degrees", "m");
    CHECK(dataset.info().position_units.empty());
}

TEST_CASE("NetCDF: heights in any unit of length become metres, and the velocity along them with them",
          "[netcdf]")
{
    const TemporaryFolder folder;
    for (const std::string horizontal : {"degrees", "m", ""}) {
        const Dataset dataset = dataset_in(folder, "m/s", horizontal, horizontal, "centimeters");
        CHECK(dataset.info().bounds.hi.z == Approx(0.1));
        CHECK(remarks_have(dataset, "Axis 'z' was converted from centimeters to m."));
        const auto sample = dataset.field()->sample({0.5F, 0.5F, 0.05F});
        REQUIRE(sample);
        CHECK(sample->velocity.z == Approx(0.1));
    }
}

TEST_CASE("NetCDF: axes in any unit of length become metres", "[netcdf]")
{
    const TemporaryFolder folder;
    const Dataset dataset = dataset_in(folder, "m/s", "mm", "cm");
    CHECK(dataset.info().bounds.hi.x == Approx(0.001));
    CHECK(dataset.info().bounds.hi.y == Approx(0.01));
    CHECK(dataset.info().position_units == "m");
}

TEST_CASE("NetCDF: positions of a curvilinear grid in any unit of length become metres", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        file.dimension("y", 2);
        file.dimension("x", 2);
        for (const auto& [name, direction, values] :
             {std::tuple{"east", "X", std::vector{1.0, 2.0, 1.5, 2.5}},
              {"north", "Y", std::vector{3.0, 3.0, 4.0, 4.0}}}) {
            const int id = file.variable(name, NC_DOUBLE, {"y", "x"});
            file.text(id, "units", "km");
            file.text(id, "axis", direction);
            file.values(id, values);
        }
        for (const char* name : {"u", "v"}) {
            const int id = file.variable(name, NC_FLOAT, {"y", "x"});
            file.text(id, "units", "cm/s");
            file.values(id, std::vector(4, 100.0));
        }
    }
    const Dataset dataset = open_dataset({folder / "a.nc"}, "a.nc");
    CHECK(dataset.info().position_units == "m");
    CHECK(dataset.info().bounds.lo == glm::dvec3{1000, 3000, 0});
    CHECK(dataset.info().bounds.hi == glm::dvec3{2500, 4000, 0});
    CHECK(dataset.field()->sample({1700.0F, 3500.0F, 0.0F})->velocity == glm::vec3{1, 1, 0});
    CHECK(remarks_have(dataset, "Nodes lie where 'east' and 'north' say, converted from km to m."));
}

TEST_CASE("pascals_in: units of pressure in the spellings of models", "[units]")
{
    for (const char* unit : {"hPa", "HPA", "mb", "mbar", "millibar", "millibars", "hectopascals"})
        CHECK(pascals_in(unit) == Approx(100.0));
    CHECK(pascals_in("Pascal") == Approx(1.0));
    CHECK(pascals_in("dbar") == Approx(10000.0));
    CHECK(pascals_in("atm") == Approx(101325.0));
    for (const char* other : {"", "Pa/s", "Pa-1", "parts", "m"}) CHECK_FALSE(pascals_in(other));
    CHECK_FALSE(metres_in("m-1"));
}

TEST_CASE("NetCDF: a rate of pressure in any unit is a velocity along pressure", "[netcdf]")
{
    const TemporaryFolder folder;
    {
        Writer file{folder / "a.nc"};
        write_axis(file, "lon", "degrees_east", {0, 1});
        write_axis(file, "lat", "degrees_north", {0, 1});
        write_axis(file, "lev", "hPa", {1000, 500});
        for (const char* name : {"u", "v", "w"}) {
            const int id = file.variable(name, NC_FLOAT, {"lev", "lat", "lon"});
            file.text(id, "units", *name == 'w' ? "hPa/day" : "m/s");
            file.values(id, std::vector(8, *name == 'w' ? 864.0 : 0.0));
        }
    }
    const Dataset dataset = open_dataset({folder / "a.nc"}, "a.nc");
    CHECK(dataset.field()->sample({0.5F, 0.5F, 700.0F})->velocity.z == Approx(0.01));
}

TEST_CASE("degrees_in: west and south count backwards, and radians are degrees", "[units]")
{
    for (const char* unit : {"degrees_east", "degree_N", "degree", "deg", "degrees true", "degreesE"})
        CHECK(degrees_in(unit) == 1.0);
    for (const char* unit : {"degrees_west", "degree_W", "degreesW", "degrees_south", "degree_S"})
        CHECK(degrees_in(unit) == -1.0);
    CHECK(degrees_in("radians") == Approx(57.29577951308232));
    for (const char* other : {"degrees_celsius", "degC", "1", "m", ""}) CHECK_FALSE(degrees_in(other));
}

TEST_CASE("NetCDF: longitudes and latitudes of any unit of angle become degrees east and north", "[netcdf]")
{
    const TemporaryFolder folder;
    constexpr double radians = 57.29577951308232;
    struct Written {
        const char *x_units, *y_units;
        double x_scale, y_scale;
        const char* remark;
    };
    for (const auto& [x_units, y_units, x_scale, y_scale, remark] :
         {Written{"radians", "rad", 1 / radians, 1 / radians, "'lon' was converted from radians"},
          Written{"degrees_west", "degrees_north", -1, 1,
                  "'lon' was converted from degrees_west to degrees east."},
          Written{"degrees_east", "degrees_south", 1, -1,
                  "'lat' was converted from degrees_south to degrees north."},
          Written{"1", "1", 1, 1, "'lon' has the unit 1, which is no angle: it was taken as degrees."}}) {
        {
            Writer file{folder / "a.nc"};
            write_axis(file, "lon", x_units, {10 * x_scale, 11 * x_scale});
            write_axis(file, "lat", y_units, {40 * y_scale, 41 * y_scale, 42 * y_scale});
            for (const char* name : {"u", "v"})
                file.values(file.variable(name, NC_FLOAT, {"lat", "lon"}), std::vector(6, 1.0));
        }
        const Dataset dataset = open_dataset({folder / "a.nc"}, "a.nc");
        CAPTURE(x_units);
        CHECK(dataset.info().position_units == "degrees");
        CHECK(dataset.info().bounds.lo.x == Approx(10));
        CHECK(dataset.info().bounds.hi.x == Approx(11));
        CHECK(dataset.info().bounds.lo.y == Approx(40));
        CHECK(dataset.info().bounds.hi.y == Approx(42));
        CHECK(remarks_have(dataset, remark));
    }
}

TEST_CASE("NetCDF: axes of the unit 1 are kept as numbers, with a remark", "[netcdf]")
{
    const TemporaryFolder folder;
    const Dataset dataset = dataset_in(folder, "m/s", "1", "1");
    CHECK(dataset.info().position_units.empty());
    CHECK(dataset.info().bounds.hi.x == 1.0);
    CHECK(remarks_have(dataset, "Axis 'x' has the unit 1: its numbers are kept, in no unit of length."));
}
