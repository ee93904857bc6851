#pragma once

#include "compute_node/fields/velocity/velocity_choice.h"
#include "compute_node/grids/grid_data.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace farfield::compute {

/// Where a message is: which of the files, and its number in that.
struct GribPlace {
    std::size_t file = 0, message = 0;
};

/// All messages of one variable on one kind of level and one grid.
struct GribVariable {
    std::string name;  ///< ecCodes' shortName
    std::string units, standard_name;
    std::string level_type;   ///< ecCodes' typeOfLevel; pressures in Pa count as those in hPa
    std::string grid;         ///< the same for messages on the same grid
    std::uint64_t nodes = 0;  ///< of a level
    std::map<double, std::map<double, GribPlace>>
        at;  ///< [seconds since 1970][level], in hPa, m or as numbered

    [[nodiscard]] bool same_nodes(const GribVariable& other) const
    {
        return level_type == other.level_type && grid == other.grid;
    }
};

/// What some files hold, by the heads of their messages.
struct GribIndex {
    std::vector<GribVariable> variables;
    std::size_t repeated = 0;  ///< messages of a variable, level and time that there was one of already
};

/// Throws std::runtime_error where a file has no message, a damaged one, or too many.
[[nodiscard]] GribIndex index_of(const std::vector<std::filesystem::path>& files);

/// The velocity that is traced, and when and on which levels it is.
struct GribChoice {
    std::vector<const GribVariable*> components;  ///< two or three; one scalar where there is no velocity
    std::string name, reason, warning;            ///< as of NetcdfChoice
    std::vector<VectorName> others;
    std::vector<double> times, levels;  ///< those that all components but the vertical one have
    std::size_t levels_left_out = 0;    ///< where a component is missing
};

/// By velocity_choice.h; of velocities that are as good, that on most levels. asked: the user's, or "".
/// Throws std::runtime_error when there is none of that name.
[[nodiscard]] GribChoice choose_variables(const GribIndex& index, const std::filesystem::path& file,
                                          const std::string& asked);

/// The variables beside the velocity's components on the same nodes at a time.
[[nodiscard]] std::vector<const GribVariable*> scalars_beside(const GribIndex& index,
                                                              const GribChoice& choice, double time);

}  // namespace farfield::compute
