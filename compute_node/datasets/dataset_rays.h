#pragma once

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// The ray of a datum: the path of its first arrival, from source to receiver.
struct DatasetRay {
    std::uint32_t datum = 0;
    std::uint16_t source = 0;
    float residual = 0.0F;        ///< observed less predicted time, s
    std::size_t first_point = 0;  ///< index in the points of all rays
    std::uint32_t points = 0;
};

/// True when a datum belongs to a choice of about one in `every`. Choices are spread evenly, whatever the
/// order of sources and receivers is, and each is part of those with a smaller `every` (multiples of the
/// golden ratio: D. E. Knuth, The Art of Computer Programming, vol. 3, section 6.4).
[[nodiscard]] constexpr bool is_chosen(std::uint32_t datum, std::uint32_t every)
{
    constexpr std::uint64_t all = std::uint64_t{1} << 32U, golden = 2654435769;
    return datum * golden % all < (all + every - 1) / every;
}

/// Rays through a dataset at one of its times.
struct DatasetRays {
    std::vector<DatasetRay> rays;   ///< sorted by datum; data without a ray are left out
    glm::dvec3 origin{0.0};         ///< place from which points are counted, in the dataset's coordinates
    std::vector<glm::vec3> points;  ///< in position units; those of one ray lie together
    std::vector<float> elapsed;     ///< [points], time since the source, s

    /// Memory that so many rays and points take.
    [[nodiscard]] static constexpr std::uint64_t bytes(std::uint64_t rays, std::uint64_t points)
    {
        return rays * sizeof(DatasetRay) + points * (sizeof(glm::vec3) + sizeof(float));
    }
};

}  // namespace farfield::compute
