#pragma once

#include "compute_node/readers/netcdf/netcdf_packing.h"

#include <vector>

namespace farfield::compute {

/// Makes values of no number that stand for none though nothing declares it: numbers that programs write for
/// none (rows of nines, powers of ten and of two, the ends of a type), far from all others. Notes it in the
/// file's remarks, and such numbers that may be meant, which stay.
void leave_out_undeclared(const NetcdfFile& file, const NetcdfVariable& variable,
                          const NetcdfPacking& packing, std::vector<float>& values);

/// The same for the words' least and greatest number alone, as places may be any other.
void leave_out_undeclared(const NetcdfFile& file, const NetcdfVariable& variable,
                          const NetcdfPacking& packing, std::vector<double>& places);

}  // namespace farfield::compute
