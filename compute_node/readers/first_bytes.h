#pragma once

#include <filesystem>

namespace farfield::compute {

/// Throws std::runtime_error for a file with an ending of VTK's, XDMF's or Tecplot's that does not begin as
/// files of that format do, with its name, its beginning and the expected one. Other files pass.
void check_first_bytes(const std::filesystem::path& file);

}  // namespace farfield::compute
