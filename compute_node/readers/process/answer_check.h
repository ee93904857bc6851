#pragma once

#include "compute_node/fields/field_reader.h"

namespace farfield::compute {

/// Checks what a process answered that may have read a file made to do harm: sizes fit each other and what
/// was asked for, kinds and numbers of components are those there are. So whatever the values are, they can
/// be used without reading beyond an array. Throws std::runtime_error that names the file and what is wrong.
void check_answer(const ReadRequest& request, const ReadAnswer& answer);

}  // namespace farfield::compute
