#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstdint>
#include <filesystem>

namespace farfield::compute {

/// Whether a file is a volume of values on a uniform grid, as scanners and ITK write them: MetaImage (.mha
/// .mhd), NRRD (.nrrd) or NIfTI-1 (.nii .nii.gz), by its ending.
[[nodiscard]] bool is_volume(const std::filesystem::path& file);

/// Reads one; its values are the array `intensity`, NIfTI's scaled by its slope and intercept. Lengths are
/// millimetres, as these formats have them. Axes are the file's: how the scanned body lay is not applied.
/// Throws std::runtime_error as read_files() does.
[[nodiscard]] GridData read_volume(const std::filesystem::path& file, std::uint64_t max_nodes);

}  // namespace farfield::compute
