// Lines of a block, as many at once as a vector has lanes (per-target include). Semantics: lines/.
// A lane that is done takes the next seed, so that long lines do not wait for short ones.
#if defined(FARFIELD_LINE_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LINE_KERNEL_INL_H
#undef FARFIELD_LINE_KERNEL_INL_H
#else
#define FARFIELD_LINE_KERNEL_INL_H
#endif

#include "compute_node/kernels/integrators-inl.h"
#include "compute_node/kernels/line_lanes-inl.h"
#include "compute_node/kernels/line_points-inl.h"
#include "compute_node/kernels/samplers-inl.h"
#include "compute_node/lines/line_ends.h"

#include <hwy/contrib/math/math-inl.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Steps between two looks at whether the job is cancelled.
inline constexpr unsigned cancel_period = 64;

/// Part of a step that is not worth taking: a line ends this close to what it ran into.
inline constexpr float smallest_part = 1.0F / (1 << 20);

/// How far beyond a limit of length or time a line may end, as part of its last step.
inline constexpr float limit_slack = 1e-5F;

template <class Sampler, class Method>
class LineKernel {
public:
    template <class Grid>
    HWY_INLINE LineKernel(const LineJob& job, const Method& method, const Grid& grid, LineBlock& block)
        : job_{job},
          settings_{job.settings},
          method_{method},
          sampler_{grid, job.field->slices()},
          points_{block, settings_.keep_points},
          block_{block},
          derive_speed_{job.field->scalar_is_speed()},
          stagnant_speed_{stagnant_speed(job)}
    {}

    HWY_INLINE void run(std::size_t begin, std::size_t end)
    {
        next_ = begin;
        end_ = end;
        for (std::size_t lane = 0; lane < lanes; ++lane) start(lane);
        reload();
        for (unsigned round = 0; bits_ != 0; ++round) {
            if (round % cancel_period == 0 && is_cancelled()) return cancel();
            advance();
        }
    }

private:
    /// Where the flow changes, what stands still for a moment does not stay.
    static float stagnant_speed(const LineJob& job)
    {
        const bool changes = !job.field->slices().steady() && job.settings.flow_time == FlowTime::Moving;
        if (changes && job.settings.stagnant_speed == 0.0) return -1.0F;
        return static_cast<float>(job.settings.stagnant_speed);
    }

    static constexpr bool adaptive = std::is_same_v<Method, Dopri5>;

    /// One attempt of all lanes. What is regular is done for all at once; the rest lane by lane.
    HWY_INLINE void advance()
    {
        const Float direction = set(settings_.backward ? -1.0F : 1.0F);
        const Float flows = set(settings_.flow_time == FlowTime::Moving ? 1.0F : 0.0F);
        Stages<Sampler> stages{sampler_, heads_, clock_, flows, settings_.step_unit == StepUnit::Length,
                               active_};
        Attempt attempt = method_(stages, hn::Mul(direction, trial_), length_of(heads_.position()));
        const Float chord = length_of(subtract(attempt.heads.position(), heads_.position()));
        const Float limit = part_within_limits(attempt.heads, chord);
        const Float speed = length_of(attempt.heads.velocity);
        if (derive_speed_) attempt.heads.scalar = speed;

        const Mask near_limit = hn::Le(limit, set(1.0F + limit_slack));
        const Mask beyond_limit = hn::Lt(limit, set(1.0F - limit_slack));
        const Mask accurate = hn::Or(hn::Le(attempt.error, set(1.0F)), hn::Le(trial_, set(least_step())));
        const Mask accepted = hn::AndNot(beyond_limit, hn::And(attempt.inside, accurate));
        const Mask regular = hn::AndNot(special_, accepted);
        select_heads(accepted, attempt.heads);
        length_ = hn::IfThenElse(accepted, hn::Add(length_, chord), length_);
        if constexpr (adaptive) {
            step_ = hn::IfThenElse(regular, next_step(attempt.error), step_);
            trial_ = hn::IfThenElse(regular, step_, trial_);
        }
        const std::uint32_t regular_bits = to_bits(regular);
        if (regular_bits != 0) points_.keep(heads_, regular_bits);
        steps_ = hn::IfThenElse(hn::RebindMask(ints, regular), hn::Add(steps_, hn::Set(ints, 1)), steps_);

        const Int one_before_last = hn::Set(ints, static_cast<std::int32_t>(settings_.max_steps) - 1);
        const Mask last = hn::RebindMask(floats, hn::Gt(steps_, one_before_last));
        const Mask still = hn::Le(speed, set(stagnant_speed_));
        const Mask ending = hn::Or(hn::Or(near_limit, last), still);
        const std::uint32_t events = bits_ & (to_bits(hn::Or(special_, ending)) | ~to_bits(accepted));
        if (events != 0) settle(events, to_bits(accepted), to_bits(attempt.inside), attempt, limit);
        if (settings_.step_unit == StepUnit::CellFraction) renew_steps(regular_bits);
    }

    /// The part of the step after which a limit of length or time is reached; above 1 where none is.
    HWY_INLINE Float part_within_limits(const Heads& to, Float chord) const
    {
        const Float passed = hn::Abs(hn::Sub(to.elapsed.value, heads_.elapsed.value));
        const Float by_length =
            hn::Div(hn::Sub(set(static_cast<float>(settings_.max_length)), length_), chord);
        const Float by_time = hn::Div(hn::Sub(max_time_, hn::Abs(heads_.elapsed.value)), passed);
        return hn::Min(by_length, by_time);
    }

    HWY_INLINE float least_step() const
    {
        return adaptive ? static_cast<float>(settings_.step) * smallest_part
                        : std::numeric_limits<float>::infinity();
    }

    /// Hairer, Norsett, Wanner, "Solving ordinary differential equations I", 2nd ed. 1993, equation II.4.13.
    HWY_NOINLINE Float next_step(Float error) const
    {
        const Float bounded = hn::Max(error, set(1e-10F));
        const Float root = hn::Exp(floats, hn::Mul(set(-0.2F), hn::Log(floats, bounded)));
        const Float factor = hn::Min(hn::Max(hn::Mul(set(0.9F), root), set(0.2F)), set(5.0F));
        return hn::Min(hn::Mul(trial_, factor), set(static_cast<float>(settings_.max_step)));
    }

    HWY_INLINE void select_heads(Mask mask, const Heads& to)
    {
        heads_.x = select(mask, to.x, heads_.x);
        heads_.y = select(mask, to.y, heads_.y);
        heads_.z = select(mask, to.z, heads_.z);
        heads_.elapsed = select(mask, to.elapsed, heads_.elapsed);
        heads_.velocity = select(mask, to.velocity, heads_.velocity);
        heads_.scalar = hn::IfThenElse(mask, to.scalar, heads_.scalar);
    }

    /// Steps of a part of a cell, for the lanes that begin one.
    HWY_INLINE void renew_steps(std::uint32_t regular)
    {
        const Mask renewed = hn::AndNot(special_, hn::And(from_bits(regular | started_), active_));
        started_ = 0;
        if (hn::AllFalse(floats, renewed)) return;
        const Float rate = sampler_.crossing_rate(heads_.position(), heads_.velocity);
        const Float step = hn::Div(set(static_cast<float>(settings_.step)), rate);
        step_ = hn::IfThenElse(renewed, step, step_);
        trial_ = hn::IfThenElse(renewed, step, trial_);
    }

    // What follows is done lane by lane: beginnings, ends, and steps that fail.

    HWY_NOINLINE void settle(std::uint32_t events, std::uint32_t accepted, std::uint32_t inside,
                             const Attempt& attempt, Float limit)
    {
        spill();
        LaneArray limits, shorter;
        limits.take(limit);
        shorter.take(adaptive ? next_step(attempt.error) : trial_);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((events >> lane & 1U) == 0) continue;
            if ((accepted >> lane & 1U) != 0)
                settle_accepted(lane, limits.at[lane]);
            else if ((inside >> lane & 1U) == 0)
                settle_outside(lane);
            else if (limits.at[lane] < 1.0F - limit_slack)
                lanes_.trial.at[lane] *= limits.at[lane];
            else
                lanes_.trial.at[lane] = lanes_.step.at[lane] = shorter.at[lane];
        }
        reload();
    }

    HWY_INLINE void settle_accepted(std::size_t lane, float limit)
    {
        const bool regular = !lanes_.fresh[lane] && lanes_.unfinished[lane] == 0.0F;
        if (lanes_.fresh[lane]) {
            lanes_.fresh[lane] = false;
            begin_steps(lane);
            keep_point(lane);
            if (lanes_.max_time.at[lane] <= 0.0F) return finish(lane, Termination::TimeLimit);
        } else if (!regular) {
            settle_part(lane, limit);
        }
        const float speed =
            std::sqrt(lanes_.u.at[lane] * lanes_.u.at[lane] + lanes_.v.at[lane] * lanes_.v.at[lane] +
                      lanes_.w.at[lane] * lanes_.w.at[lane]);
        if (lanes_.steps[lane] >= settings_.max_steps)
            finish(lane, Termination::StepLimit);
        else if (limit <= 1.0F + limit_slack)
            finish(lane, reached_limit(lane));
        else if (speed <= stagnant_speed_)
            finish(lane, Termination::Stagnant);
    }

    /// A part of a step that failed as a whole has been taken: points lie at the ends of whole steps only.
    HWY_INLINE void settle_part(std::size_t lane, float limit)
    {
        lanes_.unfinished[lane] -= lanes_.trial.at[lane];
        lanes_.moved[lane] = true;
        if (limit <= 1.0F + limit_slack) return;
        if (lanes_.unfinished[lane] > lanes_.whole[lane] * smallest_part) {
            lanes_.trial.at[lane] = std::min(lanes_.trial.at[lane], lanes_.unfinished[lane]);
            return;
        }
        end_step(lane);
        begin_steps(lane);
    }

    HWY_INLINE void begin_steps(std::size_t lane)
    {
        lanes_.unfinished[lane] = 0.0F;
        lanes_.trial.at[lane] = lanes_.step.at[lane];
        started_ |= 1U << lane;
    }

    HWY_INLINE void end_step(std::size_t lane)
    {
        ++lanes_.steps[lane];
        keep_point(lane);
    }

    /// Halves the step until its part lies within, or is too small to see.
    HWY_INLINE void settle_outside(std::size_t lane)
    {
        if (lanes_.fresh[lane]) {
            lanes_.scalar.at[lane] = std::numeric_limits<float>::quiet_NaN();
            keep_point(lane);
            return finish(lane, reason_at(lane, 0.0F));
        }
        if (lanes_.unfinished[lane] == 0.0F)
            lanes_.whole[lane] = lanes_.unfinished[lane] = lanes_.trial.at[lane];
        lanes_.trial.at[lane] *= 0.5F;
        if (lanes_.trial.at[lane] >= lanes_.whole[lane] * smallest_part) return;
        finish(lane, reason_at(lane, lanes_.whole[lane]));
    }

    HWY_INLINE Termination reached_limit(std::size_t lane) const
    {
        const float time_left = lanes_.max_time.at[lane] - std::abs(lanes_.elapsed.at[lane]);
        const float length_left = static_cast<float>(settings_.max_length) - lanes_.length.at[lane];
        const float speed = std::hypot(lanes_.u.at[lane], lanes_.v.at[lane], lanes_.w.at[lane]);
        return length_left <= time_left * speed ? Termination::LengthLimit : Termination::TimeLimit;
    }

    /// What lies ahead: looks along the velocity, no further than the step that failed.
    HWY_NOINLINE Termination reason_at(std::size_t lane, float whole) const
    {
        const LineHead head{{lanes_.x.at[lane], lanes_.y.at[lane], lanes_.z.at[lane]},
                            {lanes_.u.at[lane], lanes_.v.at[lane], lanes_.w.at[lane]},
                            job_.seeds->t[lanes_.seed[lane]] + lanes_.elapsed.at[lane]};
        return what_ends(job_, head, whole, smallest_part);
    }

    HWY_INLINE void keep_point(std::size_t lane)
    {
        points_.keep_one(lane,
                         {lanes_.x.at[lane], lanes_.y.at[lane], lanes_.z.at[lane], lanes_.scalar.at[lane]},
                         lanes_.elapsed.at[lane]);
        lanes_.moved[lane] = false;
    }

    HWY_INLINE void finish(std::size_t lane, Termination reason)
    {
        if (lanes_.moved[lane]) end_step(lane);
        Line& line = block_.lines[lanes_.seed[lane] - block_.first_seed];
        line.steps = lanes_.steps[lane];
        line.length = lanes_.length.at[lane];
        line.reason = reason;
        points_.finish(lane, line);
        start(lane);
    }

    /// The next seed; a lane for which there is none stands still at a place that is harmless to sample.
    HWY_INLINE void start(std::size_t lane)
    {
        lanes_.active[lane] = lanes_.fresh[lane] = next_ < end_;
        if (!lanes_.active[lane]) return;
        const LineSeeds& seeds = *job_.seeds;
        lanes_.seed[lane] = next_++;
        const std::size_t seed = lanes_.seed[lane];
        lanes_.x.at[lane] = seeds.x[seed];
        lanes_.y.at[lane] = seeds.y[seed];
        lanes_.z.at[lane] = seeds.z[seed];
        for (LaneArray* array :
             {&lanes_.x_lost, &lanes_.y_lost, &lanes_.z_lost, &lanes_.elapsed, &lanes_.elapsed_lost,
              &lanes_.u, &lanes_.v, &lanes_.w, &lanes_.scalar, &lanes_.length, &lanes_.trial})
            array->at[lane] = 0.0F;
        lanes_.clock.at[lane] = seeds.t[seed];
        lanes_.max_time.at[lane] =
            seeds.max_time.empty() ? static_cast<float>(settings_.max_time) : seeds.max_time[seed];
        lanes_.step.at[lane] = static_cast<float>(settings_.step);
        lanes_.steps[lane] = 0;
        lanes_.moved[lane] = false;
        lanes_.unfinished[lane] = 0.0F;
        sampler_.put(lane, cell_of(*job_.field, {seeds.x[seed], seeds.y[seed], seeds.z[seed]}));
        points_.begin(lane);
    }

    HWY_INLINE bool is_cancelled() const
    {
        return job_.cancelled != nullptr && job_.cancelled->load(std::memory_order_relaxed);
    }

    HWY_NOINLINE void cancel()
    {
        spill();
        end_ = next_;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if (!lanes_.active[lane]) continue;
            if (lanes_.fresh[lane]) keep_point(lane);
            finish(lane, Termination::Cancelled);
        }
        for (; next_ < block_.first_seed + block_.lines.size(); ++next_) leave_out(next_);
    }

    /// A line that was never begun: its seed alone.
    HWY_INLINE void leave_out(std::size_t seed)
    {
        const LineSeeds& seeds = *job_.seeds;
        points_.begin(0);
        points_.keep_one(
            0, {seeds.x[seed], seeds.y[seed], seeds.z[seed], std::numeric_limits<float>::quiet_NaN()}, 0.0F);
        points_.finish(0, block_.lines[seed - block_.first_seed]);
    }

    HWY_INLINE void spill()
    {
        lanes_.take(heads_);
        lanes_.length.take(length_);
        lanes_.step.take(step_);
        lanes_.trial.take(trial_);
        alignas(32) std::int32_t steps[lanes];
        hn::Store(steps_, ints, steps);
        for (std::size_t lane = 0; lane < lanes; ++lane) lanes_.steps[lane] = steps[lane];
    }

    HWY_INLINE void reload()
    {
        heads_ = lanes_.heads();
        clock_ = lanes_.clock.value();
        max_time_ = lanes_.max_time.value();
        length_ = lanes_.length.value();
        step_ = lanes_.step.value();
        trial_ = lanes_.trial.value();
        alignas(32) std::int32_t steps[lanes];
        std::uint32_t special = 0;
        bits_ = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            steps[lane] = static_cast<std::int32_t>(lanes_.steps[lane]);
            bits_ |= (lanes_.active[lane] ? 1U : 0U) << lane;
            special |= (lanes_.fresh[lane] || lanes_.unfinished[lane] > 0.0F ? 1U : 0U) << lane;
        }
        steps_ = hn::Load(ints, steps);
        active_ = from_bits(bits_);
        special_ = from_bits(special);
    }

    const LineJob& job_;
    const LineSettings& settings_;
    Method method_;
    Sampler sampler_;
    LinePoints points_;
    LineBlock& block_;
    bool derive_speed_;
    float stagnant_speed_;
    std::size_t next_ = 0, end_ = 0;
    LineLanes lanes_{};
    std::uint32_t bits_ = 0;     ///< active lanes
    std::uint32_t started_ = 0;  ///< lanes that begin a step of a length that is not known yet
    Heads heads_;
    Float clock_, max_time_, length_, step_, trial_;
    Int steps_;
    Mask active_, special_;
};

template <class Sampler, class Grid>
HWY_INLINE void trace_with(const LineJob& job, const Grid& grid, std::size_t begin, std::size_t end,
                           LineBlock& block)
{
    if (job.settings.integrator == Integrator::Rk4) {
        LineKernel<Sampler, Rk4>{job, Rk4{}, grid, block}.run(begin, end);
        return;
    }
    const Dopri5 dopri5{static_cast<float>(job.settings.absolute_tolerance),
                        static_cast<float>(job.settings.relative_tolerance)};
    LineKernel<Sampler, Dopri5>{job, dopri5, grid, block}.run(begin, end);
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
