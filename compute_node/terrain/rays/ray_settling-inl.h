// Hits of rays that packets have found to meet a cell, in binary64 (per-target include).
#if defined(FARFIELD_RAY_SETTLING_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_RAY_SETTLING_INL_H
#undef FARFIELD_RAY_SETTLING_INL_H
#else
#define FARFIELD_RAY_SETTLING_INL_H
#endif

#include "compute_node/terrain/rays/ray_packets-inl.h"

#include <glm/vec3.hpp>

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace farfield::terrain::HWY_NAMESPACE {

inline constexpr hn::CappedTag<double, 16> doubles;
inline constexpr hn::Rebind<float, hn::CappedTag<double, 16>> few_floats;  ///< as many lanes as doubles
using Double = hn::Vec<hn::CappedTag<double, 16>>;
inline constexpr std::size_t double_lanes = hn::MaxLanes(hn::CappedTag<double, 16>());

HWY_INLINE Double set(double value)
{
    return hn::Set(doubles, value);
}

/// The rays of a packet, exact: posts and metres a unit of t. bend is computed only where the Earth is
/// curved.
template <std::size_t parts>
struct Directions {
    alignas(64) std::array<double, parts * lanes> x{}, y{}, z{}, bend{};
};

/// Times at which a packet's rays meet the ground; NaN: never.
template <std::size_t parts>
struct MeetingTimes {
    alignas(64) std::array<double, parts * lanes> t{};
};

HWY_INLINE Double as_double(const float* values)
{
    return hn::PromoteTo(doubles, hn::Load(few_floats, values));
}

HWY_INLINE Double as_double(const std::int32_t* values)
{
    return hn::PromoteTo(doubles, hn::Load(hn::RebindToSigned<decltype(few_floats)>(), values));
}

/// The meeting times of a few lanes: the first root of the height above the cell's surface from about the
/// ray's entry, if it is within the cell; NaN for a ray that is below there already, or has none.
template <bool is_curved, std::size_t parts>
HWY_INLINE Double meeting_times(glm::dvec3 eye, const Directions<parts>& d, const Candidates<parts>& c,
                                std::size_t lane)
{
    const Double t = as_double(&c.t[lane]);
    const Double dx = hn::Load(doubles, &d.x[lane]), dy = hn::Load(doubles, &d.y[lane]);
    Double dz = hn::Load(doubles, &d.z[lane]), bend = hn::Zero(doubles);
    if constexpr (is_curved) {
        bend = hn::Load(doubles, &d.bend[lane]);
        dz = hn::MulAdd(hn::Add(t, t), bend, dz);
    }
    const Double x = hn::MulAdd(t, dx, hn::Sub(set(eye.x), as_double(&c.column[lane])));
    const Double y = hn::MulAdd(t, dy, hn::Sub(set(eye.y), as_double(&c.row[lane])));
    const Double z = hn::MulAdd(t, is_curved ? hn::NegMulAdd(t, bend, dz) : dz, set(eye.z));
    const Double a = as_double(&c.h00[lane]);
    const Double vb = hn::Sub(as_double(&c.h10[lane]), a), vc = hn::Sub(as_double(&c.h01[lane]), a);
    const Double ve = hn::Sub(hn::Sub(hn::Sub(as_double(&c.h11[lane]), a), vb), vc);
    const Double slope_y = hn::MulAdd(ve, x, vc);
    const Double clear = hn::Sub(hn::Sub(z, a), hn::MulAdd(vb, x, hn::Mul(slope_y, y)));
    const Double first = hn::Sub(dz, hn::MulAdd(hn::MulAdd(ve, y, vb), dx, hn::Mul(slope_y, dy)));
    const Double second = hn::Sub(bend, hn::Mul(ve, hn::Mul(dx, dy)));
    const Double discriminant = hn::NegMulAdd(hn::Mul(set(4.0), second), clear, hn::Mul(first, first));
    const Double denominator = hn::Sub(hn::Sqrt(hn::Max(discriminant, set(0.0))), first);
    const Double step = hn::Div(hn::Add(clear, clear), denominator);
    // A hit so little beyond the cell's edge is rounding; one farther may be over a hole, or off the map.
    constexpr double edge = 1e-10;
    const Double hit_x = hn::MulAdd(step, dx, x), hit_y = hn::MulAdd(step, dy, y);
    const auto within =
        hn::And(hn::Ge(hn::Min(hit_x, hit_y), set(-edge)), hn::Le(hn::Max(hit_x, hit_y), set(1.0 + edge)));
    const auto is_root = hn::And(hn::And(hn::Ge(discriminant, set(0.0)), hn::Gt(clear, set(0.0))),
                                 hn::Gt(denominator, set(0.0)));
    return hn::IfThenElse(hn::And(within, is_root), hn::Add(t, step),
                          set(std::numeric_limits<double>::quiet_NaN()));
}

/// Writes the times of the lanes that have met ground, and returns the lanes that must be cast one by
/// one.
template <bool is_curved, std::size_t parts>
HWY_INLINE LaneBits settle(glm::dvec3 eye, const Directions<parts>& d, const Candidates<parts>& c,
                           MeetingTimes<parts>& times)
{
    constexpr LaneBits few = (LaneBits{1} << double_lanes) - 1;
    LaneBits unsure = 0;
    for (std::size_t lane = 0; lane < parts * lanes; lane += double_lanes) {
        const LaneBits boxes = c.boxed >> lane & few, cells = c.found >> lane & few;
        if (boxes != 0)
            hn::BlendedStore(as_double(&c.t[lane]), mask_of(doubles, boxes), doubles, &times.t[lane]);
        if (cells == 0) continue;
        const Double t = meeting_times<is_curved>(eye, d, c, lane);
        hn::BlendedStore(t, mask_of(doubles, cells), doubles, &times.t[lane]);
        unsure |= (bits_of(doubles, hn::IsNaN(t)) & cells) << lane;
    }
    return unsure;
}

}  // namespace farfield::terrain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
