#include "compute_node/tomography/runs/inversion_run.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

#include <glm/geometric.hpp>

#include <string>

using namespace farfield::tomography;
using farfield::compute::testing::contains;
using farfield::compute::testing::error_of;

namespace {

/// Times at a velocity, each times a factor.
Survey survey_at(double velocity, double factor)
{
    Survey survey{{{0, 0, 0}, {0, 50, 0}}, {{100, 0, 0}, {100, 20, 10}, {100, 40, 0}}, {}};
    for (std::uint32_t s = 0; s < 2; ++s)
        for (std::uint32_t r = 0; r < 3; ++r)
            survey.data.push_back(
                {s, r, factor * glm::distance(survey.sources[s], survey.receivers[r]) / velocity, 1e-4});
    return survey;
}

SlownessModel even(double velocity)
{
    SlownessModel model{{{3, 3, 3}, glm::dvec3{0.0}, 50.0}, {}};
    model.slowness.assign(model.lattice.count(), static_cast<float>(1.0 / velocity));
    return model;
}

std::string refusal(double velocity, double factor, const std::string& start = "")
{
    RunSettings settings;
    settings.times = "t.csv";
    settings.start = start;
    return error_of([&] {
        expect_velocities(settings, survey_at(velocity, factor),
                          even(start.empty() ? velocity / factor : velocity));
    });
}

}  // namespace

TEST_CASE("expect_velocities: times in milliseconds or seconds for the other are refused", "[tomography]")
{
    for (const double velocity : {60.0, 340.0, 1500.0, 5500.0, 13000.0}) {
        CHECK(refusal(velocity, 1.0).empty());
        CHECK(contains(refusal(velocity, 1000.0), "'t.csv' have a median velocity"));
        CHECK(contains(refusal(velocity, 1e-3), "--time-unit"));
    }
}

TEST_CASE("expect_velocities: a stated start says what velocities are meant", "[tomography]")
{
    for (const double velocity : {1.0, 5500.0, 1e6}) {
        CHECK(refusal(velocity, 1.0, "V").empty());
        CHECK(refusal(velocity, 3.0, "V").empty());
        CHECK(contains(refusal(velocity, 1000.0, "V"), "a tenth and ten times that of the start model"));
        CHECK(contains(refusal(velocity, 1e-3, "V"), "a tenth and ten times that of the start model"));
    }
}
