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

/// The position of a message: index of its file, and index of the message in that file.
struct GribPlace {
    std::size_t file = 0, message = 0;
};

/// The messages of one variable on one kind of level and one grid.
struct GribVariable {
    std::string name;  ///< ecCodes' shortName
    std::string units, standard_name;
    std::string level_type;   ///< ecCodes' typeOfLevel; levels in Pa count as those in hPa
    std::string grid;         ///< a key, equal for messages on the same grid
    std::uint64_t nodes = 0;  ///< number of nodes of a level
    std::map<double, std::map<double, GribPlace>>
        at;  ///< [seconds since 1970][level], levels in hPa, m or as numbered

    [[nodiscard]] bool same_nodes(const GribVariable& other) const
    {
        return level_type == other.level_type && grid == other.grid;
    }
};

/// The variables in some files, by the heads of their messages.
struct GribIndex {
    std::vector<GribVariable> variables;
    std::size_t repeated = 0;  ///< messages that repeat a variable, level and time
};

/// Builds the index. Throws std::runtime_error where a file has no message, a damaged one, or too many.
[[nodiscard]] GribIndex index_of(const std::vector<std::filesystem::path>& files);

/// The velocity that is traced, with its times and levels.
struct GribChoice {
    std::vector<const GribVariable*> components;  ///< two or three; one scalar where there is no velocity
    std::string name, reason, warning;            ///< as in NetcdfChoice
    std::vector<VectorName> others;
    std::vector<double> times, levels;  ///< those that all components have, the vertical one apart
    std::size_t levels_left_out = 0;    ///< levels at which a component is missing
};

/// Chooses by velocity_choice.h; of equal velocities, the one on most levels. asked: the user's choice, or
/// "". Throws std::runtime_error when no vector has that name.
[[nodiscard]] GribChoice choose_variables(const GribIndex& index, const std::filesystem::path& file,
                                          const std::string& asked);

/// The variables beside the velocity's components that lie on the same nodes at a time.
[[nodiscard]] std::vector<const GribVariable*> scalars_beside(const GribIndex& index,
                                                              const GribChoice& choice, double time);

}  // namespace farfield::compute
