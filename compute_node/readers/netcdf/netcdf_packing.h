#pragma once

#include "compute_node/readers/netcdf/netcdf_file.h"

#include <limits>
#include <vector>

namespace farfield::compute {

/// The representation of a variable's values in the file. Sources: CF Conventions 1.11, sections 2.5.1 and
/// 8.1; the NetCDF Users' Guide, "Attribute Conventions".
struct NetcdfPacking {
    std::vector<double> absent{};  ///< packed values that mean "no value", with their own sign
    /// Bounds of packed values; values outside count as none. Unsigned bytes and words are taken as unsigned.
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool bounds_unpacked = false;  ///< true: least and most are in the unit of unpacked values
    /// Number of values of the type, where "_Unsigned" says that its bits have the opposite signedness; else
    /// 0. `least_whole` is the smallest value then.
    double of_other_sign = 0.0, least_whole = 0.0;
    int type = 0;  ///< NetCDF's type, after "_Unsigned"
    double scale = 1.0, offset = 0.0;
    std::vector<double> absent_unpacked{};  ///< values that mean "no value", in the unit of unpacked values

    /// A whole number with the signedness that is meant.
    [[nodiscard]] double whole(double packed) const;
    /// A packed value in its unit, also one that means "no value": all places on an axis exist (CF, 2.5.1).
    [[nodiscard]] double place(double packed) const;
    /// A packed value in its unit; NaN for one that means "no value".
    [[nodiscard]] double unpacked(double packed) const;
};

/// The packing of a numeric variable. Unconventional attributes are noted in the file's remarks, with their
/// interpretation. Throws std::runtime_error with the file's name when an attribute cannot be read.
[[nodiscard]] NetcdfPacking packing_of(const NetcdfFile& file, const NetcdfVariable& variable);

/// The packing without the range of valid values, which is not applied to places: in many files it covers
/// only part of them, or excludes some by rounding.
[[nodiscard]] NetcdfPacking packing_of_places(const NetcdfFile& file, const NetcdfVariable& variable);

}  // namespace farfield::compute
