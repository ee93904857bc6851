#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/netcdf/netcdf_file.h"

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

/// A velocity by its variables, with the reasons of the choice.
struct NetcdfChoice {
    NetcdfVelocity velocity;
    std::string name;     ///< of the vector: "u,v,w"
    std::string reason;   ///< why it was taken, without a full stop
    std::string warning;  ///< a sentence where it is no velocity; else empty
    std::vector<VectorName> others;
};

/// The vector that velocity_choice.h takes among the variables that lie on a plane or in space, or that which
/// `asked` names; nothing where there is none. Throws std::runtime_error that lists the vectors when none has
/// the name asked for.
[[nodiscard]] std::optional<NetcdfChoice> find_velocity(const std::vector<std::unique_ptr<NetcdfFile>>& files,
                                                        const std::string& asked);

}  // namespace farfield::compute
