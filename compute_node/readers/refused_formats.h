#pragma once

#include "compute_node/support/formats/format.h"

#include <vector>

namespace farfield {

/// Formats that are known and not read, with what makes files of them that are, and others that users meet:
/// pictures, archives, surfaces.
[[nodiscard]] std::vector<Format> refused_formats();

/// True for files of VTK, in XML, of a type that is not read.
[[nodiscard]] bool is_refused_vtk(const FileBegin& begin);

}  // namespace farfield
