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
    NetcdfComponent density = {};  ///< where the components are momentum, which is divided by it
};

/// The unit of a component; of momentum over density that of the quotient, "" where one of them has none.
[[nodiscard]] std::string units_of(const NetcdfVelocity& velocity, const NetcdfComponent& component);

/// The unit of a momentum's over that of a density's, "" where one of them is not said.
[[nodiscard]] std::string units_of_quotient(const std::string& momentum, const std::string& density);

/// How many m/s one of a component's unit is, and the remarks on that; nothing where it is no unit of speed.
[[nodiscard]] std::optional<double> speed_factor(const std::string& name, const std::string& units,
                                                 std::vector<std::string>& remarks);

/// Notes that a component was taken as m/s, for it has no unit of speed; over degrees as a warning.
/// is_velocity: false where a warning already says what it is.
void note_unknown_speed(const std::string& name, const std::string& units, bool is_velocity, GridData& data);

/// A velocity by its variables, with the reasons of the choice; or, where there is none, the scalar that
/// stands for both u and v and has the nodes of all others.
struct NetcdfChoice {
    NetcdfVelocity velocity;
    std::string name;     ///< of the vector: "u,v,w"; empty where there is none
    std::string reason;   ///< why it was taken, without a full stop
    std::string warning;  ///< a sentence where it is no velocity; else empty
    std::vector<VectorName> others;
};

/// The vector that velocity_choice.h takes among the variables that lie on a plane or in space, or that which
/// `asked` names. Throws std::runtime_error when there is none; that lists the vectors when none has the name
/// asked for.
[[nodiscard]] NetcdfChoice require_velocity(const std::vector<std::unique_ptr<NetcdfFile>>& files,
                                            const std::string& asked);

/// The same; but where there is no vector and none was asked for, `scalar` where it lies on a plane or in
/// space, else the first variable that does and is no coordinate.
[[nodiscard]] NetcdfChoice choose_variables(const std::vector<std::unique_ptr<NetcdfFile>>& files,
                                            const std::string& asked,
                                            const std::optional<std::string>& scalar = std::nullopt);

}  // namespace farfield::compute
