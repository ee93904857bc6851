#pragma once

#include <glm/vec3.hpp>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace farfield::compute {

/// A line of a file of seeds has fewer bytes than this.
inline constexpr std::size_t max_csv_line_bytes = 1024;

/// Seeds as a file lists them.
struct CsvSeeds {
    std::vector<glm::dvec3> positions;  ///< [n], in the field's position units, n >= 1
    std::vector<double> times;          ///< [n], when each is released; empty when the file says nothing
};

/// Reads a header `x,y,z` or `x,y,z,t` and a line of as many finite numbers for each seed. Spaces around a
/// number, empty lines, CR before LF and a byte order mark are passed over. name: of the file, for errors.
/// Throws std::runtime_error with file, line, what was expected and what was found, or with the limit
/// max_seeds_per_rake or max_csv_line_bytes that is exceeded.
[[nodiscard]] CsvSeeds parse_seeds_csv(std::istream& text, const std::string& name);

/// Throws also when the file cannot be read. cancelled: ends the waiting for a pipe's seeds, which may then
/// be any part of them, or none with an error; may be null.
[[nodiscard]] CsvSeeds read_seeds_csv(const std::filesystem::path& file,
                                      const std::atomic<bool>* cancelled = nullptr);

}  // namespace farfield::compute
