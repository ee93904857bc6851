#pragma once

#include "compute_node/grids/grid_data.h"

#include <span>
#include <string>
#include <vector>

namespace farfield::compute {

/// Chooses the vector that is traced (velocity_choice.h; momentum over density is added) and enters it as the
/// default, with the reason, the other vectors, and a remark where it is no velocity. A vector of several
/// scalars is made and added. default_vector: the vector that the file marks, or "". asked: the user's
/// choice, or "". Without any vector nothing changes. Throws std::runtime_error that lists the vectors when
/// none has the name asked for. source: name of the data, for errors.
void choose_velocity(GridData& data, const std::string& source, const std::string& asked = {});

/// Adds momentum over density, where arrays of one place (all at points, or all in cells) include both but no
/// velocity. Momentum may be three scalars.
void add_quotient(std::vector<NodeValues>& arrays);

/// Divides momentum, [place x components], by density [place]; gives NaN where density is 0 or less.
void divide_by_density(std::vector<float>& momentum, std::size_t components, std::span<const float> density);

/// The remark on a velocity that is momentum over density.
[[nodiscard]] std::string remark_on_quotient(const std::string& name);

}  // namespace farfield::compute
