#pragma once

#include "compute_node/fields/field_reader.h"

namespace farfield::compute {

/// Checks what a process answered that may have read a file made to do harm: sizes fit each other and what
/// was asked for, kinds and numbers of components are those there are. Whether coordinates are in order, and
/// cells have points that exist, check_geometry() tells (dataset_info.h), which datasets and lattices ask
/// when they are made. Throws std::runtime_error that names the file and what is wrong.
void check_answer(const ReadRequest& request, const ReadAnswer& answer);

}  // namespace farfield::compute
