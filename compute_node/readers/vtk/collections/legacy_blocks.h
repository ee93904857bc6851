#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// A grid within a .vtk file of several, with its own header.
struct LegacyBlock {
    std::string name;  ///< "boundary/inlet"; empty where the file has none
    std::string text;  ///< text of a .vtk file with this grid alone
};

/// True when a .vtk file holds several grids ("DATASET MULTIBLOCK"), by its first bytes.
[[nodiscard]] bool holds_legacy_blocks(const std::filesystem::path& file);

/// The grids of a .vtk file of several, nested ones too, without empty ones. Throws std::runtime_error: one
/// line with the file, the expected and the found.
[[nodiscard]] std::vector<LegacyBlock> legacy_blocks(const std::filesystem::path& file);

}  // namespace farfield::compute
