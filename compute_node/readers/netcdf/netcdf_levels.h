#pragma once

#include "compute_node/readers/netcdf/netcdf_nodes.h"

#include <string>
#include <vector>

namespace farfield::compute {

/// Heights of nodes on levels that follow the terrain or the surface.
struct NetcdfLevels {
    std::vector<float> z;  ///< [nodes], metres, up; NaN where the file has no depth
    bool move = false;     ///< with time
    std::string remark;    ///< the variables they were computed from
};

/// Whether the levels' heights depend on x and y: the vertical axis has formula_terms, a parametric standard
/// name, ROMS's name, or WRF's.
[[nodiscard]] bool has_parametric_levels(const NetcdfNodes& nodes);

/// Computes them at a time step: ocean_s_coordinate, _g1, _g2 and ocean_sigma_coordinate as in the CF
/// Conventions 1.10, appendix D (ROMS's Vtransform 1 and 2 are g1 and g2),
/// atmosphere_hybrid_height_coordinate, and WRF's geopotential (PH + PHB) / 9.81 m/s2. Throws
/// std::runtime_error when a term is missing or the coordinate is another, naming it.
[[nodiscard]] NetcdfLevels compute_levels(const NetcdfNodes& nodes, std::size_t time_step);

}  // namespace farfield::compute
