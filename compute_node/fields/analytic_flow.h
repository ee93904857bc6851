#pragma once

#include "compute_node/grids/bounds.h"

#include <glm/vec3.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace farfield::compute {

/// Built-in steady flows in closed form. Position and time have no unit. The domain includes its faces.
///
/// Cell, [0, 2 pi]^3:
///   u = sin x (cos y - cos z),  v = sin y (cos z - cos x),  w = sin z (cos x - cos y)
/// Abc, [0, 2 pi]^3, A = sqrt 3, B = sqrt 2, C = 1 (Arnold, Beltrami, Childress; Dombre et al.,
/// "Chaotic streamlines in the ABC flows", J. Fluid Mech. 167, 1986):
///   u = A sin z + C cos y,  v = B sin x + A cos z,  w = C sin y + B cos x
/// TaylorGreen, [0, 2 pi]^3, the vortex of Taylor and Green (1937) at t = 0:
///   u = sin x cos y cos z,  v = -cos x sin y cos z,  w = 0
/// DoubleGyre, [0, 2] x [0, 1] x [0, 1], frozen at t = 0 (Shadden, Lekien, Marsden, Physica D 212, 2005, with
/// A = 0.1, for which eps and omega do not matter at t = 0):
///   u = -pi A sin(pi x) cos(pi y),  v = pi A cos(pi x) sin(pi y),  w = 0
/// Tornado, [0, 1]^3, the funnel of R. Crawfis (Ohio State University) at time 0. With
///   a = x - (0.5 + 0.1 sin 10z),  b = y - (0.5 + 0.1 cos 3z),  d = sqrt(a^2 + b^2),
///   R = 0.1 + 0.4 z^2 + 0.1 z sin 8z,  T = 0.2 + 0.1 z,  m = |R - d|,  m' = 0.8 - m if m > T else 1,
///   h = max(0, 0.1 (0.1 - d z)),  e = sqrt(d^2 + h^2),  f = (R + T - e) m' / ((e + 1e-11) (1 + z)):
///   u = f b + 0.1 a,  v = -f a + 0.1 b,  w = f h
enum class AnalyticFlow { Cell, Abc, Tornado, DoubleGyre, TaylorGreen };

inline constexpr std::array analytic_flows{AnalyticFlow::Cell, AnalyticFlow::Abc, AnalyticFlow::Tornado,
                                           AnalyticFlow::DoubleGyre, AnalyticFlow::TaylorGreen};

/// The name in dataset names: "cell", "abc", "tornado", "double-gyre", "taylor-green".
[[nodiscard]] std::string_view to_string(AnalyticFlow flow);
[[nodiscard]] std::optional<AnalyticFlow> analytic_flow_named(std::string_view name);

[[nodiscard]] Bounds domain_of(AnalyticFlow flow);

/// The velocity in binary64, inside and outside the domain alike.
[[nodiscard]] glm::dvec3 velocity_of(AnalyticFlow flow, glm::dvec3 position);

}  // namespace farfield::compute
