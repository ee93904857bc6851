#pragma once

#include "compute_node/readers/ensight/ensight_case.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace farfield::compute {

/// Numbers of points, and of cells of each kind ("hexa8", "block"), of a part.
struct EnsightPart {
    std::uint64_t points = 0;
    std::map<std::string, std::uint64_t, std::less<>> cells;

    /// A kind of its cells, ghosts apart, that is not among these; "" where there is none.
    [[nodiscard]] std::string kind_beside(const std::set<std::string>& kinds) const;
};

/// What a geometry has, as far as it is known.
struct EnsightParts {
    enum class Form { Text, CBinary, FortranBinary };
    Form form = Form::Text;
    std::map<std::uint64_t, EnsightPart> parts;  ///< by number; none of Fortran's binary
    std::uint64_t points = 0;                    ///< of all
    std::uint64_t common_points = 0;             ///< of EnSight 6, before the parts
    bool are_known = true;                       ///< to their end
};

/// Checks that a geometry is as long as it says, up to the first word that it does not know: VTK's reader
/// goes on behind the end of one that was cut. Text must have numbers where they belong. text: of one time
/// step, all of it. Throws std::runtime_error naming the file, and the missing part.
[[nodiscard]] EnsightParts check_ensight_geometry(const std::filesystem::path& file, std::string_view text,
                                                  bool is_gold);

/// Checks a variable of that geometry likewise: parts that have values have them for all of their points, or
/// of their cells.
void check_ensight_variable(const std::filesystem::path& file, std::string_view text,
                            const EnsightEntry& variable, const EnsightParts& geometry, bool is_gold);

}  // namespace farfield::compute
