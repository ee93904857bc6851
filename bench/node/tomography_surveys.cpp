#include "bench/node/tomography_surveys.h"

#include "compute_node/tomography/models/velocity_model.h"
#include "compute_node/tomography/surveys/mine.h"
#include "model/rakes/random_numbers.h"

#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

namespace farfield::node {

using namespace tomography;

namespace {

Survey large_survey()
{
    Survey survey;
    for (std::size_t i = 0; i < 34; ++i)
        survey.sources.push_back(1000.0 * glm::dvec3{model::random_share(7, 3 * i),
                                                     model::random_share(7, 3 * i + 1),
                                                     0.4 * model::random_share(7, 3 * i + 2)});
    for (int j = 0; j < 24; ++j)
        for (int i = 0; i < 24; ++i)
            survey.receivers.emplace_back((i + 0.5) / 0.024, (j + 0.5) / 0.024, 1000.0);
    for (std::uint32_t s = 0; s < 34; ++s)
        for (std::uint32_t r = 0; r < 576; ++r) survey.data.push_back({s, r, 0.0, 1e-3});
    return survey;
}

double large_velocity(glm::dvec3 at)
{
    constexpr double k = 2.0 * std::numbers::pi / 250.0;
    return (4000.0 - 2.0 * at.z) *
           (1.0 + 0.06 * std::sin(k * at.x) * std::sin(k * at.y) * std::sin(k * at.z));
}

/// Gives the survey times at half the spacing with 1 ms of noise.
void observe(Survey& survey)
{
    const SlownessModel fine = slowness_on(cube_lattice(169), {large_velocity});
    solve_travel_times(fine, survey.sources, {}, [&](std::size_t s, const TimeField& field) {
        for (std::size_t d = s * 576; d < (s + 1) * 576; ++d) {
            const double length = std::sqrt(-2.0 * std::log(1.0 - model::random_share(8, 2 * d)));
            const double noise =
                length * std::cos(2.0 * std::numbers::pi * model::random_share(8, 2 * d + 1));
            survey.data[d].time = field.time_at(survey.receivers[survey.data[d].receiver]) + 1e-3 * noise;
        }
    });
}

}  // namespace

BenchInversion mine_inversion()
{
    return {Mine{1}.survey(1.0, 0), slowness_on(Mine::lattice(1.0), {[](glm::dvec3) { return 4833.0; }}), {}};
}

BenchInversion large_inversion()
{
    Survey survey = large_survey();
    observe(survey);
    const auto gradient = [](glm::dvec3 at) { return 4000.0 - 2.0 * at.z; };
    BenchInversion made{std::move(survey), slowness_on(cube_lattice(85), {gradient}), {}};
    made.settings.iterations = 8;
    made.settings.model_step = 2;
    return made;
}

Lattice cube_lattice(int nodes)
{
    return {glm::ivec3{nodes}, glm::dvec3{0.0}, 1000.0 / (nodes - 1)};
}

double seconds_of(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace farfield::node
