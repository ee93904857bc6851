// Expected values are the formulas of the CF Conventions 1.11, appendix D, worked out here by hand.
#include "compute_node/readers/common/level_formulas.h"

#include "tests/catch.h"

#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

using namespace farfield::compute;

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

LevelTerm one(double value)
{
    return {{value}, false, false, false, false};
}
LevelTerm by_level(std::vector<double> values)
{
    return {std::move(values), true, false, false, false};
}
LevelTerm by_column(std::vector<double> values)
{
    return {std::move(values), false, true, false, false};
}

/// Two levels over two columns.
ComputedLevels levels_by(const std::string& name, const std::string& terms,
                         const std::map<std::string, LevelTerm>& variables)
{
    const LevelFormula formula{name, parse_formula_terms(terms), "lev"};
    return computed_levels(formula, 2, 2, [&](const std::string& variable) {
        const auto found = variables.find(variable);
        if (found == variables.end()) throw std::runtime_error("is not there");
        return found->second;
    });
}

void check_levels(const ComputedLevels& computed, const std::vector<double>& wanted, const char* units)
{
    INFO(computed.lack);
    REQUIRE(computed.levels);
    REQUIRE(computed.levels->z.size() == wanted.size());
    for (std::size_t n = 0; n < wanted.size(); ++n) CHECK(computed.levels->z[n] == Approx(wanted[n]));
    CHECK(computed.levels->units == units);
    CHECK(computed.levels->positive == (std::string{units} == "hPa" ? "down" : "up"));
}

}  // namespace

TEST_CASE("computed_levels: pressures of the atmosphere are those of CF's formulas, in hPa", "[levels]")
{
    const auto ground = by_column({100'000, 80'000});
    check_levels(levels_by("atmosphere_ln_pressure_coordinate", "p0: P lev: L",
                           {{"P", one(100'000)}, {"L", by_level({0, 1})}}),
                 {1000, 1000 * std::exp(-1.0)}, "hPa");
    check_levels(levels_by("atmosphere_sigma_coordinate", "sigma: S ps: G ptop: T",
                           {{"S", by_level({0.5, 1})}, {"G", ground}, {"T", one(10'000)}}),
                 {100 + 0.5 * 900, 100 + 0.5 * 700, 1000, 800}, "hPa");
    check_levels(
        levels_by("atmosphere_hybrid_sigma_pressure_coordinate", "a: A b: B p0: P ps: G",
                  {{"A", by_level({0.1, 0})}, {"B", by_level({0.2, 1})}, {"P", one(100'000)}, {"G", ground}}),
        {100 + 200, 100 + 160, 1000, 800}, "hPa");
    check_levels(levels_by("atmosphere_hybrid_sigma_pressure_coordinate", "ap: A b: B ps: G",
                           {{"A", by_level({5000, 0})}, {"B", by_level({0.2, 1})}, {"G", ground}}),
                 {50 + 200, 50 + 160, 1000, 800}, "hPa");
    // Some files call an `ap` in Pa an `a`.
    LevelTerm a = by_level({5000, 0});
    a.is_pressure = true;
    check_levels(levels_by("atmosphere_hybrid_sigma_pressure_coordinate", "a: A b: B ps: G",
                           {{"A", a}, {"B", by_level({0.2, 1})}, {"G", ground}}),
                 {50 + 200, 50 + 160, 1000, 800}, "hPa");
}

TEST_CASE("computed_levels: heights over terrain are those of CF's formulas", "[levels]")
{
    check_levels(
        levels_by("atmosphere_hybrid_height_coordinate", "a: A b: B orog: O",
                  {{"A", by_level({10, 5000})}, {"B", by_level({1, 0.25})}, {"O", by_column({0, 400})}}),
        {10, 410, 5000, 5100}, "m");
    check_levels(levels_by("atmosphere_sleve_coordinate", "a: A b1: B b2: C ztop: T zsurf1: L zsurf2: S",
                           {{"A", by_level({0, 0.5})},
                            {"B", by_level({1, 0.5})},
                            {"C", by_level({1, 0.1})},
                            {"T", one(10'000)},
                            {"L", by_column({100, 200})},
                            {"S", by_column({10, -20})}}),
                 {110, 180, 5000 + 50 + 1, 5000 + 100 - 2}, "m");
}

TEST_CASE("computed_levels: heights in the sea are those of CF's formulas", "[levels]")
{
    const auto depth = by_column({100, 50}), surface = by_column({2, nothing});  // land has no surface
    check_levels(levels_by("ocean_sigma_coordinate", "sigma: S eta: E depth: D",
                           {{"S", by_level({-1, -0.5})}, {"E", surface}, {"D", depth}}),
                 {-100, -50, 2 - 51, -25}, "m");
    const std::string sigma_z = "sigma: S eta: E depth: D depth_c: C zlev: Z";
    std::map<std::string, LevelTerm> variables{{"S", by_level({-0.5, nothing})},
                                               {"E", surface},
                                               {"D", depth},
                                               {"C", one(80)},
                                               {"Z", by_level({nothing, -200})}};
    check_levels(levels_by("ocean_sigma_z_coordinate", sigma_z, variables), {2 - 0.5 * 82, -25, -200, -200},
                 "m");
    variables["N"] = one(1);
    variables["S"] = by_level({-0.5, -9});
    check_levels(levels_by("ocean_sigma_z_coordinate", sigma_z + " nsigma: N", variables),
                 {2 - 0.5 * 82, -25, -200, -200}, "m");
    const double f_deep = 0.5 * (10 + 30) + 0.5 * (10 - 30) * std::tanh(2 * 3.0 / (10 - 30) * (100 - 70));
    const double f_flat = 0.5 * (10 + 30) + 0.5 * (10 - 30) * std::tanh(2 * 3.0 / (10 - 30) * (50 - 70));
    check_levels(
        levels_by("ocean_double_sigma_coordinate", "sigma: S depth: D z1: U z2: V a: A href: H k_c: K",
                  {{"S", by_level({0.5, 1.5})},
                   {"D", depth},
                   {"U", one(10)},
                   {"V", one(30)},
                   {"A", one(3)},
                   {"H", one(70)},
                   {"K", one(1)}}),
        {0.5 * f_deep, 0.5 * f_flat, f_deep + 0.5 * (100 - f_deep), f_flat + 0.5 * (50 - f_flat)}, "m");
}

TEST_CASE("computed_levels: a term that varies by level and column counts at each node", "[levels]")
{
    const LevelTerm sigma{{-1, -1, -0.5, -0.25}, true, true, false, false};
    check_levels(
        levels_by("ocean_sigma_coordinate", "sigma: S depth: D", {{"S", sigma}, {"D", by_column({100, 50})}}),
        {-100, -50, -50, -12.5}, "m");
}

TEST_CASE("computed_levels: what lacks is said", "[levels]")
{
    const auto lack = [](const std::string& name, const std::string& terms) {
        return levels_by(name, terms, {{"A", by_level({0, 1})}, {"B", by_level({0, 1})}}).lack;
    };
    CHECK(lack("atmosphere_hybrid_sigma_pressure_coordinate", "ap: A b: B ps: PS")
              .find("'ps', 'PS', is not there") != std::string::npos);
    CHECK(lack("atmosphere_hybrid_sigma_pressure_coordinate", "a: A b: B").find("'ps'") != std::string::npos);
    CHECK(lack("ocean_z_coordinate", "z: A").find("no formula of the CF Conventions") != std::string::npos);
    CHECK(lack("", "s: A C: B depth: D depth_c: E").find("fit no single one") != std::string::npos);
}

TEST_CASE("parse_formula_terms: blanks, commas and the case of terms do not matter", "[levels]")
{
    const std::map<std::string, std::string> wanted{{"s", "s_rho"}, {"c", "Cs_r"}, {"depth_c", "hc"}};
    for (const char* text : {"s: s_rho C: Cs_r depth_c: hc", "  s:s_rho   c :Cs_r\tDepth_C : hc ",
                             "s: s_rho, C: Cs_r, depth_c: hc"})
        CHECK(parse_formula_terms(text) == wanted);
    CHECK(parse_formula_terms("").empty());
    CHECK(parse_formula_terms(": : a").empty());
}

TEST_CASE("name_by_terms: terms say the formula where only one has them", "[levels]")
{
    const auto name = [](const std::string& terms) {
        return name_by_terms({"", parse_formula_terms(terms), "lev"});
    };
    CHECK(name("ap: x b: y ps: z") == "atmosphere_hybrid_sigma_pressure_coordinate");
    CHECK(name("sigma: x ps: y ptop: z") == "atmosphere_sigma_coordinate");
    CHECK(name("sigma: x eta: y depth: z") == "ocean_sigma_coordinate");
    CHECK(name("a: x b: y orog: z") == "atmosphere_hybrid_height_coordinate");
    CHECK(name("s: x C: y depth: z depth_c: w eta: v").empty());
}

TEST_CASE("vertical_factor: an upward velocity is negative along depths, and none along numbers", "[levels]")
{
    std::vector<std::string> remarks;
    const auto factor = [&](const char* units, Levels levels) {
        return vertical_factor("w", units, levels, remarks);
    };
    CHECK(factor("m/s", {{}, "m", "up", false, {}}) == 1.0);
    CHECK(factor("m/s", {{}, "m", "down", false, {}}) == -1.0);
    CHECK(factor("Pa/s", {{}, "hPa", "down", false, {}}) == Approx(0.01));
    CHECK(remarks.empty());
    CHECK(factor("m/s", {{}, "hPa", "down", false, {}}) == 0.0);
    CHECK(factor("Pa/s", {{}, "m", "up", false, {}}) == 0.0);
    CHECK(factor("m/s", numbered_levels("lev", 3, "up", "nothing is known")) == 0.0);
    CHECK(factor("kg m-2 s-1", {{}, "m", "up", false, {}}) == 0.0);
    CHECK(remarks.size() == 4);
}

TEST_CASE("vertical_factor: any rate of pressure counts along any pressure", "[levels]")
{
    std::vector<std::string> remarks;
    const auto factor = [&](const char* units, const char* z_units) {
        return vertical_factor("w", units, {{}, z_units, "down", false, {}}, remarks);
    };
    for (const char* rate : {"hPa/day", "hPa day-1", "mb/d", "millibar per day", "hPa d^-1"})
        CHECK(factor(rate, "hPa") == Approx(1.0 / 86400.0));
    CHECK(factor("mb/h", "millibar") == Approx(1.0 / 3600.0));
    CHECK(factor("Pa/s", "atm") == Approx(1.0 / 101325.0));
    CHECK(factor("dbar/day", "dbar") == Approx(1.0 / 86400.0));
    CHECK(remarks.empty());
    CHECK(factor("hPa", "hPa") == 0.0);
    CHECK(remarks.size() == 1);
}

TEST_CASE("vertical_factor: an unknown unit is taken as m/s and said", "[levels]")
{
    std::vector<std::string> remarks;
    CHECK(vertical_factor("w", "bananas", {{}, "m", "up", false, {}}, remarks) == 1.0);
    REQUIRE(remarks.size() == 1);
    CHECK(remarks.front() == "'w' has the unknown unit bananas and was taken as m/s.");
}
