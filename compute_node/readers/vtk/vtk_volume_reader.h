#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstdint>
#include <filesystem>

namespace farfield::compute {

/// True for a volume of values on a uniform grid, as scanners and ITK write them: MetaImage (.mha .mhd), NRRD
/// (.nrrd .nhdr) or NIfTI-1 (.nii .nii.gz), by the file's ending.
[[nodiscard]] bool is_volume(const std::filesystem::path& file);

/// Reads a volume; its values are the array `intensity`, NIfTI's scaled by slope and intercept. Lengths are
/// millimetres, as these formats have them. Axes are the file's: the body's orientation is not applied.
/// Throws std::runtime_error as read_files() does.
[[nodiscard]] GridData read_volume(const std::filesystem::path& file, std::uint64_t max_nodes);

}  // namespace farfield::compute
