#pragma once

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/netcdf/netcdf_file.h"

#include <memory>
#include <optional>
#include <set>
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
    NetcdfComponent density = {};  ///< by which the components, momentum, are divided; else null
};

/// Names of variables that others' attributes call coordinates, or bounds of cells.
[[nodiscard]] std::set<std::string>
names_of_coordinates(const std::vector<std::unique_ptr<NetcdfFile>>& files);

/// The unit of a component; for momentum over density the quotient's, "" where one of them has none.
[[nodiscard]] std::string units_of(const NetcdfVelocity& velocity, const NetcdfComponent& component);

/// The unit of momentum over density from those of both, "" where one of them is not known.
[[nodiscard]] std::string units_of_quotient(const std::string& momentum, const std::string& density);

/// Factor from a component's unit to m/s, with remarks on it; none where it is no unit of speed.
[[nodiscard]] std::optional<double> speed_factor(const std::string& name, const std::string& units,
                                                 std::vector<std::string>& remarks);

/// Notes that a component without a unit of speed was taken as m/s; on grids in degrees as a warning.
/// is_velocity: false where a warning already says what the vector is.
void note_unknown_speed(const std::string& name, const std::string& units, bool is_velocity, GridData& data);

/// The variables of a velocity, with the reasons of the choice. Where there is none, the scalar that serves
/// as both u and v and whose nodes all others have.
struct NetcdfChoice {
    NetcdfVelocity velocity;
    std::string name;     ///< name of the vector: "u,v,w"; empty without one
    std::string reason;   ///< reason of the choice, without a full stop
    std::string warning;  ///< a sentence where it is no velocity; else empty
    std::vector<VectorName> others;
    std::string remark = {};  ///< a sentence where it is an anomaly; else empty
};

/// The vector that velocity_choice.h takes among the variables that lie on a plane or in space, or the one
/// that `asked` names. Throws std::runtime_error when there is none; the error lists the vectors when none
/// has the name asked for.
[[nodiscard]] NetcdfChoice require_velocity(const std::vector<std::unique_ptr<NetcdfFile>>& files,
                                            const std::string& asked);

/// Chooses as require_velocity(). If there is no vector and none was asked for: `scalar`, where it lies on a
/// plane or in space, else the first variable that does and is no coordinate.
[[nodiscard]] NetcdfChoice choose_variables(const std::vector<std::unique_ptr<NetcdfFile>>& files,
                                            const std::string& asked,
                                            const std::optional<std::string>& scalar = std::nullopt);

}  // namespace farfield::compute
