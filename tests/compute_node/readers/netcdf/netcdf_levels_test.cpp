// Levels that follow the terrain: expected heights are the CF Conventions' formulas, appendix D, by hand.
#include "compute_node/datasets/time_series.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/readers/netcdf/netcdf_writer.h"
#include "tests/compute_node/readers/open_file.h"
#include "tests/temporary_folder.h"

#include <cmath>

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

TEST_CASE("NetCDF: levels that cannot be computed are refused for what they lack", "[netcdf]")
{
    const TemporaryFolder folder;
    write_levels(folder / "no_term.nc", "ocean_s_coordinate_g2",
                 "s: lev C: C eta: eta depth: deep depth_c: hc");
    const std::string no_term = error_of([&] { (void)open_file(folder / "no_term.nc"); });
    CHECK(contains(no_term, "'depth' ('deep')"));
    CHECK(contains(no_term, "no_term.nc"));
    write_levels(folder / "long.nc", "ocean_s_coordinate_g2", "s: lev C: x eta: eta depth: h depth_c: hc");
    CHECK(contains(error_of([&] { (void)open_file(folder / "long.nc"); }), "each of 3 levels"));
    write_levels(folder / "other.nc", "atmosphere_sigma_coordinate", "sigma: lev ps: h ptop: hc");
    CHECK(contains(error_of([&] { (void)open_file(folder / "other.nc"); }), "atmosphere_sigma_coordinate"));
}
