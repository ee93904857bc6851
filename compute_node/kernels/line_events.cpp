// Compiled once for all kernels of lines: they are rare beside steps.
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/line_events.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/line_events-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

LineVectors LineEvents::begin()
{
    for (std::size_t lane = 0; lane < lanes; ++lane) start(lane);
    return lanes_.vectors();
}

LineEvents::Settled LineEvents::settle(LineVectors& at, std::uint32_t events, const Outcome& outcome,
                                       Float limit, std::uint32_t begun)
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

void LineEvents::settle_accepted(std::size_t lane, float limit, bool still)
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

void LineEvents::settle_shortened(std::size_t lane, float limit)
{
    if (lanes_.unfinished[lane] == 0.0F)
        lanes_.full_step[lane] = lanes_.unfinished[lane] = lanes_.trial.at[lane];
    lanes_.trial.at[lane] *= limit;
    if (!(lanes_.trial.at[lane] >= lanes_.full_step[lane] * smallest_part)) finish(lane, limit_reason(lane));
}

Termination LineEvents::limit_reason(std::size_t lane) const
{
    return is_time_limit(metric_, lanes_, lane, max_length()) ? time_reason(lane) : Termination::LengthLimit;
}

void LineEvents::settle_part(std::size_t lane, float limit)
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

void LineEvents::begin_steps(std::size_t lane)
{
    lanes_.unfinished[lane] = 0.0F;
    lanes_.trial.at[lane] = lanes_.step.at[lane];
    settled_.begun |= 1U << lane;
}

void LineEvents::end_step(std::size_t lane)
{
    ++lanes_.steps[lane];
    keep_point(lane);
}

void LineEvents::settle_outside(std::size_t lane)
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

void LineEvents::end_outside(std::size_t lane, float full_step)
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

void LineEvents::set_aside(std::size_t lane, std::uint32_t stages, float needed, glm::vec3 place)
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

LineHead LineEvents::head_of(std::size_t lane) const
{
    return {lanes_.place(lane),
            {lanes_.u.at[lane], lanes_.v.at[lane], lanes_.w.at[lane]},
            job_.seeds->t[lanes_.seed[lane]],
            lanes_.elapsed.at[lane]};
}

void LineEvents::keep_point(std::size_t lane)
{
    if (settings_.keep_points) points_.keep_one(lane, lanes_.point(lane), lanes_.elapsed.at[lane]);
    lanes_.moved[lane] = false;
}

void LineEvents::finish(std::size_t lane, Termination reason)
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

void LineEvents::start(std::size_t lane)
{
    settled_.begun &= ~(1U << lane);
    settled_.entered |= 1U << lane;
    const std::optional<QueuedLine> line = queue_.next();
    lanes_.active[lane] = line.has_value();
    lanes_.fresh[lane] = false;
    if (line) enter(lane, *line);
}

void LineEvents::enter(std::size_t lane, const QueuedLine& line)
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

float LineEvents::time_asked_for(std::size_t seed) const
{
    const std::vector<float>& own = job_.seeds->max_time;
    return own.empty() ? static_cast<float>(settings_.max_time) : own[seed];
}

Termination LineEvents::time_reason(std::size_t lane) const
{
    const bool is_short = lanes_.max_time.at[lane] < time_asked_for(lanes_.seed[lane]);
    return is_short ? Termination::OutOfTime : Termination::TimeLimit;
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
