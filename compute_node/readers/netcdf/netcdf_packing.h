#pragma once

#include "compute_node/readers/netcdf/netcdf_file.h"

#include <limits>
#include <vector>

namespace farfield::compute {

/// How a variable's values lie in the file. Sources: CF Conventions 1.11, sections 2.5.1 and 8.1; the NetCDF
/// Users' Guide, "Attribute Conventions".
struct NetcdfPacking {
    std::vector<double> absent{};  ///< packed values that stand for none, by their own sign
    /// Outside of these is no value: packed, unsigned bytes and words as such.
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool bounds_unpacked = false;  ///< the two are in the unit of unpacked values
    /// How many values the type has, where "_Unsigned" says that its bits are those of the other sign; else
    /// 0.
    double of_other_sign = 0.0, least_whole = 0.0;
    int type = 0;  ///< NetCDF's, after "_Unsigned"
    double scale = 1.0, offset = 0.0;
    std::vector<double> absent_unpacked{};  ///< in the unit of unpacked values

    /// A whole number by the sign that it is meant with.
    [[nodiscard]] double whole(double packed) const;
    /// In its unit, also what stands for none: along an axis all places are there (CF 1.11, section 2.5.1).
    [[nodiscard]] double place(double packed) const;
    /// One that is no number where there is none.
    [[nodiscard]] double unpacked(double packed) const;
};

/// Of a numeric variable. Which of its attributes are not as the conventions have them is noted in the file's
/// remarks, with what was made of them. Throws std::runtime_error naming the file when one cannot be read.
[[nodiscard]] NetcdfPacking packing_of(const NetcdfFile& file, const NetcdfVariable& variable);

/// Without the range of valid values, which places are not held to: many files keep that of a part of
/// theirs, or one that rounding leaves.
[[nodiscard]] NetcdfPacking packing_of_places(const NetcdfFile& file, const NetcdfVariable& variable);

}  // namespace farfield::compute
