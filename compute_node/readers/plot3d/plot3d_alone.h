#pragma once

#include <filesystem>
#include <string>

namespace farfield::compute {

/// Says what a PLOT3D file is that was named alone, and what it needs, for the end of a sentence: "a PLOT3D
/// grid of 8 x 12 x 12 nodes, which has no flow: name one with it, GRID+SOLUTION; beside it lies 'a.q'".
/// Empty where its size is not that of a PLOT3D file. Looks at files beside it with PLOT3D's endings.
[[nodiscard]] std::string plot3d_alone(const std::filesystem::path& file);

}  // namespace farfield::compute
