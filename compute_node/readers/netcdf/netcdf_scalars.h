#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Scalars at the nodes and times of a velocity: those of its dimensions, or of others with the same
/// coordinates; the first of each name. Without a velocity the scalar that was chosen in its place comes
/// first.
[[nodiscard]] std::vector<NetcdfComponent> scalars_at(const NetcdfNodes& nodes);

/// Reads the scalars of scalars_at() at a time step, at most 32 (a remark says so), and adds them to the
/// data. A remark names fields that lie elsewhere. only: as for read_netcdf(). Throws std::runtime_error when
/// one cannot be read.
void add_scalars(const NetcdfNodes& nodes, std::size_t time_step, const std::optional<std::string>& only,
                 GridData& data);

/// Adds the scalars of add_scalars() by name and unit, without their values.
void list_scalars(const NetcdfNodes& nodes, GridData& data);

}  // namespace farfield::compute
