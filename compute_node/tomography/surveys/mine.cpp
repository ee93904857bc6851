#include "compute_node/tomography/surveys/mine.h"

#include "compute_node/support/parallel.h"
#include "compute_node/tomography/eikonal/travel_times.h"
#include "compute_node/tomography/surveys/gaussian_noise.h"
#include "model/rakes/random_numbers.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace farfield::tomography {

namespace {

constexpr double gallery_radius = 2.0, noise_seconds = 1e-4;
constexpr double two_pi = 2.0 * std::numbers::pi;

/// The length of a pair of normally distributed numbers (Box, Muller 1958).
double normal_length(std::uint64_t seed, std::uint64_t n)
{
    return std::sqrt(-2.0 * std::log(1.0 - model::random_share(seed, n)));
}

double segment_distance(glm::dvec3 at, glm::dvec3 from, glm::dvec3 to)
{
    const glm::dvec3 way = to - from;
    const double part = glm::clamp(glm::dot(at - from, way) / glm::dot(way, way), 0.0, 1.0);
    return glm::distance(at, from + part * way);
}

}  // namespace

Mine::Mine(std::uint64_t seed) : seed_{seed}
{
    for (std::size_t q = 0; q < waves_.size(); ++q) {
        const auto share = [&](std::size_t n) { return model::random_share(seed, 5 * q + n); };
        const double n12 = normal_length(seed, 5 * q), angle = two_pi * share(1);
        const double n3 = normal_length(seed, 5 * q + 2) * std::cos(two_pi * share(3));
        waves_[q] = {glm::dvec3{n12 * std::cos(angle), n12 * std::sin(angle), n3} / 16.0, two_pi * share(4)};
    }
}

Lattice Mine::lattice(double spacing)
{
    return {glm::ivec3{glm::round(glm::dvec3{96.0, 64.0, 48.0} / spacing)} + 1, glm::dvec3{0.0}, spacing};
}

std::vector<std::vector<glm::dvec3>> Mine::wires()
{
    constexpr int rings = 9, corners = 12, lines = 4;
    std::vector<std::vector<glm::dvec3>> wires;
    for (const auto& [from, to] : axes) {
        const glm::dvec3 side = glm::normalize(glm::cross(to - from, glm::dvec3{0.0, 0.0, 1.0}));
        const glm::dvec3 up = glm::normalize(glm::cross(side, to - from));
        const auto wall = [&, from = from, to = to](double part, double turn) {
            return from + part * (to - from) +
                   gallery_radius * (std::cos(two_pi * turn) * side + std::sin(two_pi * turn) * up);
        };
        for (int ring = 0; ring < rings; ++ring) {
            auto& wire = wires.emplace_back();
            for (int corner = 0; corner <= corners; ++corner)
                wire.push_back(wall(double(ring) / (rings - 1), double(corner) / corners));
        }
        for (int line = 0; line < lines; ++line)
            wires.push_back({wall(0.0, double(line) / lines), wall(1.0, double(line) / lines)});
    }
    return wires;
}

double Mine::axis_distance(glm::dvec3 at)
{
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [from, to] : axes) least = std::min(least, segment_distance(at, from, to));
    return least;
}

double Mine::velocity(glm::dvec3 at) const
{
    constexpr double slowest = velocity_range[0], fastest = velocity_range[1];
    const double distance = axis_distance(at) - gallery_radius;
    if (distance < 0.0) return slowest;
    double sum = 0.0;
    for (const Wave& wave : waves_) sum += std::cos(glm::dot(wave.k, at) + wave.phase);
    const double host = 5500.0 * (1.0 + 0.04 * std::sqrt(2.0 / 64.0) * sum);
    const double halo = distance / 4.0;
    return std::clamp(host - 2500.0 * std::exp(-halo * halo), slowest, fastest);
}

SlownessModel Mine::model(double spacing, const std::atomic<bool>* cancelled) const
{
    SlownessModel made{lattice(spacing), {}};
    made.slowness.reserve(made.lattice.count());
    for (std::size_t n = 0; n < made.lattice.count() && !is_set(cancelled); ++n)
        made.slowness.push_back(
            static_cast<float>(1.0 / velocity(made.lattice.position(made.lattice.node(n)))));
    return made;
}

Survey Mine::sensors()
{
    Survey survey;
    const auto along = [](int i, int last) { return std::round(8.0 + 80.0 * (0.03 + 0.94 * i / last)); };
    for (int i = 0; i < 30; ++i) survey.sources.emplace_back(along(i, 29), 16.0, 34.0);
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 6; ++i) survey.sources.emplace_back(8.0 + 16.0 * i, 8.0 + 12.0 * j, 47.0);
    for (int i = 0; i < 20; ++i) survey.receivers.emplace_back(along(i, 19), 48.0, 14.0);
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 5; ++i) survey.receivers.emplace_back(8.0 + 20.0 * i, 8.0 + 16.0 * j, 1.0);
    return survey;
}

Survey Mine::survey(double spacing, int threads, const std::atomic<bool>* cancelled) const
{
    Survey survey = sensors();
    const std::size_t receivers = survey.receivers.size();
    survey.data.resize(survey.sources.size() * receivers);
    const SlownessModel fine = model(0.5 * spacing, cancelled);
    if (is_set(cancelled)) return survey;
    // Solves from the receivers, which are fewer: the times are the same.
    solve_travel_times(fine, survey.receivers, {.threads = threads, .cancelled = cancelled},
                       [&](std::size_t r, const TimeField& field) {
                           for (std::size_t s = 0; s < survey.sources.size(); ++s) {
                               const std::size_t d = s * receivers + r;
                               const double noise = noise_seconds * gaussian_noise(seed_ + 1, d);
                               survey.data[d] = {static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(r),
                                                 field.time_at(survey.sources[s]) + noise, noise_seconds};
                           }
                       });
    return survey;
}

}  // namespace farfield::tomography
