#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace farfield::compute {

/// Raw data of normalized ones: scale * data + offset (DataConversion of SIDS).
struct CgnsConversion {
    double scale = 1.0, offset = 0.0;

    bool operator==(const CgnsConversion&) const = default;
};

/// Statements on a file's solutions that VTK's reader passes over, or stops at.
struct CgnsSolutions {
    std::set<std::string> unusable;  ///< arrays that are not as long as their zone
    /// By "BASE/ZONE", and by an array's name in it: those with another one than 1 and 0.
    std::map<std::string, std::map<std::string, CgnsConversion>> conversions;
    std::vector<std::string> remarks;
    bool has_holes = false;  ///< OversetHoles_t
};

/// Of all solutions and coordinates. Threads as CgnsTree. Throws std::runtime_error that names the file.
[[nodiscard]] CgnsSolutions cgns_solutions(const std::filesystem::path& file);

}  // namespace farfield::compute
