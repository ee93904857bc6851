#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace farfield::compute {

/// How large the mesh of a .vtu file is, by its head.
struct VtuSize {
    std::uint64_t points = 0, cells = 0;
    std::uint64_t corners = 0;     ///< points of all cells, counted for each
    std::uint64_t faces = 0;       ///< numbers in the lists of polyhedra's faces
    std::uint64_t at_points = 0;   ///< values of all arrays at points
    std::uint64_t in_cells = 0;    ///< the same in cells
    std::uint64_t file_bytes = 0;  ///< of all that, unpacked, as the file has it
};

/// Reads the tags of a file with its values behind them (`appended`), and the lengths in front of its lists
/// of cells. Nothing where values are among the tags, or the head is not understood: others wrote the file.
[[nodiscard]] std::optional<VtuSize> vtu_size(const std::filesystem::path& file);

}  // namespace farfield::compute
