#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Samples of one Runge-Kutta step of all particles that other processes take, stage by stage: the kernel is
/// run with the known ones to learn the places of the next, and once more when it has all.
struct StageRecord {
    static constexpr std::size_t stages = 4;
    struct Samples {
        std::vector<float> u, v, w, s;
        std::vector<float> inside;  ///< 1, or 0 where there is no sample
    };
    /// Purposes of a stage.
    static constexpr float moves = 1.0F, is_released = 2.0F;

    std::size_t known = 0;                ///< number of stages
    std::array<Samples, stages> samples;  ///< [stages][particles + padding]
    std::vector<float> x, y, z;           ///< [particles + padding] places of the next stage
    std::vector<float> wanted;            ///< purpose; 0 where no sample is wanted

    [[nodiscard]] bool is_complete() const { return known == stages; }
};

}  // namespace farfield::compute
