// Limits of length, time and speed at which lines end (per-target include).
#if defined(FARFIELD_LINE_LIMITS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LINE_LIMITS_INL_H
#undef FARFIELD_LINE_LIMITS_INL_H
#else
#define FARFIELD_LINE_LIMITS_INL_H
#endif

#include "compute_node/kernels/line_lanes-inl.h"
#include "compute_node/kernels/motion/flat_motion-inl.h"
#include "compute_node/lines/line_kernel.h"
#include "compute_node/lines/termination.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Part of the last attempt by which a line may end beyond a limit of length or time.
inline constexpr float limit_slack = 1e-5F;

/// Speed below which a line ends; -1 where the flow changes, for what stands still then may move again.
inline float stagnant_speed(const LineJob& job)
{
    const bool changes = !job.field->slices().steady() && job.settings.flow_time == FlowTime::Moving &&
                         job.settings.step_unit != StepUnit::Length;
    if (changes && job.settings.stagnant_speed == 0.0) return -1.0F;
    return static_cast<float>(job.settings.stagnant_speed);
}

/// Time that a line may run: until its own limit or the end of the data, whichever is first. A limit that
/// rounding puts beyond the last slice holds; none where a seed lies before the first or beyond the last
/// within the tolerance.
inline float time_in_data(const LineJob& job, float seed_time, float asked_for)
{
    const NodeSlices& slices = job.field->slices();
    if (slices.steady() || job.settings.flow_time == FlowTime::Frozen) return asked_for;
    const float first = slices.times.front(), last = slices.times.back();
    const float in_data = job.settings.backward ? seed_time - first : last - seed_time;
    return in_data + time_slack * (last - first) < asked_for ? std::max(in_data, 0.0F) : asked_for;
}

/// The quantities to be measured, because a limit or an attribute of a line needs them.
struct Limits {
    bool time, length;
};

inline Limits limits_of(const LineJob& job)
{
    const LineSettings& settings = job.settings;
    const bool stays = job.field->slices().steady() || settings.flow_time == FlowTime::Frozen;
    return {.time = !stays || !job.seeds->max_time.empty() || std::isfinite(settings.max_time),
            .length = settings.scalar_is_length || std::isfinite(settings.max_length)};
}

/// Until the lines' limits of time. direction: 1 or, backward, -1.
HWY_INLINE Float time_left(const LineVectors& at, Float direction)
{
    const Sum& elapsed = at.heads.elapsed;
    const Float left =
        hn::NegMulAdd(direction, elapsed.lost, hn::NegMulAdd(direction, elapsed.value, at.max_time));
    return hn::Max(left, hn::Zero(floats));
}

/// The amount added to a sum: its digits are those of the step, not of the place.
HWY_INLINE Float added(Sum from, Sum to)
{
    return hn::Add(hn::Sub(to.value, from.value), hn::Sub(to.lost, from.lost));
}

HWY_INLINE Vec3 way_between(const Heads& from, const Heads& to)
{
    return {added(from.x, to.x), added(from.y, to.y), added(from.z, to.z)};
}

/// The length of a step.
template <class Motion>
HWY_INLINE Float arc_between(const LengthMetric& metric, const Heads& from, const Heads& to)
{
    const Vec3 way = way_between(from, to);
    const auto [before, after] = Motion::carried(metric, from.y.value, way, from.velocity, to.velocity);
    const Float chord = Motion::distance(metric, from.y.value, way);
    return arc_of(chord, before, after, hn::Mul(length_of(before), length_of(after)));
}

/// True where steps in length or cells take ever longer: a line's chord is below a thousandth of the
/// way at the speed of the step's beginning.
template <class Motion>
HWY_INLINE Mask comes_to_rest(const LengthMetric& metric, const Heads& from, const Heads& to)
{
    const Float passed = hn::Abs(added(from.elapsed, to.elapsed));
    const Float way = hn::Mul(length_of(Motion::measured(metric, from.velocity)), passed);
    const Float chord = Motion::distance(metric, from.y.value, way_between(from, to));
    return hn::Lt(chord, hn::Mul(set(1e-3F), way));
}

/// The part of the step after which the limit of time is reached; above 1 where none is.
HWY_INLINE Float part_within_time(const LineVectors& from, const Heads& to, Float direction)
{
    return hn::Div(time_left(from, direction), hn::Abs(added(from.heads.elapsed, to.elapsed)));
}

/// The same of length. way: the step's.
HWY_INLINE Float part_within_length(const LineVectors& from, Float way, float max_length)
{
    const Float left = hn::Sub(hn::Sub(set(max_length), from.length.value), from.length.lost);
    return hn::Div(left, way);
}

/// True when a line at one of its limits is at that of time.
HWY_INLINE bool is_time_limit(const LengthMetric& metric, const LineLanes& at, std::size_t lane,
                              float max_length)
{
    const float time_left = at.max_time.at[lane] - std::abs(at.elapsed.at[lane]);
    const float length_left = max_length - at.length.at[lane];
    const glm::vec3 velocity = metric.measured({at.u.at[lane], at.v.at[lane], at.w.at[lane]});
    return length_left > time_left * std::hypot(velocity.x, velocity.y, velocity.z);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
