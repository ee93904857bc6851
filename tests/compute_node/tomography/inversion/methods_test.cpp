#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/inversion/sirt.h"
#include "tests/catch.h"
#include "tests/compute_node/tomography/inversion/straight_survey.h"

#include <glm/vector_relational.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace farfield::tomography;
using namespace farfield::tomography::testing;

namespace {

/// The greatest change of a velocity from its start, as a part of it.
double greatest_change(const InversionResult& result)
{
    double most = 0.0;
    for (std::size_t n = 0; n < result.result.size(); ++n)
        most = std::max(most, std::abs(result.result[n] / result.start[n] - 1.0));
    return most;
}

/// The survey with a slow body of 40 m in the middle: its rays take a tenth longer there.
Survey survey_over_slow_body()
{
    Survey survey = straight_survey();
    for (Datum& datum : survey.data) {
        const glm::dvec3 from = survey.sources[datum.source], to = survey.receivers[datum.receiver];
        for (int n = 0; n < 100; ++n) {
            const glm::dvec3 at = glm::mix(from, to, (n + 0.5) / 100.0);
            const bool is_in = glm::all(glm::lessThan(glm::abs(at - 50.0), glm::dvec3{20.0}));
            if (is_in) datum.time += 0.1 * glm::distance(from, to) / 100.0 / 2000.0;
        }
    }
    return survey;
}

}  // namespace

TEST_CASE("invert: a source's delay is found, and does not go into the velocities", "[tomography]")
{
    Survey late = straight_survey();
    for (Datum& datum : late.data)
        if (datum.source == 7) datum.time += 2e-3;
    InversionSettings settings = straight_settings();
    const InversionResult without = invert(straight_start(), late, settings);
    CHECK(without.source_statics.empty());
    settings.statics = StaticTerms::Source;
    const InversionResult with = invert(straight_start(), late, settings);
    REQUIRE(with.source_statics.size() == 25);
    CHECK(with.receiver_statics.empty());
    CHECK(with.source_statics[7] == Approx(2e-3).epsilon(0.1));
    CHECK(with.source_statics[8] == Approx(0.0).margin(2e-4));
    CHECK(greatest_change(with) < 0.3 * greatest_change(without));
    const std::size_t datum = 7 * 25;
    CHECK(with.predicted(late, datum) == Approx(late.data[datum].time).margin(3e-4));
}

TEST_CASE("invert: delays of a source and a receiver add up", "[tomography]")
{
    Survey late = straight_survey();
    for (Datum& datum : late.data) {
        if (datum.source == 7) datum.time += 2e-3;
        if (datum.receiver == 3) datum.time += 1e-3;
    }
    InversionSettings settings = straight_settings();
    settings.statics = StaticTerms::Both;
    const InversionResult result = invert(straight_start(), late, settings);
    CHECK(result.source_statics[7] + result.receiver_statics[3] == Approx(3e-3).epsilon(0.2));
    CHECK(result.iterations.back().chi2 <= 1.0);
}

TEST_CASE("sirt_change: one ray through all nodes shares its residual out evenly", "[tomography]")
{
    const Lattice lattice{{2, 2, 2}, glm::dvec3{0.0}, 1.0};
    const SensitivityRow row{{0, 1, 2, 3, 4, 5, 6, 7}, std::vector<float>(8, 0.125F)};
    const std::vector<const SensitivityRow*> rows{&row};
    const std::vector<double> factors{1.0};
    LinearStep step;
    step.data = matrix_of(rows, factors, 8);
    step.rhs = Eigen::VectorXd::Constant(1, 0.4);
    step.offset = Eigen::VectorXd::Zero(8);
    CHECK((sirt_change(step, lattice) - Eigen::VectorXd::Constant(8, 0.4)).norm() < 1e-6);
}

TEST_CASE("invert: SIRT finds a slow body, between limits", "[tomography]")
{
    InversionSettings settings = straight_settings();
    settings.method = InversionMethod::Sirt;
    settings.limits = VelocityLimits{1900.0, 2100.0};
    const InversionResult result = invert(straight_start(), survey_over_slow_body(), settings);
    const auto at = [&](glm::ivec3 node) { return result.result[result.lattice.index(node)]; };
    CHECK(result.iterations.back().rms < 0.3 * result.iterations.front().rms);
    CHECK(at({5, 5, 5}) < 1960.0);
    CHECK(std::ranges::min(result.result) >= 1900.0);
    CHECK(std::ranges::max(result.result) <= 2100.0);
}

TEST_CASE("invert: along the L-curve misfit falls where roughness grows", "[tomography]")
{
    InversionSettings settings = straight_settings();
    settings.l_curve = 5;
    const InversionResult result = invert(straight_start(), survey_over_slow_body(), settings);
    REQUIRE(result.l_curve.size() == 5);
    CHECK(result.l_curve.front().alpha == Approx(1e4 * result.l_curve.back().alpha));
    for (std::size_t n = 1; n < 5; ++n) {
        CHECK(result.l_curve[n].chi2 < result.l_curve[n - 1].chi2);
        CHECK(result.l_curve[n].roughness > result.l_curve[n - 1].roughness);
    }
}

TEST_CASE("invert: gives each iteration's velocities, from the start to the result", "[tomography]")
{
    std::vector<std::vector<double>> kept;
    InversionSettings settings = straight_settings();
    settings.keep = [&](int number, const KeptModel& model) {
        CHECK(number == static_cast<int>(kept.size()));
        CHECK(model.velocity.size() == model.lattice.count());
        kept.push_back(model.velocity);
    };
    const InversionResult result = invert(straight_start(), survey_over_slow_body(), settings);
    REQUIRE(kept.size() == result.iterations.size());
    CHECK(kept.front() == result.start);
    CHECK(kept.back() == result.result);
}
