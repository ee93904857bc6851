#pragma once

#include "compute_node/tomography/lattices/slowness_model.h"
#include "compute_node/tomography/surveys/survey.h"

#include <glm/vec3.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace farfield::tomography {

/// A built-in medium: three galleries in rough rock, with the contrast of a deep silver mine
/// (docs/tomography.md states it, so that others can make it). Metres, m/s.
class Mine {
public:
    explicit Mine(std::uint64_t seed);

    /// Ends of the galleries' axes: two level ones and the ramp between them, along which no sensor lies.
    static constexpr std::array<std::pair<glm::dvec3, glm::dvec3>, 3> axes{
        {{{8, 16, 32}, {88, 16, 32}}, {{8, 48, 16}, {88, 48, 16}}, {{24, 16, 32}, {72, 48, 16}}}};

    /// Velocity, m/s, whose surface encloses the galleries and their slow halos.
    static constexpr double gallery_velocity = 4000.0;
    static constexpr std::array<double, 2> velocity_range{1500.0, 6000.0};  ///< m/s
    /// The lattice over the box [0, 96] x [0, 64] x [0, 48]; spacing divides 16.
    [[nodiscard]] static Lattice lattice(double spacing);
    /// The galleries' walls as wires: rings and lines along.
    [[nodiscard]] static std::vector<std::vector<glm::dvec3>> wires();
    /// Distance from the nearest axis, metres.
    [[nodiscard]] static double axis_distance(glm::dvec3 at);
    [[nodiscard]] double velocity(glm::dvec3 at) const;
    /// The medium on a lattice. cancelled: may be null; once it is true, nodes are missing.
    [[nodiscard]] SlownessModel model(double spacing, const std::atomic<bool>* cancelled = nullptr) const;
    /// Survey of 60 sources and 40 receivers without data.
    [[nodiscard]] static Survey sensors();
    /// A survey with 2,400 times, solved for at half the spacing, with Gaussian noise of 100 us.
    /// cancelled: may be null; once it is true, times are missing.
    [[nodiscard]] Survey survey(double spacing, int threads,
                                const std::atomic<bool>* cancelled = nullptr) const;

private:
    struct Wave {
        glm::dvec3 k;
        double phase;
    };
    std::uint64_t seed_;
    std::array<Wave, 64> waves_{};
};

}  // namespace farfield::tomography
