// Lines of a block, as many at once as a vector has lanes (per-target include). Semantics: lines/.
// A lane that is done takes the next seed, so that long lines do not wait for short ones. Steps are taken for
// all lanes at once; line_events-inl.h handles the events of single lanes.
#if defined(FARFIELD_LINE_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LINE_KERNEL_INL_H
#undef FARFIELD_LINE_KERNEL_INL_H
#else
#define FARFIELD_LINE_KERNEL_INL_H
#endif

#include "compute_node/kernels/integrators-inl.h"
#include "compute_node/kernels/line_events-inl.h"
#include "compute_node/kernels/line_lanes-inl.h"
#include "compute_node/kernels/line_limits-inl.h"
#include "compute_node/kernels/samplers/samplers-inl.h"

#include <atomic>
#include <limits>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Steps between two looks at whether the job is cancelled.
inline constexpr unsigned cancel_period = 64;

template <class Sampler, class Method>
class LineKernel {
public:
    template <class Grid>
    HWY_INLINE LineKernel(const LineJob& job, const Method& method, const Grid& grid, const LineQueue& queue,
                          LineBlock& block)
        : job_{job},
          settings_{job.settings},
          method_{method},
          sampler_(make_sampler<Sampler>(grid, job.field->slices(), LengthMetric{job.field->info()})),
          waits_{(Sampler::changes || Sampler::partial) && queue.may_suspend()},
          events_{job, queue, block, Method::samples, waits_},
          derive_speed_{job.field->scalar_is_speed()},
          limits_{limits_of(job)},
          metric_{job.field->info()},
          stagnant_speed_{stagnant_speed(job)},
          heights_move_{metric_.z == 0.0F && stagnant_speed_ == 0.0F &&
                        job.settings.step_unit != StepUnit::Length}
    {}

    HWY_INLINE void run()
    {
        at_ = events_.begin();
        put_cursors(every_lane);
        for (unsigned round = 0; at_.bits != 0 && !(round % cancel_period == 0 && is_cancelled()); ++round)
            advance();
    }

private:
    using Motion = typename MotionOf<Sampler>::Type;
    static constexpr bool adaptive = std::is_same_v<Method, Dopri5>;

    /// Tries a step in all lanes. Steps that are taken, and those to be tried again because they are not
    /// accurate or go beyond a limit, are handled for all at once; the rest lane by lane.
    HWY_INLINE void advance()
    {
        const Float direction = set(settings_.backward ? -1.0F : 1.0F);
        if (limits_.time && settings_.step_unit != StepUnit::Length)
            at_.trial = hn::Min(at_.trial, time_left(at_, direction));
        const Float flows = set(settings_.flow_time == FlowTime::Moving ? 1.0F : 0.0F);
        Stages<Sampler> stages{sampler_,   metric_,
                               at_.heads,  at_.clock,
                               flows,      settings_.step_unit == StepUnit::Length,
                               at_.active, waits_ ? &events_.memory() : nullptr};
        Attempt attempt = method_(stages, hn::Mul(direction, at_.trial));
        const std::uint32_t suspended = waits_ ? events_.memory().end_attempt() : 0U;
        const Float speed = length_of(Motion::measured(metric_, attempt.heads.velocity));
        Float limit = set(std::numeric_limits<float>::infinity());
        if (limits_.time) limit = part_within_time(at_, attempt.heads, direction);
        Sum length = at_.length;
        if (limits_.length) {
            const Float way = settings_.step_unit == StepUnit::Length
                                  ? at_.trial
                                  : arc_between<Motion>(metric_, at_.heads, attempt.heads);
            limit = hn::Min(limit, part_within_length(at_, way, events_.max_length()));
            length = add(length, way);
        }
        if (derive_speed_) attempt.heads.scalar = speed;
        if (settings_.scalar_is_length) attempt.heads.scalar = length.value;
        Mask still = hn::Le(speed, set(stagnant_speed_));
        if (heights_move_) still = hn::And(still, hn::Eq(attempt.heads.velocity.z, hn::Zero(floats)));
        if (settings_.step_unit != StepUnit::Time)
            still = hn::Or(still,
                           hn::AndNot(at_.special, comes_to_rest<Motion>(metric_, at_.heads, attempt.heads)));

        const Verdict verdict = judge(attempt, limit);
        const std::uint32_t regular = to_bits(verdict.regular);
        adopt(attempt, verdict, regular, length);

        const Int one_before_last = hn::Set(ints, static_cast<std::int32_t>(settings_.max_steps) - 1);
        const Mask last = hn::RebindMask(floats, hn::Gt(at_.steps, one_before_last));
        const Mask near_limit = hn::Le(limit, set(1.0F + limit_slack));
        const Mask ending = hn::Or(hn::Or(near_limit, last), still);
        const bool limited = limits_.time || limits_.length;
        const std::uint32_t cut_short = turns_matter() ? to_bits(hn::And(verdict.refused, at_.special)) : 0U;
        const Outcome outcome{to_bits(verdict.accepted), limited ? to_bits(verdict.shortened) : 0U, cut_short,
                              suspended, to_bits(still)};
        const std::uint32_t events =
            at_.bits & ((to_bits(hn::Or(at_.special, ending)) & outcome.accepted) | outcome.shortened |
                        outcome.cut_short | ~to_bits(attempt.inside));
        std::uint32_t begun = regular;
        if (events != 0) {
            get_cursors(events);
            const LineEvents::Settled settled = events_.settle(at_, events, outcome, limit, begun);
            begun = settled.begun;
            put_cursors(settled.entered);
        }
        if (settings_.step_unit == StepUnit::CellFraction) renew_steps(begun);
    }

    /// The verdict on an attempt with all stages inside.
    struct Verdict {
        Mask accepted;
        Mask regular;    ///< accepted, and a whole step
        Mask refused;    ///< not accurate: to be tried again
        Mask shortened;  ///< beyond a limit: to be tried again
    };

    HWY_INLINE Verdict judge(const Attempt& attempt, Float limit) const
    {
        const Mask beyond_limit = hn::Lt(limit, set(1.0F - limit_slack));
        const Mask accurate = is_accurate(attempt);
        const Mask accepted = hn::AndNot(beyond_limit, hn::And(attempt.inside, accurate));
        return {accepted, hn::AndNot(at_.special, accepted),
                hn::AndNot(hn::Or(beyond_limit, accurate), attempt.inside),
                hn::And(attempt.inside, beyond_limit)};
    }

    /// Steps of a part of a cell know the flow at their beginning only: in a vortex or where the flow stands
    /// still they would lead many cells away. So it must not change by more than half in one of them.
    HWY_INLINE bool turns_matter() const
    {
        return !adaptive && settings_.step_unit == StepUnit::CellFraction;
    }

    HWY_INLINE Mask is_accurate(const Attempt& attempt) const
    {
        Mask accurate = hn::Le(attempt.error, set(1.0F));
        if (turns_matter()) {
            const auto [before, after] =
                Motion::carried(metric_, at_.heads.y.value, way_between(at_.heads, attempt.heads),
                                at_.heads.velocity, attempt.heads.velocity);
            accurate = hn::Le(length_of(subtract(after, before)), hn::Mul(set(0.5F), length_of(before)));
        }
        if ((!adaptive && !turns_matter()) || hn::AllTrue(floats, accurate)) return accurate;
        return hn::Or(accurate, hn::Le(at_.trial, least_step()));
    }

    /// Takes accepted steps, and chooses the length of those that come next.
    HWY_INLINE void adopt(const Attempt& attempt, const Verdict& verdict, std::uint32_t regular, Sum length)
    {
        if constexpr (adaptive) {
            const Float next = next_step(at_.trial, attempt.error, longest_step());
            const Mask renewed = hn::Or(verdict.regular, verdict.refused);
            at_.step = hn::IfThenElse(renewed, next, at_.step);
            at_.trial = hn::IfThenElse(renewed, next, at_.trial);
        }
        // A branch that nearly always goes one way: the next step begins before this one is known to hold.
        if (HWY_LIKELY(regular == every_lane))
            at_.heads = attempt.heads;
        else
            at_.heads = select(verdict.accepted, attempt.heads, at_.heads);
        if (turns_matter())
            at_.trial = hn::IfThenElse(verdict.refused, hn::Mul(at_.trial, set(0.5F)), at_.trial);
        at_.length = select(verdict.accepted, length, at_.length);
        at_.steps = hn::IfThenElse(hn::RebindMask(ints, verdict.regular),
                                   hn::Add(at_.steps, hn::Set(ints, 1)), at_.steps);
        if (settings_.keep_points && regular != 0) events_.keep(at_.heads, regular);
    }

    /// Length of steps that are taken however inaccurate they are, as beside a jump.
    HWY_INLINE Float least_step() const
    {
        const Float part = set(static_cast<float>(settings_.step) * smallest_part);
        if (settings_.step_unit != StepUnit::CellFraction) return part;
        return hn::Div(part, sampler_.crossing_rate(at_.heads.position(), at_.heads.velocity));
    }

    /// Finite, or halving would never end it.
    HWY_INLINE float longest_step() const
    {
        return std::min(static_cast<float>(settings_.max_step), std::numeric_limits<float>::max());
    }

    /// Steps of a part of a cell, for the lanes that begin one.
    HWY_INLINE void renew_steps(std::uint32_t begun)
    {
        const Mask renewed = hn::AndNot(at_.special, hn::And(from_bits(begun), at_.active));
        if (hn::AllFalse(floats, renewed)) return;
        const Float rate = sampler_.crossing_rate(at_.heads.position(), at_.heads.velocity);
        const Float crossing = hn::Div(set(static_cast<float>(settings_.step)), rate);
        const Float step = hn::Min(crossing, set(longest_step()));
        at_.step = hn::IfThenElse(renewed, step, at_.step);
        at_.trial = hn::IfThenElse(renewed, step, at_.trial);
    }

    HWY_INLINE void get_cursors(std::uint32_t bits)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if ((bits >> lane & 1U) != 0) events_.cursor(lane) = sampler_.get(lane);
    }
    HWY_INLINE void put_cursors(std::uint32_t bits)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if ((bits >> lane & 1U) != 0) sampler_.put(lane, events_.cursor(lane));
    }

    HWY_INLINE bool is_cancelled() const
    {
        return job_.cancelled != nullptr && job_.cancelled->load(std::memory_order_relaxed);
    }

    const LineJob& job_;
    const LineSettings& settings_;
    Method method_;
    Sampler sampler_;
    bool waits_;  ///< where nothing changes and all nodes are at hand, this is known before the program runs
    LineEvents events_;
    bool derive_speed_;
    Limits limits_;
    LengthMetric metric_;
    float stagnant_speed_;
    bool heights_move_;  ///< a change of height alone is motion, though it has no length
    LineVectors at_;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
