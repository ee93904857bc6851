#pragma once

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Values of a scalar on a parallelogram.
struct SliceValues {
    std::string scalar;
    std::uint32_t width = 0, height = 0;
    glm::dvec3 origin{0.0}, edge_u{0.0}, edge_v{0.0};  ///< in the dataset's coordinates
    std::vector<float> values;                         ///< [height][width] from the origin on; NaN: none

    [[nodiscard]] float at(std::uint32_t i, std::uint32_t j) const
    {
        return values[std::size_t{j} * width + i];
    }
    /// The place of a value: the middle of its pixel.
    [[nodiscard]] glm::dvec3 place(std::uint32_t i, std::uint32_t j) const
    {
        return origin + (i + 0.5) / width * edge_u + (j + 0.5) / height * edge_v;
    }
    /// The values as a picture has them, the highest row first. z_down: z is a depth or a pressure.
    [[nodiscard]] std::vector<float> from_the_top(bool z_down) const;
};

/// Writes rows of x, y, z and each value that is there: whole or not at all. Throws std::runtime_error.
void write_slice_csv(const std::filesystem::path& file, const SliceValues& slice);
/// Writes VTK image data with the plane's directions; its third axis has one layer. The file is written whole
/// or not at all. Throws std::runtime_error, also where Farfield was built without VTK.
void write_slice_vti(const std::filesystem::path& file, const SliceValues& slice);

}  // namespace farfield::compute
