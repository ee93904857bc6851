#pragma once

#include "compute_node/readers/netcdf_file.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

struct NetcdfComponent {
    const NetcdfFile* file = nullptr;
    const NetcdfVariable* variable = nullptr;
};

/// The components of a velocity; w may be missing.
struct NetcdfVelocity {
    NetcdfComponent u, v, w;
};

/// Finds the velocity with the most spatial dimensions by CF standard names (eastward_.. and northward_..,
/// x_.. and y_.., upward_..) or, if there is none, by usual variable names (u v w, uo vo wo, vozocrtx ...).
[[nodiscard]] std::optional<NetcdfVelocity>
find_velocity(const std::vector<std::unique_ptr<NetcdfFile>>& files);

}  // namespace farfield::compute
