#pragma once

#include "compute_node/fields/field_reader.h"

namespace farfield::compute {

/// Checks the answer of a reader process, which may have read a hostile file: sizes agree with each other and
/// with the request; kinds and numbers of components exist. Orders of coordinates and points of cells are
/// left to check_geometry() (dataset_info.h), which datasets and lattices call when they are made. Throws
/// std::runtime_error that names the file and the fault.
void check_answer(const ReadRequest& request, const ReadAnswer& answer);

}  // namespace farfield::compute
