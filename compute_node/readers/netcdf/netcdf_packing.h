#pragma once

#include "compute_node/readers/netcdf/netcdf_file.h"

#include <limits>
#include <optional>
#include <vector>

namespace farfield::compute {

/// How a variable's values lie in the file. Sources: CF Conventions 1.11, sections 2.5.1 and 8.1; the NetCDF
/// Users' Guide, "Attribute Conventions".
struct NetcdfPacking {
    std::vector<double> absent{};  ///< packed values that stand for none
    /// Outside of these is no value: packed, unsigned bytes and words as such.
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool bounds_unpacked = false;  ///< the two are in the unit of unpacked values
    /// How many values the type has, where its negative ones stand for those beyond the positive; else 0.
    double of_unsigned = 0.0;
    double scale = 1.0, offset = 0.0;

    /// A packed value at the end of the type's range, which many programs write for none and do not declare.
    std::optional<double> undeclared{};
    std::vector<double> absent_unpacked{};  ///< the same in the unit of unpacked values

    /// One that is no number where there is none.
    [[nodiscard]] double unpacked(double packed) const;
};

/// Of a numeric variable. Throws std::runtime_error naming the file when an attribute cannot be read.
[[nodiscard]] NetcdfPacking packing_of(const NetcdfFile& file, const NetcdfVariable& variable);

/// Without the range of valid values, which places are not held to: many files keep that of a part of
/// theirs, or one that rounding leaves.
[[nodiscard]] NetcdfPacking packing_of_places(const NetcdfFile& file, const NetcdfVariable& variable);

/// Notes in the file's remarks which of a variable's attributes change numbers and are not understood.
void remark_on_numbers(const NetcdfFile& file, const NetcdfVariable& variable);

/// Makes values of no number that stand for none though nothing declares it: 1e20, 9.97e36, -999, -9999,
/// -32768 and the like, where all others are ten times smaller at least. Notes it in the file's remarks.
void leave_out_undeclared(const NetcdfFile& file, const NetcdfVariable& variable, std::vector<float>& values);

}  // namespace farfield::compute
