#include "compute_node/tomography/inversion/resolution_test.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/tomography/inversion/straight_survey.h"

#include <algorithm>

using namespace farfield::tomography;
using namespace farfield::tomography::testing;
using farfield::compute::testing::error_of;

TEST_CASE("anomaly_at: a checkerboard changes its sign from cube to cube along each axis", "[tomography]")
{
    const Lattice lattice{{11, 11, 11}, glm::dvec3{5.0}, 10.0};
    const ResolutionTest test{AnomalyPattern::Checkerboard, 20.0, 6.0};
    CHECK(anomaly_at(test, lattice, {5, 5, 5}) == 6.0);
    CHECK(anomaly_at(test, lattice, {24, 5, 5}) == 6.0);
    CHECK(anomaly_at(test, lattice, {25, 5, 5}) == -6.0);
    CHECK(anomaly_at(test, lattice, {5, 25, 5}) == -6.0);
    CHECK(anomaly_at(test, lattice, {5, 25, 25}) == 6.0);
}

TEST_CASE("anomaly_at: two cubes lie between spikes", "[tomography]")
{
    const Lattice lattice{{11, 11, 11}, glm::dvec3{0.0}, 10.0};
    const ResolutionTest test{AnomalyPattern::Spikes, 20.0, 6.0};
    double sum = 0.0;
    for (int i = 0; i < 5; ++i) sum += anomaly_at(test, lattice, {20.0 * i, 30.0, 30.0});
    CHECK(sum == 12.0);  // the cubes from 20 m and from 80 m
    CHECK(anomaly_at(test, lattice, {80.0, 30.0, 30.0}) == 6.0);
    CHECK(anomaly_at(test, lattice, {80.0, 50.0, 30.0}) == 0.0);
}

TEST_CASE("check_resolution_test: cubes finer than two model nodes are refused", "[tomography]")
{
    const ResolutionTest test{AnomalyPattern::Checkerboard, 5.0, 6.0};
    CHECK_NOTHROW(check_resolution_test(test, 2.5));
    CHECK(error_of([&] { check_resolution_test(test, 3.0); }) ==
          "--checkerboard: expected a size of at least two spacings of the model (6 m), found 5 m");
}

TEST_CASE("test_resolution: rays from below recover a checkerboard in part", "[tomography]")
{
    const Survey survey = straight_survey();
    InversionSettings settings = straight_settings();
    const InversionResult base = invert(straight_start(), survey, settings);
    const ResolutionResult coarse =
        test_resolution(base, survey, settings, {AnomalyPattern::Checkerboard, 50.0, 10.0});
    CHECK(coarse.correlation > 0.5);
    CHECK(coarse.correlation <= 1.0);
    CHECK(std::ranges::min(coarse.resolvability) >= 0.0);
    CHECK(std::ranges::max(coarse.resolvability) <= 1.0);
    CHECK(coarse.truth.size() == base.lattice.count());
}
