#pragma once

#include "compute_node/readers/ensight/ensight_case.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace farfield::compute {

/// The number of points of a part, and of its cells by kind ("hexa8", "block").
struct EnsightPart {
    std::uint64_t points = 0;
    std::map<std::string, std::uint64_t, std::less<>> cells;

    /// A kind of the part's cells, ghosts apart, that is not in `kinds`; "" where there is none.
    [[nodiscard]] std::string kind_beside(const std::set<std::string>& kinds) const;
};

/// The parts of a geometry, as far as they are known.
struct EnsightParts {
    enum class Form { Text, CBinary, FortranBinary };
    Form form = Form::Text;
    std::map<std::uint64_t, EnsightPart> parts;  ///< by part number; empty for Fortran's binary form
    std::uint64_t points = 0;                    ///< sum over all parts
    std::uint64_t common_points = 0;             ///< points before the parts, in EnSight 6
    bool are_known = true;                       ///< true: all parts were understood
};

/// Checks that a geometry is as long as it says, up to the first word that is unknown: VTK's reader reads
/// past the end of one that was cut. Text must have numbers where they belong. text: of one whole time step.
/// Throws std::runtime_error with the file's name and the missing part.
[[nodiscard]] EnsightParts check_ensight_geometry(const std::filesystem::path& file, std::string_view text,
                                                  bool is_gold);

/// Checks a variable of that geometry in the same way: parts with values have them for all of their points,
/// or of their cells.
void check_ensight_variable(const std::filesystem::path& file, std::string_view text,
                            const EnsightEntry& variable, const EnsightParts& geometry, bool is_gold);

}  // namespace farfield::compute
