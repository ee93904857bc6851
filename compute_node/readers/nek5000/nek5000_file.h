#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// The contents of a .nek5000 file: the names of the field files that it stands for.
struct NekSeries {
    std::filesystem::path metadata;
    std::string file_template;  ///< with one or two numbers such as %01d and %05d: the part, and the step
    std::uint32_t first_step = 0;
    std::uint32_t steps = 0;
};

/// Largest number of steps of a series.
inline constexpr std::uint32_t max_nek_steps = 1'000'000;

/// Reads a .nek5000 file. Throws std::runtime_error when a line is missing or a number is out of range.
[[nodiscard]] NekSeries read_nek_series(const std::filesystem::path& metadata);

/// The field file of a step. step: from 0.
[[nodiscard]] std::filesystem::path nek_step_file(const NekSeries& series, std::uint32_t step);

/// The beginning of a field file: 132 bytes of text, then a number that shows the order of bytes.
struct NekHeader {
    std::filesystem::path file;
    std::uint32_t word_bytes = 4;  ///< 4 or 8
    glm::uvec3 points{1};          ///< number of an element's points along each axis; z is 1 in a plane
    std::uint64_t elements = 0;
    double seconds = 0.0;
    std::string fields;  ///< "XUPTS02": places, velocity, pressure, temperature, two scalars; in this order
    bool swapped = false;

    [[nodiscard]] std::uint64_t points_of_element() const
    {
        return std::uint64_t{points.x} * points.y * points.z;
    }
    [[nodiscard]] int dimensions() const { return points.z > 1 ? 3 : 2; }
    [[nodiscard]] int scalars() const;  ///< number of scalars, as given behind S
    bool operator==(const NekHeader&) const = default;
};

/// Reads the beginning of a field file. Source: Nek5000's own writer (core/prepost.f, mfo_write_hdr).
/// Throws std::runtime_error when it is no such file, spread over several files, or shorter than its header
/// says.
[[nodiscard]] NekHeader read_nek_header(const std::filesystem::path& file);

/// The numbers of the elements, in the file's order: parts of a run write them in any order.
[[nodiscard]] std::vector<std::int32_t> read_nek_elements(const NekHeader& header);

/// Reads a field by its letter, X U P T or S, as binary32: [elements][components][points]; empty when the
/// file does not have it. scalar: index among the scalars, for S.
[[nodiscard]] std::vector<float> read_nek_field(const NekHeader& header, char field, int scalar = 0);
/// Reads the positions of all points, X, in the same order, in binary64.
[[nodiscard]] std::vector<double> read_nek_places(const NekHeader& header);

}  // namespace farfield::compute
