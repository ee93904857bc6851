#pragma once

#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Reads one time of a Tecplot file: ordered zones as blocks of a curvilinear grid, zones of finite elements,
/// or of both kinds, as one mesh. Zones of another SOLUTIONTIME are other time steps. blocks: the zones of a
/// time to be read, by their titles or numbers (block_choice.h).
[[nodiscard]] GridData read_tecplot(const std::filesystem::path& file, std::uint64_t max_nodes,
                                    std::size_t time_step = 0, const std::vector<std::string>& blocks = {});
[[nodiscard]] std::vector<double> tecplot_times(const std::filesystem::path& file);

}  // namespace farfield::compute
