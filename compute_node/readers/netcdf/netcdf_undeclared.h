#pragma once

#include "compute_node/readers/netcdf/netcdf_packing.h"

#include <vector>

namespace farfield::compute {

/// Turns undeclared fill values into NaN: numbers that programs write for "no value" (rows of nines, powers
/// of ten and of two, the ends of a type), if far from all others. Notes it in the file's remarks, as well as
/// such numbers that may be meant, which stay.
void leave_out_undeclared(const NetcdfFile& file, const NetcdfVariable& variable,
                          const NetcdfPacking& packing, std::vector<float>& values);

/// Does so only for the least and greatest number of 16-bit words, since places may be any other number.
void leave_out_undeclared(const NetcdfFile& file, const NetcdfVariable& variable,
                          const NetcdfPacking& packing, std::vector<double>& places);

}  // namespace farfield::compute
