#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/grids/grid_data.h"

#include <glm/mat3x3.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace farfield::compute {

/// Scalars made of a velocity v = (u, v, w) and its gradient A[i][j] = d v_i / d x_j, with S = (A + A^T) / 2
/// and W = (A - A^T) / 2.
///
/// Vorticity:   |curl v|, curl v = (dw/dy - dv/dz, du/dz - dw/dx, dv/dx - du/dy)
/// Helicity:    v . curl v, the density of Moffatt, "The degree of knottedness of tangled vortex lines",
///              J. Fluid Mech. 35, 1969
/// Divergence:  du/dx + dv/dy + dw/dz
/// QCriterion:  (|W|^2 - |S|^2) / 2 in Frobenius norms, above 0 where rotation outweighs strain; Hunt, Wray,
///              Moin, "Eddies, streams, and convergence zones in turbulent flows", Center for Turbulence
///              Research CTR-S88, 1988
///
/// In a plane the velocity across it and all derivatives across it count as 0. On latitude-longitude grids
/// derivatives are per metre and horizontal: the curl is vertical, the divergence that of u and v. Where z
/// counts downwards helicity has the sign that it has with z upwards. Speed, a derived scalar too, needs no
/// gradient and is not among these.
enum class DerivedScalar { Vorticity, Helicity, Divergence, QCriterion };

inline constexpr std::array derived_scalars{DerivedScalar::Vorticity, DerivedScalar::Helicity,
                                            DerivedScalar::Divergence, DerivedScalar::QCriterion};

/// "vorticity", "helicity", "divergence", "q-criterion".
[[nodiscard]] std::string_view to_string(DerivedScalar scalar);
/// The scalar of a name; none for any other name, and where the data have an array of it: that goes first.
[[nodiscard]] std::optional<DerivedScalar> derived_scalar_named(std::string_view name, const GridData& data);

/// The scalar at a point. gradient[j][i] = d v_i / d x_j: one column for each direction, as GLM has matrices.
[[nodiscard]] double value_of(DerivedScalar scalar, const glm::dvec3& velocity, const glm::dmat3& gradient);

/// The scalar at the data's nodes; NaN where the velocity is invalid. grid: the data's. velocity: one of the
/// data's arrays. flat: axes across a plane. Memory: 4 bytes a node, 44 in meshes, 132 in meshes over the
/// Earth.
[[nodiscard]] NodeValues derived_values(DerivedScalar scalar, const GridData& data, const Grid& grid,
                                        const NodeValues& velocity, const std::array<bool, 3>& flat);

/// The unit, such as "1/s"; empty unless velocities are in metres a second, positions in metres or degrees.
[[nodiscard]] std::string units_of(DerivedScalar scalar, const GridData& data,
                                   std::string_view velocity_units);

}  // namespace farfield::compute
