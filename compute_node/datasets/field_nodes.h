#pragma once

#include "compute_node/datasets/dataset.h"

#include <array>
#include <string>

namespace farfield::compute {

/// True when the scalar of a completed choice is the magnitude of the velocity that is sampled.
[[nodiscard]] inline bool is_speed(const FieldChoice& choice)
{
    return choice.scalar == "speed" && !choice.scalar_alone;
}

/// Throws std::runtime_error where the data lack an array that a completed choice names (UnknownScalar for
/// its scalar), and lists the arrays there are. source: what the data are of, for errors.
void check_choice(const DatasetInfo& info, const std::string& source, const GridData& data,
                  const FieldChoice& choice);

/// The name of the first array of a completed choice that the data lack; "" where they have all.
[[nodiscard]] std::string missing_array(const GridData& data, const FieldChoice& choice);

/// The nodes of a completed choice, in the data's order: velocity as nodes have it (trilinear.h) and scalar,
/// `speed` in length units per second (length_metric.h). All four numbers are NaN where one of them is
/// invalid; of a scalar alone (velocity 0), where the scalar is. flat: axes along which velocities
/// are 0. Throws as check_choice() does.
[[nodiscard]] Nodes nodes_from(const DatasetInfo& info, const std::string& source, const GridData& data,
                               const Grid& grid, const FieldChoice& choice, const std::array<bool, 3>& flat);

}  // namespace farfield::compute
