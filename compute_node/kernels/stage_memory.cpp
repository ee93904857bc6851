// Compiled once for all kernels of lines, where lines may wait.
#include "compute_node/support/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute_node/kernels/stage_memory.cpp"
#include <hwy/foreach_target.h>

#include "compute_node/kernels/stage_memory-inl.h"

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

StageMemory::Question StageMemory::ask(std::size_t stage, Vec3 position, Float time, Mask inside,
                                       Mask resident)
{
    const Mask in_data = steady_ ? hn::Eq(time, time) : within(time, first_ - slack_, last_ + slack_);
    const Float clamped = hn::Min(hn::Max(time, set(first_)), set(last_));
    const Mask has_slices = hn::And(hn::Ge(clamped, set(from_)), hn::Lt(clamped, set(until_)));
    const Mask in_memory = hn::And(resident, has_slices);
    const Mask unknown = hn::AndNot(from_bits(recalled_[stage]), hn::And(inside, in_data));
    const Mask wanted = hn::And(unknown, in_memory);
    const std::uint32_t missing = to_bits(hn::AndNot(in_memory, unknown));
    if (missing != 0) wait(missing, stage, position, time);
    return {hn::IfThenElse(wanted, time, set(from_)), wanted};
}

Sample StageMemory::answer(std::size_t stage, const Sample& found, Mask wanted)
{
    const std::uint32_t recalled = recalled_[stage];
    const Mask known = from_bits(recalled);
    Samples& kept = samples_[stage];
    Sample all{select(known, {kept.u.value(), kept.v.value(), kept.w.value()}, found.velocity),
               hn::IfThenElse(known, kept.s.value(), found.scalar), wanted};
    kept.u.take(all.velocity.x);
    kept.v.take(all.velocity.y);
    kept.w.take(all.velocity.z);
    kept.s.take(all.scalar);
    inside_[stage] = (inside_[stage] & recalled) | (to_bits(hn::And(found.inside, wanted)) & ~recalled);
    all.inside = from_bits(inside_[stage]);
    return all;
}

void StageMemory::save(std::size_t lane, std::uint32_t stages, LineState& state) const
{
    state.stages = stages;
    state.inside = 0;
    for (std::uint32_t i = 0; i < stages; ++i) {
        const Samples& kept = samples_[i];
        state.samples[i] = {kept.u.at[lane], kept.v.at[lane], kept.w.at[lane], kept.s.at[lane]};
        state.inside |= (inside_[i] >> lane & 1U) << i;
    }
}

void StageMemory::recall(std::size_t lane, const LineState& state)
{
    const std::uint32_t bit = 1U << lane;
    for (std::uint32_t i = 0; i < state.stages; ++i) {
        samples_[i].u.at[lane] = state.samples[i].x;
        samples_[i].v.at[lane] = state.samples[i].y;
        samples_[i].w.at[lane] = state.samples[i].z;
        samples_[i].s.at[lane] = state.samples[i].w;
        inside_[i] = (inside_[i] & ~bit) | ((state.inside >> i & 1U) << lane);
        recalled_[i] |= bit;
    }
}

void StageMemory::wait(std::uint32_t missing, std::size_t stage, Vec3 position, Float time)
{
    LaneArray times;
    LanePoints positions;
    times.take(time);
    positions.take(position);
    suspended_ |= missing;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if ((missing >> lane & 1U) == 0) continue;
        stages_[lane] = static_cast<std::uint32_t>(stage);
        needed_.at[lane] = times.at[lane];
        places_.put(lane, positions.get(lane));
    }
}

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
