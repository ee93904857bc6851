// The events of single lines: beginnings, ends, and steps that leave (per-target include). It is the same for
// all samplers and integrators. Semantics: lines/.
#if defined(FARFIELD_LINE_EVENTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_LINE_EVENTS_INL_H
#undef FARFIELD_LINE_EVENTS_INL_H
#else
#define FARFIELD_LINE_EVENTS_INL_H
#endif

#include "compute_node/kernels/line_lanes-inl.h"
#include "compute_node/kernels/line_limits-inl.h"
#include "compute_node/kernels/line_points-inl.h"
#include "compute_node/lines/line_ends.h"
#include "compute_node/lines/suspended_line.h"

#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

/// Part of a step that is not worth taking: a line ends this close to what it ran into.
inline constexpr float smallest_part = 1.0F / (1 << 20);

/// The outcome of an attempt, a bit for each lane.
struct Outcome {
    std::uint32_t accepted;
    std::uint32_t shortened;  ///< beyond a limit
    std::uint32_t cut_short;  ///< a part of a step in which the flow changes too much
    std::uint32_t suspended;  ///< for a time slice or for nodes: nothing is known yet
    std::uint32_t still;      ///< no more of a way to go
};

class LineEvents {
public:
    /// stages: samples that the integrator takes of a step. waits: lines may lack a slice or nodes.
    HWY_INLINE LineEvents(const LineJob& job, const LineQueue& queue, LineBlock& block, std::uint32_t stages,
                          bool waits)
        : job_{job},
          settings_{job.settings},
          queue_{queue},
          block_{block},
          stages_{stages},
          waits_{waits},
          metric_{job.field->info()},
          points_{block},
          memory_{job.field->slices()}
    {}

    /// The first line of each lane.
    HWY_NOINLINE LineVectors begin()
    {
        for (std::size_t lane = 0; lane < lanes; ++lane) start(lane);
        return lanes_.vectors();
    }

    /// A bit for each lane.
    struct Settled {
        std::uint32_t begun = 0;    ///< begins a whole step
        std::uint32_t entered = 0;  ///< has another line
    };

    /// Handles the lanes that are set in `events`. at: all lanes, which are renewed. begun: lanes that would
    /// begin a whole step.
    HWY_NOINLINE Settled settle(LineVectors& at, std::uint32_t events, const Outcome& outcome, Float limit,
                                std::uint32_t begun)
    {
        settled_ = {begun, 0};
        lanes_.take(at);
        LaneArray limits;
        limits.take(limit);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((events >> lane & 1U) == 0) continue;
            if ((outcome.suspended >> lane & 1U) != 0)
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
        at = lanes_.vectors();
        return settled_;
    }

    /// A point for each lane that has its bit set.
    HWY_INLINE void keep(const Heads& heads, std::uint32_t bits) { points_.keep(heads, bits); }

    /// Samples taken of the steps that wait.
    HWY_INLINE StageMemory& memory() { return memory_; }

    /// The cell at which a lane's search goes on.
    HWY_INLINE CellCursor& cursor(std::size_t lane) { return cursors_[lane]; }

    HWY_INLINE float max_length() const { return static_cast<float>(settings_.max_length); }

private:
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
            lanes_.full_step[lane] = lanes_.unfinished[lane] = lanes_.trial.at[lane];
        lanes_.trial.at[lane] *= limit;
        if (!(lanes_.trial.at[lane] >= lanes_.full_step[lane] * smallest_part))
            finish(lane, limit_reason(lane));
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
        if (lanes_.unfinished[lane] > lanes_.full_step[lane] * smallest_part) {
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
        settled_.begun |= 1U << lane;
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
            Lookout lookout;  // at the seed itself: its nodes are in memory where the line begins
            const auto reason = what_ends(job_, head_of(lane), 0.0F, smallest_part, lookout);
            return finish(lane, reason.value_or(Termination::LeftDomain));
        }
        const bool part = lanes_.unfinished[lane] != 0.0F;
        const float full_step = part ? lanes_.full_step[lane] : lanes_.trial.at[lane];
        const float half = 0.5F * lanes_.trial.at[lane];
        if (!(half >= full_step * smallest_part)) return end_outside(lane, full_step);
        if (!part) lanes_.full_step[lane] = lanes_.unfinished[lane] = lanes_.trial.at[lane];
        lanes_.trial.at[lane] = half;
    }

    /// On what it ran into: looks along the velocity, no further than the step that failed, as far as that
    /// can be seen here.
    HWY_NOINLINE void end_outside(std::size_t lane, float full_step)
    {
        const NodeSlices& slices = job_.field->slices();
        const float ahead = time_ahead(job_, head_of(lane), full_step, smallest_part);
        Lookout lookout{lanes_.looked[lane], lanes_.place(lane)};
        const bool lacks_slice = waits_ && !slices.steady() && !slices.has(slices.interval(ahead));
        if (!lacks_slice)
            if (const auto reason = what_ends(job_, head_of(lane), full_step, smallest_part, lookout))
                return finish(lane, *reason);
        lanes_.looked[lane] = lookout.part;
        set_aside(lane, stages_, ahead, lookout.position);
    }

    /// The line goes on in another window, or where the nodes around a place are in memory.
    HWY_NOINLINE void set_aside(std::size_t lane, std::uint32_t stages, float needed, glm::vec3 place)
    {
        SuspendedLine& line = *lanes_.suspended[lane];
        if (line.state == nullptr) line.state = std::make_unique<LineState>();
        line.needed = needed;
        line.place = place;
        lanes_.save(lane, *line.state);
        memory_.save(lane, stages, *line.state);
        line.state->cursor = cursors_[lane];
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
        SuspendedLine* const suspended = lanes_.suspended[lane];
        points_.finish(lane, line, suspended == nullptr ? nullptr : suspended->state.get());
        if (suspended != nullptr) {
            suspended->done = true;
            suspended->state.reset();
        }
        start(lane);
    }

    /// The next line; a lane for which there is none stands still at a place that is harmless to sample.
    HWY_INLINE void start(std::size_t lane)
    {
        settled_.begun &= ~(1U << lane);
        settled_.entered |= 1U << lane;
        const std::optional<QueuedLine> line = queue_.next();
        lanes_.active[lane] = line.has_value();
        lanes_.fresh[lane] = false;
        if (line) enter(lane, *line);
    }

    HWY_INLINE void enter(std::size_t lane, const QueuedLine& line)
    {
        const LineSeeds& seeds = *job_.seeds;
        lanes_.seed[lane] = line.seed;
        lanes_.suspended[lane] = line.suspended;
        lanes_.clock.at[lane] = seeds.t[line.seed];
        lanes_.max_time.at[lane] = time_in_data(job_, seeds.t[line.seed], time_asked_for(line.seed));
        points_.begin(lane);
        if (line.suspended != nullptr && line.suspended->state != nullptr) {
            const LineState& state = *line.suspended->state;
            lanes_.restore(lane, state);
            memory_.recall(lane, state);
            cursors_[lane] = state.cursor;
            return;
        }
        lanes_.begin(lane, seeds, settings_);
        const glm::vec3 position{seeds.x[line.seed], seeds.y[line.seed], seeds.z[line.seed]};
        cursors_[lane] = cell_of(*job_.field, position, seeds.t[line.seed]);
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

    const LineJob& job_;
    const LineSettings& settings_;
    LineQueue queue_;
    LineBlock& block_;
    std::uint32_t stages_;
    bool waits_;
    LengthMetric metric_;
    LinePoints points_;
    StageMemory memory_;
    LineLanes lanes_{};
    CellCursor cursors_[lanes];
    Settled settled_;
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
