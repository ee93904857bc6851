#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/support/formats/format.h"

#include <filesystem>
#include <vector>

namespace farfield::compute {

/// Reads SU2's native mesh in text (.su2), of one zone, with a solution in text at its points: a second file,
/// or the one beside it with SU2's own name. Source: SU2 documentation, "Mesh File" and "Solution Output".
/// Throws std::runtime_error: one line with the file, the line, the expected and the found.
[[nodiscard]] GridData read_su2(const std::vector<std::filesystem::path>& files, const ReadChoice& choice);

/// The solution beside a mesh, by the names that SU2 gives it; none where there is no such file.
[[nodiscard]] std::vector<std::filesystem::path> su2_solution_beside(const std::filesystem::path& mesh);

}  // namespace farfield::compute
