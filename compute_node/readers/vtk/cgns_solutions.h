#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace farfield::compute {

/// The conversion of raw data: scale * number + offset is in SI units (DataConversion, DimensionalUnits).
struct CgnsConversion {
    double scale = 1.0, offset = 0.0;

    bool operator==(const CgnsConversion&) const = default;
};

/// Conversions by "BASE/ZONE", then by an array's name.
using CgnsConversions = std::map<std::string, std::map<std::string, CgnsConversion>>;

/// The contents of a file's zones that VTK's reader ignores, or cannot read.
struct CgnsSolutions {
    /// Names of arrays whose length is not their zone's, and of those that a zone has several times with
    /// different conversions, together with the vectors that VTK makes of them.
    std::set<std::string> unusable;
    CgnsConversions of_coordinates, of_values;    ///< of all arrays, also of unconverted ones
    std::map<std::string, std::uint64_t> points;  ///< number in each zone, by "BASE/ZONE"
    std::vector<std::string> remarks;
    bool has_holes = false;  ///< OversetHoles_t
};

/// Reads the statements of a file on all its solutions and coordinates. Threads as CgnsTree. Throws
/// std::runtime_error with the file, and with the zone and array where a velocity, momentum, density or
/// coordinate has several conversions, or coordinates have units of length that cannot be compared.
[[nodiscard]] CgnsSolutions cgns_solutions(const std::filesystem::path& file);

}  // namespace farfield::compute
