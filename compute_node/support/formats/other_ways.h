#pragma once

#include <filesystem>
#include <string>

namespace farfield {

/// Of a file that is no field by itself but has a way to be seen - a file of an OpenFOAM case, a recording, a
/// script or a saved session of Farfield: what it is, and that way, "it is a recording of a node's stream;
/// 'farfield-node replay FILE' ...". Empty of any other. Never waits for a pipe.
[[nodiscard]] std::string other_way(const std::filesystem::path& file);

}  // namespace farfield
