#pragma once

#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/surveys/survey.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <cstdint>

namespace farfield::tomography::testing {

/// 5 x 5 sources on the floor and 5 x 5 receivers on the roof of a cube of 100 m, with the times of straight
/// rays at 2,000 m/s and 100 us of noise to be assumed.
inline Survey straight_survey()
{
    Survey survey;
    for (int n = 0; n < 25; ++n) {
        const int column = n % 5, row = n / 5;
        const double x = 10.0 + 20.0 * column, y = 10.0 + 20.0 * row;
        survey.sources.emplace_back(x, y, 0.0);
        survey.receivers.emplace_back(x, y, 100.0);
    }
    for (std::uint32_t s = 0; s < 25; ++s)
        for (std::uint32_t r = 0; r < 25; ++r)
            survey.data.push_back(
                {s, r, glm::distance(survey.sources[s], survey.receivers[r]) / 2000.0, 1e-4});
    return survey;
}

/// 2,000 m/s at nodes 10 m apart.
inline SlownessModel straight_start()
{
    SlownessModel start{{glm::ivec3{11}, glm::dvec3{0.0}, 10.0}, {}};
    start.slowness.assign(start.lattice.count(), 1.0F / 2000.0F);
    return start;
}

inline InversionSettings straight_settings()
{
    InversionSettings settings;
    settings.model_step = 1;
    settings.rays = RayMethod::Straight;
    return settings;
}

}  // namespace farfield::tomography::testing
