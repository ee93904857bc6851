#pragma once

#include "compute_node/readers/ensight/ensight_check.h"

namespace farfield::compute {

/// The checks of ensight_check.h for EnSight Gold in C's binary form.
[[nodiscard]] EnsightParts check_binary_geometry(const std::filesystem::path& file, std::string_view bytes);
void check_binary_variable(const std::filesystem::path& file, std::string_view bytes,
                           std::uint64_t components, bool of_cells, const EnsightParts& geometry);

}  // namespace farfield::compute
