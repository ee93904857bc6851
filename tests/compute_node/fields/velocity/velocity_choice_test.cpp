#include "compute_node/fields/velocity/velocity_choice.h"
#include "tests/catch.h"

#include <fmt/format.h>

#include <string>
#include <vector>

using namespace farfield;
using namespace farfield::compute;
using Catch::Matchers::ContainsSubstring;

namespace {

ArrayHead vector(const std::string& name, const std::string& units = "", bool of_cells = false)
{
    return {name, 3, units, of_cells, "", 0, false};
}

ArrayHead scalar(const std::string& name, const std::string& units = "", int fullness = 0)
{
    return {name, 1, units, false, "", fullness, false};
}

ArrayHead standard(const std::string& name, const std::string& standard_name, int fullness,
                   const std::string& units = "m s-1")
{
    return {name, 1, units, false, standard_name, fullness, false};
}

ArrayHead described(const std::string& name, const std::string& long_name, const std::string& units = "m s-1",
                    int fullness = 203)
{
    return {name, 1, units, false, "", fullness, false, long_name};
}

std::vector<ArrayHead> scalars(const std::vector<std::string>& names)
{
    std::vector<ArrayHead> heads;
    for (const std::string& name : names) heads.push_back(scalar(name));
    return heads;
}

std::string chosen(const std::vector<ArrayHead>& heads)
{
    const auto all = vector_candidates(heads);
    return all.empty() ? "" : all.front().name;
}

}  // namespace

TEST_CASE("vector_candidates: a velocity comes before all else, wherever it stands", "[velocity]")
{
    for (const char* other : {"Momentum", "DISPL", "ACCL", "force", "grad_p", "vorticity", "Normals",
                              "coordinates", "B", "E", "HeatFlux", "foo", "UMean"})
        for (const char* velocity : {"U", "velocity", "Velocity", "VEL"}) {
            INFO(other << " " << velocity);
            CHECK(chosen({vector(other), vector(velocity)}) == velocity);
            CHECK(chosen({vector(velocity), vector(other)}) == velocity);
        }
}

TEST_CASE("vector_candidates: without a velocity, momentum over density, speeds, momentum, what is unknown, "
          "and the rest",
          "[velocity]")
{
    const ArrayHead displacement = vector("DISPL"), unknown = vector("foo"), momentum = vector("Momentum");
    CHECK(chosen({displacement, unknown}) == "foo");
    CHECK(chosen({displacement, unknown, momentum}) == "Momentum");
    CHECK(chosen({displacement, unknown, momentum, vector("bar", "cm/s")}) == "bar");
    CHECK(chosen({momentum, vector("bar", "cm/s"), vector("Momentum / Density")}) == "Momentum / Density");
    CHECK(chosen({displacement}) == "DISPL");
    CHECK(chosen({scalar("p"), scalar("T")}).empty());
}

TEST_CASE("vector_candidates: among equals what the file marks, then points before cells, then the first",
          "[velocity]")
{
    ArrayHead marked = vector("bar");
    marked.marked = true;
    CHECK(chosen({vector("foo"), marked}) == "bar");
    CHECK(chosen({vector("U"), marked}) == "U");
    CHECK(chosen({vector("vel", "", true), vector("U")}) == "U");
    CHECK(chosen({vector("foo"), vector("bar")}) == "foo");
}

TEST_CASE("vector_candidates: scalars are components by the names of many fields", "[velocity]")
{
    const std::vector<std::vector<std::string>> triples{
        {"u", "v", "w"},
        {"U", "V", "W"},
        {"UX", "UY", "UZ"},
        {"vx", "vy", "vz"},
        {"vel_x", "vel_y", "vel_z"},
        {"velx", "vely", "velz"},
        {"x-velocity", "y-velocity", "z-velocity"},
        {"X Velocity", "Y Velocity", "Z Velocity"},
        {"VelocityX", "VelocityY", "VelocityZ"},
        {"Velocity[i]", "Velocity[j]", "Velocity[k]"},
        {"Velocity_0", "Velocity_1", "Velocity_2"},
        {"vel1", "vel2", "vel3"},
        {"Velocity u", "Velocity v", "Velocity w"},
        {"UVEL", "VVEL", "WVEL"},
        {"u_velocity", "v_velocity", "w_velocity"},
        {"uo", "vo", "wo"},
        {"vozocrtx", "vomecrty", "vovecrtz"},
        {"water_u", "water_v", "water_w"},
        {"v_x", "v_y", "v_z"},
        {"Geschwindigkeit_x", "Geschwindigkeit_y", "Geschwindigkeit_z"},
        {"U-Geschwindigkeit", "V-Geschwindigkeit", "W-Geschwindigkeit"},
        {"Velocity u [m s^-1]", "Velocity v [m s^-1]", "Velocity w [m s^-1]"}};
    for (const auto& names : triples) {
        INFO(names[0]);
        CHECK(chosen(scalars({"p", names[2], names[0], names[1]})) ==
              names[0] + "," + names[1] + "," + names[2]);
        CHECK(chosen(scalars({names[1], "T", names[0]})) == names[0] + "," + names[1]);
    }
    for (const std::vector<std::string>& pair : {std::vector<std::string>{"UWND", "VWND"},
                                                 {"uwnd", "vwnd"},
                                                 {"u10", "v10"},
                                                 {"10u", "10v"},
                                                 {"urot", "vrot"},
                                                 {"ugos", "vgos"},
                                                 {"UGRD", "VGRD"}}) {
        INFO(pair[0]);
        CHECK(chosen(scalars({"SST", pair[0], pair[1]})) == pair[0] + "," + pair[1]);
    }
}

TEST_CASE("vector_candidates: names in capitals and small letters do not mix, nor do points and cells",
          "[velocity]")
{
    CHECK(chosen(scalars({"U", "v", "V", "u"})) == "U,V");
    CHECK(chosen(scalars({"U", "v"})).empty());
    ArrayHead in_cells = scalar("v");
    in_cells.of_cells = true;
    CHECK(chosen({scalar("u"), in_cells}).empty());
}

TEST_CASE("vector_candidates: components of momentum, displacement or in another unit are no velocity",
          "[velocity]")
{
    CHECK(chosen(scalars({"DISPLX", "DISPLY", "DISPLZ"})).empty());
    CHECK(chosen(scalars({"grad_x", "grad_y", "grad_z"})).empty());
    const auto momentum = vector_candidates(scalars({"MomentumX", "MomentumY", "MomentumZ"}));
    CHECK(momentum.front().meaning.meaning == VectorMeaning::Momentum);
    CHECK_THAT(warning_about(momentum.front()), ContainsSubstring("is a momentum and not a velocity"));
    CHECK(chosen({scalar("u", "K"), scalar("v", "K")}).empty());
    CHECK(chosen({scalar("u", "kg m-2"), scalar("v", "kg m-2"), scalar("ua", "m s-1"),
                  scalar("va", "m s-1")}) == "ua,va");
}

TEST_CASE("vector_candidates: of NetCDF, CF's standard names come first, then the fullest pair", "[velocity]")
{
    const ArrayHead u10 = scalar("u10", "m s-1", 203), v10 = scalar("v10", "m s-1", 203);
    const ArrayHead ua = scalar("ua", "m s-1", 304), va = scalar("va", "m s-1", 304);
    const auto all = vector_candidates({u10, v10, ua, va});
    REQUIRE(all.size() == 2);
    CHECK(all[0].name == "ua,va");
    CHECK(all[1].name == "u10,v10");
    const ArrayHead east = standard("a", "eastward_wind", 203), north = standard("b", "northward_wind", 203);
    CHECK(chosen({ua, va, east, north}) == "a,b");
    CHECK(chosen({ua, va, standard("a", "eastward_wind", 203, "K"),
                  standard("b", "northward_wind", 203, "K")}) == "ua,va");
    CHECK(chosen({ua, va, standard("a", "tendency_of_eastward_wind", 304),
                  standard("b", "northward_wind", 304)}) == "ua,va");
}

TEST_CASE("vector_candidates: standard names are the reason, where a third has none", "[velocity]")
{
    const auto all = vector_candidates({standard("u", "eastward_wind", 304),
                                        standard("v", "northward_wind", 304), scalar("w", "m s-1", 304)});
    REQUIRE(all.size() == 1);
    CHECK(all[0].name == "u,v,w");
    CHECK(all[0].reason == "'u' and 'v' have the standard names eastward_wind and northward_wind");
}

TEST_CASE("vector_candidates: two speeds that say zonal and meridional are a guess", "[velocity]")
{
    const auto all =
        vector_candidates({scalar("viento_meridional", "m s-1", 203), scalar("viento_zonal", "m s-1", 203)});
    REQUIRE(all.size() == 1);
    CHECK(all[0].name == "viento_zonal,viento_meridional");
    CHECK(chosen({scalar("flujo_zonal", "K m s-1"), scalar("flujo_meridional", "K m s-1")}).empty());
    CHECK(chosen({scalar("viento_zonal"), scalar("viento_meridional")}).empty());
}

TEST_CASE("vector_candidates: two speeds whose names differ in u and v alone are a guess", "[velocity]")
{
    const auto all =
        vector_candidates({scalar("V10_present", "m s-1", 203), scalar("U10_present", "m s-1", 203)});
    REQUIRE(all.size() == 1);
    CHECK(all[0].name == "U10_present,V10_present");
    CHECK_THAT(all[0].reason, ContainsSubstring("are alike but for the u and v in their names"));
    const auto speeds = [](const char* first, const char* second) {
        return chosen({scalar(first, "m/s", 203), scalar(second, "m/s", 203)});
    };
    CHECK(speeds("sfc_u_2", "sfc_v_2") == "sfc_u_2,sfc_v_2");
    CHECK(speeds("mu_present", "mv_present").empty());
    CHECK(chosen({scalar("U10_present", "K", 203), scalar("V10_present", "K", 203)}).empty());
    CHECK(chosen({scalar("u_present"), scalar("v_present")}).empty());
}

TEST_CASE("vector_candidates: velocities whose names differ in a word x and y are one, whatever their unit",
          "[velocity]")
{
    for (const char* unit : {"[m_per_y]", "[m/s]", ""}) {
        const auto component = [&](const char* axis) {
            return scalar(fmt::format("Liquid {}-Velocity {}", axis, unit));
        };
        INFO(unit);
        CHECK(chosen({component("Z"), component("X"), component("Y")}) ==
              fmt::format("Liquid X-Velocity {0},Liquid Y-Velocity {0},Liquid Z-Velocity {0}", unit));
    }
    CHECK(chosen({scalar("Pressure X"), scalar("Pressure Y")}).empty());
    CHECK(chosen({scalar("maxvelx"), scalar("maxvely")}).empty());
}

TEST_CASE("vector_candidates: the vertical partner is what CF's table calls it", "[velocity]")
{
    const auto of = [](const char* first, const char* second, const char* third) {
        return chosen({standard("a", first, 304), standard("b", second, 304), standard("c", third, 304)});
    };
    CHECK(of("eastward_wind", "northward_wind", "upward_air_velocity") == "a,b,c");
    CHECK(of("x_wind", "y_wind", "upward_air_velocity") == "a,b,c");
    CHECK(of("eastward_sea_water_velocity", "northward_sea_water_velocity", "upward_sea_water_velocity") ==
          "a,b,c");
    CHECK(of("sea_water_x_velocity", "sea_water_y_velocity", "upward_sea_water_velocity") == "a,b,c");
    CHECK(of("x_wind", "y_wind", "upward_sea_water_velocity") == "a,b");
}

TEST_CASE("vector_candidates: components of one standard name are paired by their own names", "[velocity]")
{
    const auto all =
        vector_candidates({standard("x_wind_10m", "x_wind", 203), standard("y_wind_ml", "y_wind", 203),
                           standard("x_wind_ml", "x_wind", 203), standard("y_wind_10m", "y_wind", 203)});
    REQUIRE(all.size() == 2);
    CHECK(all[0].name == "x_wind_10m,y_wind_10m");
    CHECK(all[1].name == "x_wind_ml,y_wind_ml");
}

TEST_CASE("vector_candidates: the flow comes before ice that drifts on it", "[velocity]")
{
    CHECK(chosen({standard("ui", "eastward_sea_ice_velocity", 203),
                  standard("vi", "northward_sea_ice_velocity", 203),
                  standard("uo", "eastward_sea_water_velocity", 203),
                  standard("vo", "northward_sea_water_velocity", 203)}) == "uo,vo");
}

TEST_CASE(
    "vector_candidates: long names that say zonal and meridional, eastward and northward are components",
    "[velocity]")
{
    const auto all = vector_candidates({described("p1", "Zonal current"), described("t", "temperature", "K"),
                                        described("p2", "Meridional current")});
    REQUIRE(all.size() == 1);
    CHECK(all.front().name == "p1,p2");
    CHECK(all.front().meaning.meaning == VectorMeaning::Velocity);
    CHECK(all.front().reason == "'p1' and 'p2' are described as 'Zonal current' and 'Meridional current'");
    CHECK(chosen({described("a", "eastward wind", ""), described("b", "northward wind", ""),
                  described("c", "upward wind", "")}) == "a,b,c");
    CHECK(chosen({described("a", "X-component of velocity"), described("b", "Y-component of velocity")}) ==
          "a,b");
}

TEST_CASE("vector_candidates: long names of stresses, of other units or without a partner are no components",
          "[velocity]")
{
    CHECK(chosen({described("a", "zonal wind stress", "Pa"), described("b", "meridional wind stress", "Pa")})
              .empty());
    CHECK(chosen({described("a", "zonal mean", ""), described("b", "meridional mean", "")}).empty());
    CHECK(chosen({described("a", "zonal current"), described("b", "meridional wind")}).empty());
}

TEST_CASE("vector_candidates: names of ice are its velocity, and come after any flow", "[velocity]")
{
    const std::vector<ArrayHead> ice{described("uice", ""), described("vice", "")};
    CHECK(chosen(ice) == "uice,vice");
    CHECK_THAT(vector_candidates(ice).front().reason, ContainsSubstring("velocity of ice"));
    CHECK(chosen({ice[0], ice[1], described("p1", "zonal current", "m/s", 202),
                  described("p2", "meridional current", "m/s", 202)}) == "p1,p2");
    CHECK(chosen({standard("a", "sea_ice_x_velocity", 203), standard("b", "sea_ice_y_velocity", 203),
                  scalar("u", "m/s", 202), scalar("v", "m/s", 202)}) == "u,v");
    CHECK(chosen({described("u", "zonal velocity of ice"), described("v", "meridional velocity of ice"),
                  described("um", ""), described("vm", "")}) == "um,vm");
}

TEST_CASE("chosen_among: an array, a listed set of scalars, or any two or three scalars", "[velocity]")
{
    const std::vector<ArrayHead> heads{vector("Momentum"), scalar("a"), scalar("b"), scalar("c"),
                                       vector("U")};
    const auto named = [&](const char* asked) {
        return chosen_among(vector_candidates(heads), heads, asked);
    };
    CHECK(named("Momentum").arrays == std::vector<std::size_t>{0});
    CHECK(named("c,a,b").arrays == std::vector<std::size_t>{3, 1, 2});
    CHECK(named("a, b").arrays == std::vector<std::size_t>{1, 2});
    for (const char* wrong : {"a", "V", "a,b,c,a", "a,d", "Momentum,U", ","}) {
        INFO(wrong);
        CHECK(named(wrong).arrays.empty());
    }
    CHECK(named("").arrays == std::vector<std::size_t>{4});
    CHECK_THAT(warning_about(named("Momentum")), ContainsSubstring("momentum"));
}

TEST_CASE("no_such_velocity: one line with the vectors and scalars there are", "[velocity]")
{
    const std::string error =
        no_such_velocity("a.vtu", "V", {vector("U"), scalar("p"), scalar("u"), scalar("v")});
    CHECK(error ==
          "'a.vtu' has no velocity 'V'; its vectors are 'U', 'u,v', and its scalars, of which two or three "
          "with commas in between make a vector, 'p', 'u', 'v'");
}

TEST_CASE("vector_candidates: an anomaly comes after an absolute velocity, and a remark says what it is",
          "[velocity]")
{
    const std::string eastward = "surface_geostrophic_eastward_sea_water_velocity",
                      northward = "surface_geostrophic_northward_sea_water_velocity",
                      anomaly = "_assuming_sea_level_for_geoid";
    const std::vector<ArrayHead> heads{standard("ugosa", eastward + anomaly, 203),
                                       standard("vgosa", northward + anomaly, 203),
                                       standard("ugos", eastward, 203), standard("vgos", northward, 203)};
    const auto all = vector_candidates(heads);
    CHECK(all.front().name == "ugos,vgos");
    CHECK(remark_on_anomaly(all.front(), heads).empty());
    CHECK_THAT(remark_on_anomaly(chosen_among(all, heads, "ugosa,vgosa"), heads),
               ContainsSubstring("'ugosa,vgosa' is an anomaly"));
}
