// The formulas of analytic_flow.h, written once for scalars and for vectors of any target (per-target
// include).
#if defined(FARFIELD_ANALYTIC_FLOW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_ANALYTIC_FLOW_INL_H
#undef FARFIELD_ANALYTIC_FLOW_INL_H
#else
#define FARFIELD_ANALYTIC_FLOW_INL_H
#endif

#include "compute_node/fields/analytic_flow.h"

#include <hwy/highway.h>

#include <numbers>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

template <class T>
struct Velocity {
    T u, v, w;
};

/// Math supplies, for numbers of type T: constant, sin, cos, sqrt, abs, max and if_greater(a, b, yes, no).
template <class Math, class T>
HWY_INLINE Velocity<T> cell_velocity(const Math& math, T x, T y, T z)
{
    const T cx = math.cos(x), cy = math.cos(y), cz = math.cos(z);
    return {math.sin(x) * (cy - cz), math.sin(y) * (cz - cx), math.sin(z) * (cx - cy)};
}

template <class Math, class T>
HWY_INLINE Velocity<T> abc_velocity(const Math& math, T x, T y, T z)
{
    const T a = math.constant(std::numbers::sqrt3), b = math.constant(std::numbers::sqrt2);
    return {a * math.sin(z) + math.cos(y), b * math.sin(x) + a * math.cos(z), math.sin(y) + b * math.cos(x)};
}

template <class Math, class T>
HWY_INLINE Velocity<T> taylor_green_velocity(const Math& math, T x, T y, T z)
{
    const T cz = math.cos(z);
    const T minus_v = math.cos(x) * math.sin(y) * cz;
    return {math.sin(x) * math.cos(y) * cz, math.constant(0.0) - minus_v, math.constant(0.0)};
}

template <class Math, class T>
HWY_INLINE Velocity<T> double_gyre_velocity(const Math& math, T x, T y, T /*z*/)
{
    const T pi = math.constant(std::numbers::pi), amplitude = math.constant(0.1 * std::numbers::pi);
    const T px = pi * x, py = pi * y;
    const T minus_u = amplitude * math.sin(px) * math.cos(py);
    return {math.constant(0.0) - minus_u, amplitude * math.cos(px) * math.sin(py), math.constant(0.0)};
}

template <class Math, class T>
HWY_INLINE Velocity<T> tornado_velocity(const Math& math, T x, T y, T z)
{
    const auto c = [&math](double value) HWY_ATTR { return math.constant(value); };
    const T a = x - (c(0.5) + c(0.1) * math.sin(c(10.0) * z));
    const T b = y - (c(0.5) + c(0.1) * math.cos(c(3.0) * z));
    const T distance = math.sqrt(a * a + b * b);
    const T radius = c(0.1) + c(0.4) * z * z + c(0.1) * z * math.sin(c(8.0) * z);
    const T thickness = c(0.2) + c(0.1) * z;
    const T from_wall = math.abs(radius - distance);
    const T damping = math.if_greater(from_wall, thickness, c(0.8) - from_wall, c(1.0));
    const T height = math.max(c(0.0), c(0.1) * (c(0.1) - distance * z));
    const T from_tip = math.sqrt(distance * distance + height * height);
    const T swirl = (radius + thickness - from_tip) * damping / ((from_tip + c(1e-11)) * (c(1.0) + z));
    return {swirl * b + c(0.1) * a, c(0.1) * b - swirl * a, swirl * height};
}

template <AnalyticFlow flow, class Math, class T>
HWY_INLINE Velocity<T> flow_velocity(const Math& math, T x, T y, T z)
{
    if constexpr (flow == AnalyticFlow::Cell) return cell_velocity(math, x, y, z);
    if constexpr (flow == AnalyticFlow::Abc) return abc_velocity(math, x, y, z);
    if constexpr (flow == AnalyticFlow::Tornado) return tornado_velocity(math, x, y, z);
    if constexpr (flow == AnalyticFlow::DoubleGyre) return double_gyre_velocity(math, x, y, z);
    if constexpr (flow == AnalyticFlow::TaylorGreen) return taylor_green_velocity(math, x, y, z);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
