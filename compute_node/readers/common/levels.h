#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// The unit of z where levels are numbered: it is no length.
inline constexpr std::string_view level_numbers = "levels";

/// Places of the levels of a lattice or mesh along z. One policy of all readers: heights, depths or pressures
/// of the file, or those of a formula with all its terms there (level_formulas.h); else the levels are
/// numbered, and the remark names the missing terms.
struct Levels {
    std::vector<double> z;  ///< [level] where all columns have the same, else [level][column]
    std::string units;      ///< "m", one of pressure, level_numbers; empty = not known
    std::string positive;   ///< "up" or "down": where z grows to; empty where not known
    bool move = false;      ///< with time
    std::string remark;     ///< how they were found; may be empty

    [[nodiscard]] bool is_down() const { return positive == "down"; }
    [[nodiscard]] bool is_numbered() const { return units == level_numbers; }
};

/// Numbers from 0 on in the file's order. of: the levels' name; why: a clause that says what lacks.
[[nodiscard]] Levels numbered_levels(const std::string& of, std::size_t levels, const std::string& positive,
                                     const std::string& why);

/// Numbers that the file itself gives to its levels, by a coordinate.
[[nodiscard]] Levels numbers_of_levels(std::vector<double> numbers, const std::string& coordinate,
                                       const std::string& positive);

/// "up" or "down", empty where nothing says it. positive: CF's attribute, which goes first; then what
/// pressures, standard names and names of depths say.
[[nodiscard]] std::string direction_of_levels(const std::string& positive, const std::string& standard_name,
                                              const std::string& units, const std::string& name,
                                              bool is_never_negative);

/// Factor of an upward velocity, or of a rate of pressure, to be a velocity along z: -1 along
/// depths, and 0, with a remark, where it is none.
[[nodiscard]] double vertical_factor(const std::string& name, const std::string& units, const Levels& levels,
                                     std::vector<std::string>& remarks);

}  // namespace farfield::compute
