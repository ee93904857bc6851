#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// The unit of z where levels are only numbered; it is no unit of length.
inline constexpr std::string_view level_numbers = "levels";

/// Positions of the levels of a lattice or mesh along z, by one policy for all readers: heights, depths or
/// pressures of the file, or those of a formula whose terms are all there (level_formulas.h); else the levels
/// are numbered, and the remark names the missing terms.
struct Levels {
    std::vector<double> z;  ///< [level] where all columns agree, else [level][column]
    std::string units;      ///< "m", a unit of pressure, or level_numbers; empty = not known
    std::string positive;   ///< "up" or "down": direction of growing z; empty where not known
    bool move = false;      ///< true: they change with time
    std::string remark;     ///< the way they were found; may be empty

    [[nodiscard]] bool is_down() const { return positive == "down"; }
    [[nodiscard]] bool is_numbered() const { return units == level_numbers; }
};

/// Numbers levels from 0 in the file's order. of: name of the levels; why: a clause on what is missing.
[[nodiscard]] Levels numbered_levels(const std::string& of, std::size_t levels, const std::string& positive,
                                     const std::string& why);

/// Levels by the numbers that the file itself gives to them, in a coordinate.
[[nodiscard]] Levels numbers_of_levels(std::vector<double> numbers, const std::string& coordinate,
                                       const std::string& positive);

/// Direction of growing level values, "up" or "down"; empty where nothing tells it. positive: CF's attribute,
/// which decides; then pressures, standard names and names of depths tell.
[[nodiscard]] std::string direction_of_levels(const std::string& positive, const std::string& standard_name,
                                              const std::string& units, const std::string& name,
                                              bool is_never_negative);

/// Factor that makes an upward velocity, or a rate of pressure, a velocity along z: -1 along depths; 0, with
/// a remark, where it is no such velocity.
[[nodiscard]] double vertical_factor(const std::string& name, const std::string& units, const Levels& levels,
                                     std::vector<std::string>& remarks);

}  // namespace farfield::compute
