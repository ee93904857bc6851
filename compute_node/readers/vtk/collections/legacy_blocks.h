#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// A grid within a .vtk file of several, with its own header.
struct LegacyBlock {
    std::string name;  ///< "boundary/inlet"; empty where the file has none
    std::string text;  ///< as a .vtk file of it alone
};

/// Whether a .vtk file is one of several grids ("DATASET MULTIBLOCK"), by its first bytes.
[[nodiscard]] bool holds_legacy_blocks(const std::filesystem::path& file);

/// The grids of such a file, those within others too, without empty ones. Throws std::runtime_error: one line
/// that names the file, the expected and the found.
[[nodiscard]] std::vector<LegacyBlock> legacy_blocks(const std::filesystem::path& file);

}  // namespace farfield::compute
