#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace farfield::compute {

/// Raw data in SI units are scale * number + offset (DataConversion and DimensionalUnits of SIDS).
struct CgnsConversion {
    double scale = 1.0, offset = 0.0;

    bool operator==(const CgnsConversion&) const = default;
};

/// By "BASE/ZONE", and by an array's name in it.
using CgnsConversions = std::map<std::string, std::map<std::string, CgnsConversion>>;

/// Statements on a file's zones that VTK's reader passes over, or stops at.
struct CgnsSolutions {
    /// Arrays that are not as long as their zone, and those of which a zone has several that differ in their
    /// conversion, with the vectors that VTK makes of these.
    std::set<std::string> unusable;
    CgnsConversions of_coordinates, of_values;    ///< of all arrays, also of those that stay as they are
    std::map<std::string, std::uint64_t> points;  ///< of each zone, by "BASE/ZONE"
    std::vector<std::string> remarks;
    bool has_holes = false;  ///< OversetHoles_t
};

/// Reads what the file says of all its solutions and coordinates. Threads as CgnsTree. Throws
/// std::runtime_error that names the file, and the zone and array where a velocity, momentum, density or
/// coordinate has several conversions, or coordinates have units of length that cannot be compared.
[[nodiscard]] CgnsSolutions cgns_solutions(const std::filesystem::path& file);

}  // namespace farfield::compute
