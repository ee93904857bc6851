#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace farfield::compute {

/// The size of the mesh of a .vtu file, by its head.
struct VtuSize {
    std::uint64_t points = 0, cells = 0;
    std::uint64_t corners = 0;     ///< sum over all cells of their points
    std::uint64_t faces = 0;       ///< length of the lists of polyhedra's faces
    std::uint64_t at_points = 0;   ///< numbers in all arrays at points
    std::uint64_t in_cells = 0;    ///< numbers in all arrays in cells
    std::uint64_t file_bytes = 0;  ///< bytes of all this, unpacked, in the file's types
};

/// Reads the tags of a file with its values behind them (`appended`), and the lengths in front of its lists
/// of cells. None where values are among the tags, or the head, of another writer, is not understood.
[[nodiscard]] std::optional<VtuSize> vtu_size(const std::filesystem::path& file);

/// Memory for a mesh: that of the process that reads it or of the grid made of it, whichever is more; they
/// are not there at once.
[[nodiscard]] std::uint64_t memory_of(const VtuSize& file);

}  // namespace farfield::compute
