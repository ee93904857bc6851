#include "compute_node/tomography/inversion/inversion.h"

#include "compute_node/tomography/inversion/normal_equations.h"
#include "compute_node/tomography/inversion/prediction.h"
#include "compute_node/tomography/surveys/mine.h"
#include "tests/catch.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace farfield::tomography;

namespace {

/// The mine on nodes 2 m apart, with times of 1 m.
const Survey& mine_survey()
{
    static const Survey survey = Mine{1}.survey(2.0, 0);
    return survey;
}

SlownessModel even_start()
{
    SlownessModel start{Mine::lattice(2.0), {}};
    start.slowness.assign(start.lattice.count(), 1.0F / 4800.0F);
    return start;
}

InversionSettings quick(int iterations)
{
    InversionSettings settings;
    settings.iterations = iterations;
    settings.model_step = 2;
    return settings;
}

/// Times between two boreholes 40 m apart with noise of 20 us, in a velocity of 2500 m/s + 8/s times depth
/// (Slotnick, "Lessons in Seismic Computing", SEG 1959: times are arcosh).
Survey two_boreholes()
{
    constexpr double gradient = 8.0, sigma = 2e-5;
    std::mt19937 random{3};
    std::normal_distribution<double> noise{0.0, sigma};
    SurveyBuilder builder;
    for (double down = 4.0; down < 60.0; down += 4.0)
        for (double other = 2.0; other < 60.0; other += 4.0) {
            const glm::dvec3 source{0.0, 5.0, -down}, receiver{40.0, 5.0, -other};
            const double product = (2500.0 + gradient * down) * (2500.0 + gradient * other);
            const glm::dvec3 way = receiver - source;
            const double time =
                std::acosh(1.0 + gradient * gradient * glm::dot(way, way) / (2.0 * product)) / gradient;
            builder.add(source, receiver, time + noise(random), sigma);
        }
    return builder.finish("two boreholes");
}

}  // namespace

TEST_CASE("solve_damped: solves the normal equations", "[tomography]")
{
    const Lattice lattice{{3, 3, 3}, glm::dvec3{0.0}, 1.0};
    const SparseMatrix smooth = second_differences(lattice, glm::dvec3{1.0, 2.0, 0.5});
    SensitivityRow a{{0, 5, 26}, {1.0F, 2.0F, 3.0F}}, b{{4, 5, 13}, {-1.0F, 0.5F, 2.0F}};
    const std::vector<const SensitivityRow*> rows{&a, &b};
    const std::vector<double> factors{1.0, 2.0};
    const SparseMatrix data = matrix_of(rows, factors, lattice.count());
    const Eigen::VectorXd rhs = Eigen::Vector2d{1.0, -2.0}, offset = Eigen::VectorXd::LinSpaced(27, 0.0, 1.0);
    const DampedProblem problem{data, smooth, rhs, offset, 0.7, 0.3};
    const Eigen::MatrixXd j = Eigen::MatrixXf(data).cast<double>(),
                          l = Eigen::MatrixXf(smooth).cast<double>();
    const Eigen::MatrixXd normal =
        j.transpose() * j + 0.49 * l.transpose() * l + 0.09 * Eigen::MatrixXd::Identity(27, 27);
    const Eigen::VectorXd expected =
        normal.ldlt().solve(j.transpose() * rhs - 0.49 * l.transpose() * l * offset);
    CHECK((solve_damped(problem) - expected).norm() < 1e-4 * expected.norm());
    DampedProblem guessed = problem;
    guessed.guess = Eigen::VectorXd::Ones(27);
    CHECK((solve_damped(guessed) - expected).norm() < 1e-4 * expected.norm());
}

TEST_CASE("invert: finds the galleries of the mine, the ramp among them", "[tomography]")
{
    const InversionResult result = invert(even_start(), mine_survey(), quick(5));
    CHECK(result.iterations.back().rms < 1.5e-4);
    CHECK(result.iterations.back().left_out == 0);
    int slow = 0, all = 0;
    for (const auto& [from, to] : Mine::axes)
        for (int n = 0; n <= 50; ++n, ++all)
            slow += 1.0 / result.forward.at(glm::mix(from, to, n / 50.0)) < 4000.0 ? 1 : 0;
    CHECK(slow > 0.8 * all);
}

TEST_CASE("invert: one and two threads have the same bits", "[tomography]")
{
    InversionSettings settings = quick(1);
    settings.eikonal.threads = 1;
    const InversionResult one = invert(even_start(), mine_survey(), settings);
    settings.eikonal.threads = 2;
    CHECK(invert(even_start(), mine_survey(), settings).result == one.result);
}

TEST_CASE("invert: the order of the data counts only to rounding", "[tomography]")
{
    Survey shuffled = mine_survey();
    std::ranges::reverse(shuffled.data);
    const std::vector<double> one = invert(even_start(), mine_survey(), quick(1)).result;
    const std::vector<double> other = invert(even_start(), shuffled, quick(1)).result;
    double most = 0.0;
    for (std::size_t n = 0; n < one.size(); ++n) most = std::max(most, std::abs(one[n] / other[n] - 1.0));
    CHECK(most < 1e-3);
}

TEST_CASE("invert: outliers move the model less by Huber's misfit than by squares", "[tomography]")
{
    Survey wrong = mine_survey();
    for (std::size_t n = 0; n < wrong.data.size(); n += 40) wrong.data[n].time *= 2.0;
    const auto moved_with = [&](Misfit misfit) {
        InversionSettings settings = quick(1);
        settings.alpha = 10.0;
        settings.misfit = misfit;
        const std::vector<double> right = invert(even_start(), mine_survey(), settings).result;
        const std::vector<double> found = invert(even_start(), wrong, settings).result;
        double sum = 0.0;
        for (std::size_t n = 0; n < found.size(); ++n) sum += std::pow(std::log(found[n] / right[n]), 2.0);
        return std::sqrt(sum);
    };
    CHECK(moved_with(Misfit::Huber) < 0.6 * moved_with(Misfit::Square));
}

TEST_CASE("invert: one datum in twenty that is wrong does not keep Huber's model from the other data",
          "[tomography]")
{
    Survey survey = two_boreholes();
    const auto is_wrong = [](std::size_t n) { return n % 20 == 7; };
    for (std::size_t n = 0; n < survey.data.size(); ++n)
        if (is_wrong(n)) survey.data[n].time += n % 40 == 7 ? 1e-3 : -1e-3;
    InversionSettings settings = quick(10);
    SlownessModel start{{{23, 7, 33}, glm::dvec3{-2.0, -1.0, -62.0}, 2.0}, {}};
    start.slowness.assign(start.lattice.count(), 1.0F / 2740.0F);
    const auto chi2_of_others = [&](Misfit misfit) {
        settings.misfit = misfit;
        const InversionResult result = invert(start, survey, settings);
        double sum = 0.0, count = 0.0;
        for (std::size_t n = 0; n < survey.data.size(); ++n) {
            if (is_wrong(n)) continue;
            const Datum& datum = survey.data[n];
            sum += std::pow((datum.time - result.predicted(survey, n)) / datum.sigma, 2.0), ++count;
        }
        return sum / count;
    };
    CHECK(chi2_of_others(Misfit::Huber) < 1.5);
    CHECK(chi2_of_others(Misfit::Square) > 20.0);
}

TEST_CASE("invert: a time that no velocity explains leaves all velocities numbers", "[tomography]")
{
    Survey wrong = mine_survey();
    wrong.data[100].time = 9.0;
    const InversionResult result = invert(even_start(), wrong, quick(2));
    CHECK(*std::ranges::min_element(result.result) > 4800.0 / 101.0);  // two steps of a factor of ten
    CHECK(*std::ranges::max_element(result.result) < 4800.0 * 101.0);
    CHECK(result.iterations.back().rms < result.iterations.front().rms);
}

TEST_CASE("invert: velocities stay within their limits", "[tomography]")
{
    InversionSettings settings = quick(2);
    settings.limits = VelocityLimits{3000.0, 5600.0};
    const InversionResult result = invert(even_start(), mine_survey(), settings);
    CHECK(*std::ranges::min_element(result.result) >= 3000.0);
    CHECK(*std::ranges::max_element(result.result) <= 5600.0);
    CHECK(result.iterations.back().rms < result.iterations.front().rms);
}

TEST_CASE("invert: a survey of which no datum has a ray is an error, not a fit", "[tomography]")
{
    SlownessModel start = even_start();
    for (std::size_t n = 0; n < start.slowness.size(); ++n)  // a wall between sources and receivers
        if (const double z = start.lattice.position(start.lattice.node(n)).z; z > 20.0 && z < 30.0)
            start.slowness[n] = 0.0F;
    CHECK_THROWS_WITH((void)invert(start, mine_survey(), quick(1)),
                      Catch::Matchers::ContainsSubstring("none of the 2400 data has a ray"));
}

TEST_CASE("chi2_part: is 1 in the mean of normal residuals, and bounded where the misfit is robust",
          "[tomography]")
{
    for (const Misfit misfit : {Misfit::Square, Misfit::Huber, Misfit::Absolute}) {
        double sum = 0.0, weights = 0.0;
        for (double z = -8.0; z <= 8.0; z += 1e-3) {
            const double density = std::exp(-0.5 * z * z);
            sum += density * chi2_part(misfit, z);
            weights += density;
        }
        CHECK(sum / weights == Approx(1.0).epsilon(1e-4));
    }
    CHECK(chi2_part(Misfit::Huber, 100.0) < 3.0);
    CHECK(chi2_part(Misfit::Square, 100.0) == 1e4);
}

TEST_CASE("invert: a sensor among blanked nodes is named", "[tomography]")
{
    SlownessModel start = even_start();
    for (std::size_t n = 0; n < start.slowness.size(); ++n)
        if (start.lattice.position(start.lattice.node(n)).z > 40.0) start.slowness[n] = 0.0F;
    CHECK_THROWS_WITH((void)invert(start, mine_survey(), quick(1)),
                      Catch::Matchers::ContainsSubstring("source") &&
                          Catch::Matchers::ContainsSubstring("all nodes around it are blanked"));
}
