#pragma once

#include "compute_node/readers/tecplot/tecplot_file.h"

#include <cstdint>
#include <string_view>

namespace farfield::compute {

/// A binary Tecplot file (.plt), by its bytes: version 112 or 111, of full files. Both byte orders; values of
/// all sizes but bits; zones that share variables or corners; texts and geometries are passed over. Source:
/// Tecplot 360 Data Format Guide, appendix A. Throws std::runtime_error, without the file's name, with what
/// is not read (polygons and polyhedra, other versions) and at which byte the file is damaged or cut short.
/// max_nodes: of all zones together.
[[nodiscard]] TecplotFile read_tecplot_binary(std::string_view bytes, std::uint64_t max_nodes);

}  // namespace farfield::compute
