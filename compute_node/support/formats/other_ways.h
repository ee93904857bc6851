#pragma once

#include <filesystem>
#include <string>

namespace farfield {

/// Clause on a file that is no field by itself but can be seen in another way - a file of an OpenFOAM case, a
/// recording, a script or a saved session of Farfield: its kind and that way, "it is a recording of a node's
/// stream; 'farfield-node replay FILE' ...". Empty for any other. Never waits for a pipe.
[[nodiscard]] std::string other_way(const std::filesystem::path& file);

}  // namespace farfield
