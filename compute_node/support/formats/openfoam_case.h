#pragma once

#include <filesystem>

namespace farfield {

/// True for the folder of an OpenFOAM case, by the folders in it.
[[nodiscard]] bool is_openfoam_case(const std::filesystem::path& folder);

}  // namespace farfield
