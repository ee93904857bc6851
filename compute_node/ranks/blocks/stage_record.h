#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// Samples of one Runge-Kutta step of all particles that are taken elsewhere, stage by stage: the kernel is
/// run with those that are known to learn where the next are wanted, and once more when it has all.
struct StageRecord {
    static constexpr std::size_t stages = 4;
    struct Samples {
        std::vector<float> u, v, w, s;
        std::vector<float> inside;  ///< 1, or 0 where there is none
    };
    /// The purpose of a stage.
    static constexpr float moves = 1.0F, is_released = 2.0F;

    std::size_t known = 0;                ///< stages
    std::array<Samples, stages> samples;  ///< [stages][particles + padding]
    std::vector<float> x, y, z;           ///< [particles + padding] where the next stage is wanted
    std::vector<float> wanted;            ///< 0 where it is not

    [[nodiscard]] bool is_complete() const { return known == stages; }
};

}  // namespace farfield::compute
