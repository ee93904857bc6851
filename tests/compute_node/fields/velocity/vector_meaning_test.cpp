#include "compute_node/fields/unit_dimension.h"
#include "compute_node/fields/velocity/vector_meaning.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::compute;

using M = VectorMeaning;
using R = VelocityRank;

TEST_CASE("unit_dimension: a capital makes another unit of short ones, but where all are capitals",
          "[velocity]")
{
    CHECK_FALSE(unit_dimension("S/m"));  // siemens
    CHECK_FALSE(unit_dimension("mS/cm"));
    CHECK(unit_dimension("M/S") == dimension_of_speed);
    CHECK(unit_dimension("m s^{-1}") == dimension_of_speed);
    CHECK(unit_dimension("Km/h") == dimension_of_speed);
}

TEST_CASE("unit_dimension: speeds in the spellings of CF, UDUNITS and simulation codes", "[velocity]")
{
    for (const char* unit : {"m/s",
                             "m s-1",
                             "m s**-1",
                             "m s^-1",
                             "m.s-1",
                             "m*s-1",
                             "meter second-1",
                             "meters/second",
                             "metre second-1",
                             "cm/s",
                             "centimeter/s",
                             "M/S",
                             "km h-1",
                             "km/hour",
                             "m per s",
                             "knots",
                             "kt",
                             "mph",
                             "ft/min",
                             "code_length/code_time",
                             "code_velocity",
                             "kpc/Myr",
                             "(m)/(s)",
                             "m2 s-2 / (m s-1)"}) {
        INFO(unit);
        CHECK(unit_dimension(unit) == dimension_of_speed);
    }
}

TEST_CASE("unit_dimension: other units have other powers, and unknown ones none", "[velocity]")
{
    CHECK(unit_dimension("kg m-2 s-1") == UnitDimension{-2, -1, 1});
    CHECK(unit_dimension("kg/(m^2 s)") == UnitDimension{-2, -1, 1});
    CHECK(unit_dimension("kg/m^2/s") == UnitDimension{-2, -1, 1});
    CHECK(unit_dimension("kg m**-3") == dimension_of_density);
    CHECK(unit_dimension("K") == UnitDimension{0, 0, 0, 1});
    CHECK(unit_dimension("m/s2") == UnitDimension{1, -2});
    CHECK(unit_dimension("Pa s-1") == UnitDimension{-1, -3, 1});
    CHECK(unit_dimension("N") == UnitDimension{1, -2, 1});
    CHECK(unit_dimension("W m-2") == UnitDimension{0, -3, 1});
    CHECK(unit_dimension("1") == UnitDimension{});
    for (const char* unit : {"", "degrees_east", "furlongs/fortnight", "days since 1970-01-01", "?"}) {
        INFO(unit);
        CHECK_FALSE(unit_dimension(unit));
    }
}

TEST_CASE("meaning_of: what vectors are by their names", "[velocity]")
{
    struct Row {
        const char* name;
        M meaning;
        R rank;
    };
    constexpr Row rows[] = {{"U", M::Velocity, R::Name},
                            {"velocity", M::Velocity, R::Name},
                            {"Velocity", M::Velocity, R::Name},
                            {"VEL", M::Velocity, R::Name},
                            {"Geschwindigkeit", M::Velocity, R::Name},
                            {"vel", M::Velocity, R::Name},
                            {"Velocity [m s^-1]", M::Velocity, R::Name},
                            {"Velocity (m/s)", M::Velocity, R::Name},
                            {"flow_velocity", M::Velocity, R::Name},
                            {"V", M::Velocity, R::LooseName},
                            {"U.water", M::Velocity, R::LongName},
                            {"Velocity in Stn Frame", M::Velocity, R::LongName},
                            {"gas velocity", M::Velocity, R::LongName},
                            {"wind", M::Velocity, R::LongName},
                            {"cell_center_velocity", M::Velocity, R::LongName},
                            {"normalizedVelocity", M::Velocity, R::LongName},
                            {"UMean", M::Velocity, R::Mean},
                            {"Mean Velocity", M::Velocity, R::Mean},
                            {"Momentum / Density", M::Velocity, R::Quotient},
                            {"rhoU,rhoV,rhoW / rho", M::Velocity, R::Quotient},
                            {"Momentum", M::Momentum, R::NoVelocity},
                            {"MOMENTUM DENSITY", M::Momentum, R::NoVelocity},
                            {"momentum_density", M::Momentum, R::NoVelocity},
                            {"rhoU", M::Momentum, R::NoVelocity},
                            {"rho_velocity", M::Momentum, R::NoVelocity},
                            {"DISPL", M::Displacement, R::NoVelocity},
                            {"DISP", M::Displacement, R::NoVelocity},
                            {"displacement", M::Displacement, R::NoVelocity},
                            {"Displacement Vector", M::Displacement, R::NoVelocity},
                            {"ACCL", M::Acceleration, R::NoVelocity},
                            {"acceleration", M::Acceleration, R::NoVelocity},
                            {"reaction_force", M::Force, R::NoVelocity},
                            {"wallShearStress", M::Stress, R::NoVelocity},
                            {"grad(U)", M::Gradient, R::NoVelocity},
                            {"velocity_gradient", M::Gradient, R::NoVelocity},
                            {"PressureGradient", M::Gradient, R::NoVelocity},
                            {"vorticity", M::Vorticity, R::NoVelocity},
                            {"angular_velocity", M::Vorticity, R::NoVelocity},
                            {"Normals", M::Normal, R::NoVelocity},
                            {"coordinates", M::Position, R::NoVelocity},
                            {"B", M::MagneticField, R::NoVelocity},
                            {"Magnetic Field", M::MagneticField, R::NoVelocity},
                            {"E", M::ElectricField, R::NoVelocity},
                            {"Current Density", M::ElectricField, R::NoVelocity},
                            {"HeatFlux", M::Flux, R::NoVelocity},
                            {"mesh velocity", M::MeshVelocity, R::NoVelocity},
                            {"UPrime", M::Spread, R::NoVelocity},
                            {"velocity_rms", M::Spread, R::NoVelocity},
                            {"std velocity", M::Spread, R::NoVelocity},
                            {"wall_velocity", M::MeshVelocity, R::NoVelocity},
                            {"wall shear stress", M::Stress, R::NoVelocity},
                            {"RGB", M::Colour, R::NoVelocity},
                            {"vectors", M::Unknown, R::NoVelocity},
                            {"Pressure / Density", M::Unknown, R::NoVelocity}};
    for (const Row& row : rows) {
        INFO(row.name);
        CHECK(meaning_of_name(row.name).meaning == row.meaning);
        CHECK(meaning_of_name(row.name).rank == row.rank);
    }
}

TEST_CASE("meaning_of: a unit that is understood decides what a name leaves open, and what it claims",
          "[velocity]")
{
    CHECK(meaning_of("foo", "m/s").meaning == M::Velocity);
    CHECK(meaning_of("foo", "m/s").rank == R::Unit);
    CHECK(meaning_of("foo [m s^-1]", "").rank == R::Unit);
    CHECK(meaning_of("U", "m/s").rank == R::Name);
    CHECK(meaning_of("U", "1").rank == R::Name);
    CHECK(meaning_of("U", "code units").rank == R::Name);
    CHECK(meaning_of("U", "K").meaning == M::Unknown);
    CHECK(meaning_of("u", "kg m-2 s-1").meaning == M::Momentum);
    CHECK(meaning_of("U", "m").meaning == M::Displacement);
    CHECK(meaning_of("velocity", "m s-2").meaning == M::Acceleration);
    CHECK(meaning_of("DISPL", "m/s").meaning == M::Displacement);
}

TEST_CASE("is_density: the density of mass, and no other", "[velocity]")
{
    for (const char* name : {"Density", "rho", "RHO", "Density [kg m^-3]", "mass_density"})
        CHECK(is_density(name, ""));
    for (const char* name : {"number density", "Energy Density", "current density", "rhoU"})
        CHECK_FALSE(is_density(name, ""));
    CHECK(is_density("rho", "kg/m^3"));
    CHECK_FALSE(is_density("rho", "K"));
    CHECK_FALSE(is_density("rho", "ohm m"));
}
