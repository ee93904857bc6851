#include "compute_node/seeding/field_seeds.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/sampled_field.h"

#include <glm/geometric.hpp>

#include <algorithm>

using namespace farfield;
using namespace farfield::compute;
using namespace farfield::compute::testing;

namespace {

constexpr double radius = 1.3;

/// A field with the distance from the middle as its scalar: each isosurface is a sphere.
std::shared_ptr<const Field> distances(GridForm grid, int n)
{
    return dataset_on(grid, n, rotation, [](glm::dvec3 p) { return glm::length(p); }).field({"", "s"});
}

double worst_miss(const std::vector<glm::dvec3>& seeds)
{
    double worst = 0.0;
    for (const auto seed : seeds) worst = std::max(worst, std::abs(glm::length(seed) - radius));
    return worst;
}

}  // namespace

TEST_CASE("seeds_on_isovalue: lie on the analytic isosurface, on every kind of grid", "[field seeds]")
{
    for (const GridForm grid : {GridForm::Uniform, GridForm::Rectilinear, GridForm::Curvilinear}) {
        const auto seeds = seeds_on_isovalue(*distances(grid, 41), radius, 500);
        CHECK(seeds.size() == 500);
        // h^2 / 8 times the second derivative 1 / r, for cells as long as 0.2, twice interpolated
        CHECK(worst_miss(seeds) < 2 * 0.2 * 0.2 / 8 / radius);
    }
}

TEST_CASE("seeds_on_isovalue: halving the cells divides the distance by four", "[field seeds]")
{
    const double ratio = worst_miss(seeds_on_isovalue(*distances(GridForm::Uniform, 21), radius, 100'000)) /
                         worst_miss(seeds_on_isovalue(*distances(GridForm::Uniform, 41), radius, 100'000));
    CHECK(ratio > 3.0);
    CHECK(ratio < 5.0);
}

TEST_CASE("seeds_on_isovalue: are spread over the whole surface", "[field seeds]")
{
    std::array<int, 8> eighths{};
    for (const auto seed : seeds_on_isovalue(*distances(GridForm::Uniform, 41), radius, 800))
        ++eighths[(seed.x > 0 ? 1 : 0) + (seed.y > 0 ? 2 : 0) + (seed.z > 0 ? 4 : 0)];
    for (const int n : eighths) CHECK(std::abs(n - 100) < 40);
}

TEST_CASE("seeds_on_isovalue: are the same every time, in the order of z", "[field seeds]")
{
    const auto field = distances(GridForm::Uniform, 21);
    const auto seeds = seeds_on_isovalue(*field, radius, 100);
    CHECK(seeds_on_isovalue(*field, radius, 100) == seeds);
    const double h = 4.0 / 20;
    for (std::size_t i = 1; i < seeds.size(); ++i) CHECK(seeds[i].z > seeds[i - 1].z - h);
}

TEST_CASE("seeds_on_isovalue: where there are fewer, all are found and none twice", "[field seeds]")
{
    const auto seeds = seeds_on_isovalue(*distances(GridForm::Uniform, 5), 0.5, 1000);
    CHECK(seeds.size() == 6);  // only the six edges that meet in the middle reach from 0 to 1
    for (const auto seed : seeds) CHECK(glm::length(seed) == Approx(0.5));
}

TEST_CASE("seeds_on_isovalue: works on exact functions, with the speed as scalar", "[field seeds]")
{
    const auto field = open_analytic("analytic:abc").field();
    const auto seeds = seeds_on_isovalue(*field, 1.5, 300);
    CHECK(seeds.size() == 300);
    for (const auto seed : seeds) CHECK(field->sample(seed)->scalar == Approx(1.5).margin(0.01));
}

TEST_CASE("seeds_on_isovalue: a value that the field does not have gives none", "[field seeds]")
{
    const auto field = distances(GridForm::Uniform, 9);
    CHECK(seeds_on_isovalue(*field, -1.0, 10).empty());
    CHECK(seeds_on_isovalue(*field, NAN, 10).empty());
    CHECK(seeds_on_isovalue(*field, radius, 0).empty());
}

TEST_CASE("seeds_on_slice: a lattice over the other two axes, the first of them fastest", "[field seeds]")
{
    const auto field = distances(GridForm::Uniform, 5);
    const auto seeds = seeds_on_slice(*field, 1, 0.5, 3, 2);
    CHECK(seeds == std::vector<glm::dvec3>{
                       {-2, 0.5, -2}, {0, 0.5, -2}, {2, 0.5, -2}, {-2, 0.5, 2}, {0, 0.5, 2}, {2, 0.5, 2}});
    CHECK(seeds_on_slice(*field, 0, 0.5, 1, 1) == std::vector<glm::dvec3>{{0.5, 0, 0}});
    CHECK(seeds_on_slice(*field, 2, 0.5, 2, 1) == std::vector<glm::dvec3>{{-2, 0, 0.5}, {2, 0, 0.5}});
}

TEST_CASE("seeds_on_slice: leaves out where the field is not valid", "[field seeds]")
{
    const auto hole = [](glm::dvec3 p) { return p.x > 0.6 ? glm::dvec3{NAN} : glm::dvec3{1, 0, 0}; };
    const auto field = field_on(GridForm::Uniform, 9, hole);
    const auto seeds = seeds_on_slice(*field, 2, 0.25, 9, 9);
    CHECK(seeds.size() == 5 * 9);  // x = -2, -1.5 .. 0: the cells from 0.5 to 1 have corners without data
    for (const auto seed : seeds) CHECK(seed.x < 0.6);
    CHECK(seeds_on_slice(*field, 2, 2.5, 9, 9).empty());
}

TEST_CASE("field seeds: a billion are refused by the limit's name", "[field seeds]")
{
    const auto field = distances(GridForm::Uniform, 5);
    CHECK(contains(error_of([&] { (void)seeds_on_isovalue(*field, 1.0, 1'000'000'000); }),
                   "an isovalue of 1000000000 seeds exceeds max_seeds_per_rake = 1048576"));
    CHECK(contains(error_of([&] { (void)seeds_on_slice(*field, 0, 1.0, 100'000, 10'000); }),
                   "a slice of 1000000000 seeds exceeds max_seeds_per_rake = 1048576"));
    CHECK(contains(error_of([&] { (void)seeds_on_slice(*field, 3, 1.0, 2, 2); }), "found 3"));
}
