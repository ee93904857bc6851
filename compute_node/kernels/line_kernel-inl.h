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
#include "compute_node/kernels/line_limits-inl.h"
#include "compute_node/kernels/line_points-inl.h"
#include "compute_node/kernels/samplers-inl.h"
#include "compute_node/lines/line_ends.h"
#include "compute_node/lines/waiting_line.h"

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

template <class Sampler, class Method>
class LineKernel {
public:
    template <class Grid>
    HWY_INLINE LineKernel(const LineJob& job, const Method& method, const Grid& grid, const LineQueue& queue,
                          LineBlock& block)
        : job_{job},
          settings_{job.settings},
          method_{method},
          sampler_{grid, job.field->slices()},
          points_{block},
          queue_{queue},
          memory_{job.field->slices()},
          block_{block},
          derive_speed_{job.field->scalar_is_speed()},
          limits_{limits_of(job)},
          metric_{job.field->info()},
          stagnant_speed_{stagnant_speed(job)}
    {}

    HWY_INLINE void run()
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) start(lane);
        at_ = lanes_.vectors();
        for (unsigned round = 0; at_.bits != 0 && !(round % cancel_period == 0 && is_cancelled()); ++round)
            advance();
    }

private:
    static constexpr bool adaptive = std::is_same_v<Method, Dopri5>;

    /// One attempt of all lanes. Steps that are taken, and those to be tried again because they are not
    /// accurate or go beyond a limit, are dealt with for all at once; the rest lane by lane.
    HWY_INLINE void advance()
    {
        const Float direction = set(settings_.backward ? -1.0F : 1.0F);
        if (limits_.time && settings_.step_unit != StepUnit::Length)
            at_.trial = hn::Min(at_.trial, time_left(at_, direction));
        const Float flows = set(settings_.flow_time == FlowTime::Moving ? 1.0F : 0.0F);
        Stages<Sampler> stages{sampler_,
                               at_.heads,
                               at_.clock,
                               flows,
                               settings_.step_unit == StepUnit::Length ? &metric_ : nullptr,
                               at_.active,
                               may_wait() ? &memory_ : nullptr};
        Attempt attempt = method_(stages, hn::Mul(direction, at_.trial));
        const std::uint32_t waiting = may_wait() ? memory_.end_attempt() : 0U;
        const Float speed = length_of(measured(metric_, attempt.heads.velocity, attempt.heads.y.value));
        Float limit = set(std::numeric_limits<float>::infinity());
        if (limits_.time) limit = part_within_time(at_, attempt.heads, direction);
        Sum length = at_.length;
        if (limits_.length) {
            const Float way = settings_.step_unit == StepUnit::Length
                                  ? at_.trial
                                  : arc_between(metric_, at_.heads, attempt.heads);
            limit = hn::Min(limit, part_within_length(at_, way, max_length()));
            length = add(length, way);
        }
        if (derive_speed_) attempt.heads.scalar = speed;
        if (settings_.scalar_is_length) attempt.heads.scalar = length.value;
        Mask still = hn::Le(speed, set(stagnant_speed_));
        if (settings_.step_unit != StepUnit::Time)
            still = hn::Or(still, hn::AndNot(at_.special, comes_to_rest(at_.heads, attempt.heads)));

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
                              waiting, to_bits(still)};
        const std::uint32_t events =
            at_.bits & ((to_bits(hn::Or(at_.special, ending)) & outcome.accepted) | outcome.shortened |
                        outcome.cut_short | ~to_bits(attempt.inside));
        entered_ = 0;
        if (events != 0) settle(events, outcome, limit);
        if (settings_.step_unit == StepUnit::CellFraction) renew_steps(regular & ~entered_);
    }

    /// What becomes of an attempt whose stages are all inside.
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
        if constexpr (adaptive)
            return hn::Or(hn::Le(attempt.error, set(1.0F)), hn::Le(at_.trial, least_step()));
        const Mask all = hn::Le(attempt.error, set(1.0F));
        if (!turns_matter()) return all;
        const Vec3 before = at_.heads.velocity;
        const Float change = length_of(subtract(attempt.heads.velocity, before));
        const Mask steady = hn::Le(change, hn::Mul(set(0.5F), length_of(before)));
        if (hn::AllTrue(floats, steady)) return all;
        return hn::Or(steady, hn::Le(at_.trial, least_step()));
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
        if (settings_.keep_points && regular != 0) points_.keep(at_.heads, regular);
    }

    /// What became of an attempt, a bit for each lane.
    struct Outcome {
        std::uint32_t accepted;
        std::uint32_t shortened;  ///< beyond a limit
        std::uint32_t cut_short;  ///< a part of a step in which the flow changes too much
        std::uint32_t waiting;    ///< for a time slice, or for another block: nothing is known yet
        std::uint32_t still;      ///< no more of a way to go
    };

    HWY_INLINE float max_length() const { return static_cast<float>(settings_.max_length); }

    /// Where no step is accurate, as beside a jump, those so short are taken.
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
    HWY_INLINE void renew_steps(std::uint32_t regular)
    {
        const Mask renewed = hn::AndNot(at_.special, hn::And(from_bits(regular | started_), at_.active));
        started_ = 0;
        if (hn::AllFalse(floats, renewed)) return;
        const Float rate = sampler_.crossing_rate(at_.heads.position(), at_.heads.velocity);
        const Float crossing = hn::Div(set(static_cast<float>(settings_.step)), rate);
        const Float step = hn::Min(crossing, set(longest_step()));
        at_.step = hn::IfThenElse(renewed, step, at_.step);
        at_.trial = hn::IfThenElse(renewed, step, at_.trial);
    }

    // What follows is done lane by lane: beginnings, ends, and steps that leave.

    HWY_NOINLINE void settle(std::uint32_t events, const Outcome& outcome, Float limit)
    {
        lanes_.take(at_);
        LaneArray limits;
        limits.take(limit);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((events >> lane & 1U) == 0) continue;
            if ((outcome.waiting >> lane & 1U) != 0)
                set_aside(lane, memory_.stages(lane), memory_.needed(lane), memory_.place(lane));
            else if ((outcome.cut_short >> lane & 1U) != 0)
                lanes_.unfinished[lane] = lanes_.trial.at[lane];  // of the step, which was too long
            else if ((outcome.shortened >> lane & 1U) != 0)
                settle_shortened(lane, limits.at[lane]);
            else if ((outcome.accepted >> lane & 1U) != 0)
                settle_accepted(lane, limits.at[lane], (outcome.still >> lane & 1U) != 0);
            else
                settle_outside(lane);
        }
        at_ = lanes_.vectors();
    }

    HWY_INLINE void settle_accepted(std::size_t lane, float limit, bool still)
    {
        const bool regular = !lanes_.fresh[lane] && lanes_.unfinished[lane] == 0.0F;
        if (lanes_.fresh[lane]) {
            lanes_.fresh[lane] = false;
            begin_steps(lane);
            keep_point(lane);
            if (lanes_.max_time.at[lane] <= 0.0F) return finish(lane, time_reason(lane));
        } else if (!regular) {
            settle_part(lane, limit);
        }
        if (lanes_.steps[lane] >= settings_.max_steps)
            finish(lane, Termination::StepLimit);
        else if (limit <= 1.0F + limit_slack)
            finish(lane, limit_reason(lane));
        else if (still)
            finish(lane, Termination::Stagnant);
    }

    /// Beyond a limit: tries the part of the step that leads up to it.
    HWY_INLINE void settle_shortened(std::size_t lane, float limit)
    {
        if (lanes_.unfinished[lane] == 0.0F)
            lanes_.whole[lane] = lanes_.unfinished[lane] = lanes_.trial.at[lane];
        lanes_.trial.at[lane] *= limit;
        if (!(lanes_.trial.at[lane] >= lanes_.whole[lane] * smallest_part)) finish(lane, limit_reason(lane));
    }

    HWY_INLINE Termination limit_reason(std::size_t lane) const
    {
        return is_time_limit(metric_, lanes_, lane, max_length()) ? time_reason(lane)
                                                                  : Termination::LengthLimit;
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
            Lookout lookout;  // at the seed itself, which is held where the line begins
            const auto reason = what_ends(job_, head_of(lane), 0.0F, smallest_part, lookout);
            return finish(lane, reason.value_or(Termination::LeftDomain));
        }
        const bool part = lanes_.unfinished[lane] != 0.0F;
        const float whole = part ? lanes_.whole[lane] : lanes_.trial.at[lane];
        const float half = 0.5F * lanes_.trial.at[lane];
        if (!(half >= whole * smallest_part)) return end_outside(lane, whole);
        if (!part) lanes_.whole[lane] = lanes_.unfinished[lane] = lanes_.trial.at[lane];
        lanes_.trial.at[lane] = half;
    }

    /// On what it ran into: looks along the velocity, no further than the step that failed, as far as that
    /// can be seen here.
    HWY_NOINLINE void end_outside(std::size_t lane, float whole)
    {
        const NodeSlices& slices = job_.field->slices();
        const float ahead = time_ahead(job_, head_of(lane), whole, smallest_part);
        Lookout lookout{lanes_.looked[lane], lanes_.place(lane)};
        const bool lacks_slice = Sampler::changes && may_wait() && !slices.has(slices.interval(ahead));
        if (!lacks_slice)
            if (const auto reason = what_ends(job_, head_of(lane), whole, smallest_part, lookout))
                return finish(lane, *reason);
        lanes_.looked[lane] = lookout.part;
        set_aside(lane, Method::samples, ahead, lookout.position);
    }

    /// Where nothing changes and all nodes are at hand, this is known before the program runs.
    HWY_INLINE bool may_wait() const { return (Sampler::changes || Sampler::is_block) && queue_.may_wait(); }

    /// The line goes on in another window, or in the block that holds a place.
    HWY_NOINLINE void set_aside(std::size_t lane, std::uint32_t stages, float needed, glm::vec3 place)
    {
        WaitingLine& line = *lanes_.waiting[lane];
        if (line.state == nullptr) line.state = std::make_unique<LineState>();
        line.needed = needed;
        line.place = place;
        lanes_.save(lane, *line.state);
        memory_.save(lane, stages, *line.state);
        line.state->cursor = sampler_.get(lane);
        points_.set_aside(lane, *line.state);
        start(lane);
    }

    HWY_INLINE LineHead head_of(std::size_t lane) const
    {
        return {lanes_.place(lane),
                {lanes_.u.at[lane], lanes_.v.at[lane], lanes_.w.at[lane]},
                job_.seeds->t[lanes_.seed[lane]],
                lanes_.elapsed.at[lane]};
    }

    HWY_INLINE void keep_point(std::size_t lane)
    {
        if (settings_.keep_points) points_.keep_one(lane, lanes_.point(lane), lanes_.elapsed.at[lane]);
        lanes_.moved[lane] = false;
    }

    HWY_INLINE void finish(std::size_t lane, Termination reason)
    {
        if (lanes_.moved[lane]) end_step(lane);
        if (!settings_.keep_points) points_.keep_one(lane, lanes_.point(lane), lanes_.elapsed.at[lane]);
        Line& line = block_.lines[lanes_.seed[lane] - block_.first_seed];
        line.steps = lanes_.steps[lane];
        line.reason = reason;
        WaitingLine* const waiting = lanes_.waiting[lane];
        points_.finish(lane, line, waiting == nullptr ? nullptr : waiting->state.get());
        if (waiting != nullptr) {
            waiting->done = true;
            waiting->state.reset();
        }
        start(lane);
    }

    /// The next line; a lane for which there is none stands still at a place that is harmless to sample.
    HWY_INLINE void start(std::size_t lane)
    {
        started_ &= ~(1U << lane);
        entered_ |= 1U << lane;
        const std::optional<QueuedLine> line = queue_.next();
        lanes_.active[lane] = line.has_value();
        lanes_.fresh[lane] = false;
        if (line) enter(lane, *line);
    }

    HWY_INLINE void enter(std::size_t lane, const QueuedLine& line)
    {
        const LineSeeds& seeds = *job_.seeds;
        lanes_.seed[lane] = line.seed;
        lanes_.waiting[lane] = line.waiting;
        lanes_.clock.at[lane] = seeds.t[line.seed];
        lanes_.max_time.at[lane] = time_in_data(job_, seeds.t[line.seed], time_asked_for(line.seed));
        points_.begin(lane);
        if (line.waiting != nullptr && line.waiting->state != nullptr) {
            const LineState& state = *line.waiting->state;
            lanes_.restore(lane, state);
            memory_.recall(lane, state);
            sampler_.put(lane, state.cursor);
            return;
        }
        lanes_.begin(lane, seeds, settings_);
        const glm::vec3 position{seeds.x[line.seed], seeds.y[line.seed], seeds.z[line.seed]};
        sampler_.put(lane, cell_of(*job_.field, position, seeds.t[line.seed]));
    }

    HWY_INLINE float time_asked_for(std::size_t seed) const
    {
        const std::vector<float>& own = job_.seeds->max_time;
        return own.empty() ? static_cast<float>(settings_.max_time) : own[seed];
    }

    HWY_INLINE Termination time_reason(std::size_t lane) const
    {
        const bool is_short = lanes_.max_time.at[lane] < time_asked_for(lanes_.seed[lane]);
        return is_short ? Termination::OutOfTime : Termination::TimeLimit;
    }

    HWY_INLINE bool is_cancelled() const
    {
        return job_.cancelled != nullptr && job_.cancelled->load(std::memory_order_relaxed);
    }

    const LineJob& job_;
    const LineSettings& settings_;
    Method method_;
    Sampler sampler_;
    LinePoints points_;
    LineQueue queue_;
    StageMemory memory_;
    LineBlock& block_;
    bool derive_speed_;
    Limits limits_;
    LengthMetric metric_;
    float stagnant_speed_;
    LineLanes lanes_{};
    std::uint32_t started_ = 0;  ///< lanes that begin a step of a length that is not known yet
    std::uint32_t entered_ = 0;  ///< lanes that have just taken another line
    LineVectors at_;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
