#pragma once

#include "compute_node/readers/netcdf_file.h"

namespace farfield::compute {

/// Checks that the dimensions and variables of an Exodus II file that VTK's reader relies on are there and
/// fit each other: it takes memory for them, and goes through it, unasked. Throws std::runtime_error naming
/// the file, the variable, what was expected and what was found. Source: Schoof and Yarberry, "EXODUS II: A
/// Finite Element Data Model", SAND92-2137, 1994, appendix A.
void check_exodus(const NetcdfFile& file);

}  // namespace farfield::compute
