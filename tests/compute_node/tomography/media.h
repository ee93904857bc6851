#pragma once

#include "compute_node/tomography/eikonal/travel_times.h"
#include "compute_node/tomography/lattices/slowness_model.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace farfield::tomography::testing {

/// Velocity at a position, m/s; 0: blanked.
using Velocity = std::function<double(glm::dvec3)>;

/// A cube of 1 km, n nodes along each side.
inline SlownessModel cube(int n, const Velocity& velocity)
{
    SlownessModel model{{glm::ivec3{n}, glm::dvec3{0.0}, 1000.0 / (n - 1)}, {}};
    for (std::size_t i = 0; i < model.lattice.count(); ++i) {
        const double v = velocity(model.lattice.position(model.lattice.node(i)));
        model.slowness.push_back(v > 0.0 ? static_cast<float>(1.0 / v) : 0.0F);
    }
    return model;
}

/// v = 2000 + 2 z, m/s.
inline double gradient_velocity(glm::dvec3 at)
{
    return 2000.0 + 2.0 * at.z;
}

/// Exact first arrival in that medium (Slotnick 1959).
inline double gradient_time(glm::dvec3 from, glm::dvec3 to)
{
    constexpr double g = 2.0;
    const double r = glm::distance(from, to);
    return std::acosh(1.0 + g * g * r * r / (2.0 * gradient_velocity(from) * gradient_velocity(to))) / g;
}

/// Times at all nodes, one array for each source.
inline std::vector<std::vector<double>> node_times(const SlownessModel& model,
                                                   std::span<const glm::dvec3> sources,
                                                   const EikonalSettings& settings = {})
{
    std::vector<std::vector<double>> times(sources.size());
    solve_travel_times(model, sources, settings, [&](std::size_t source, const TimeField& field) {
        for (std::size_t n = 0; n < model.lattice.count(); ++n)
            times[source].push_back(field.time_at_node(model.lattice.node(n)));
    });
    return times;
}

/// Root of the mean square of the differences from an exact time, s.
inline double rms_error(const SlownessModel& model, std::span<const double> times,
                        const std::function<double(glm::dvec3)>& exact)
{
    double sum = 0.0;
    for (std::size_t n = 0; n < times.size(); ++n) {
        const double error = times[n] - exact(model.lattice.position(model.lattice.node(n)));
        sum += error * error;
    }
    return std::sqrt(sum / static_cast<double>(times.size()));
}

}  // namespace farfield::tomography::testing
