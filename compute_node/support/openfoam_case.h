#pragma once

#include <filesystem>

namespace farfield {

/// Whether a folder is that of a case of OpenFOAM, by the folders in it.
[[nodiscard]] bool is_openfoam_case(const std::filesystem::path& folder);

}  // namespace farfield
