#pragma once

#include <filesystem>

namespace farfield::compute {

/// Throws std::runtime_error for a file with an ending of VTK's, XDMF's or Tecplot's that begins otherwise
/// than files of that format do: naming it, what it begins with, and what was expected. Others pass.
void check_first_bytes(const std::filesystem::path& file);

}  // namespace farfield::compute
