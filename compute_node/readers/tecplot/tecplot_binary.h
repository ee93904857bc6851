#pragma once

#include "compute_node/readers/tecplot/tecplot_file.h"

#include <cstdint>
#include <string_view>

namespace farfield::compute {

/// Reads the bytes of a binary Tecplot file (.plt): version 112 or 111, of full files, in both byte orders;
/// values of all sizes but bits; zones that share variables or corners. Texts and geometries are skipped.
/// Source: Tecplot 360 Data Format Guide, appendix A. Throws std::runtime_error, without the file's name,
/// with what is not supported (polygons and polyhedra, other versions) or the byte where the file is damaged
/// or cut short. max_nodes: of all zones together.
[[nodiscard]] TecplotFile read_tecplot_binary(std::string_view bytes, std::uint64_t max_nodes);

}  // namespace farfield::compute
