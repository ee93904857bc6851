// The samples that a vector's lanes have taken of the steps they are at (per-target include): a step that
// lacks a time slice, or nodes that are elsewhere, stops between two samples and goes on from there where
// they are.
#if defined(FARFIELD_STAGE_MEMORY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FARFIELD_STAGE_MEMORY_INL_H
#undef FARFIELD_STAGE_MEMORY_INL_H
#else
#define FARFIELD_STAGE_MEMORY_INL_H
#endif

#include "compute_node/kernels/motion/lane_arrays-inl.h"
#include "compute_node/kernels/samplers/node_values-inl.h"
#include "compute_node/lines/suspended_line.h"

#include <limits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace farfield::compute::HWY_NAMESPACE {

class StageMemory {
public:
    HWY_INLINE explicit StageMemory(const NodeSlices& slices)
        : steady_{slices.steady()},
          first_{slices.times.front()},
          last_{slices.times.back()},
          slack_{time_slack * (last_ - first_)}
    {
        std::size_t begin = 0, end = slices.nodes.size();
        while (begin < end && slices.nodes[begin] == nullptr) ++begin;
        while (begin < end && slices.nodes[end - 1] == nullptr) --end;
        if (begin == end) return;
        from_ = slices.times[begin];
        if (end < slices.nodes.size()) until_ = slices.times[end - 1];
    }

    /// The question to the sampler: times that are in memory, and the lanes to be sampled there.
    struct Question {
        Float time;
        Mask wanted;
    };

    /// Lanes wait from here on if their slices are not in memory or their position is not `resident`.
    HWY_NOINLINE Question ask(std::size_t stage, Vec3 position, Float time, Mask inside, Mask resident)
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

    /// The samples that were wanted, those known before, and nothing else.
    HWY_NOINLINE Sample answer(std::size_t stage, const Sample& found, Mask wanted)
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

    /// Ends an attempt at a step. Returns the lanes that wait, to which stages() and needed() refer.
    HWY_INLINE std::uint32_t end_attempt()
    {
        for (std::uint32_t& lanes_of_stage : recalled_) lanes_of_stage = 0;
        return std::exchange(suspended_, 0U);
    }
    /// Samples that the lane has of the step that it waits in.
    HWY_INLINE std::uint32_t stages(std::size_t lane) const { return stages_[lane]; }
    /// The time it waits for.
    HWY_INLINE float needed(std::size_t lane) const { return needed_.at[lane]; }
    /// The position that it waits to be sampled at.
    HWY_INLINE glm::vec3 place(std::size_t lane) const { return places_.get(lane); }

    HWY_INLINE void save(std::size_t lane, std::uint32_t stages, LineState& state) const
    {
        state.stages = stages;
        state.inside = 0;
        for (std::uint32_t i = 0; i < stages; ++i) {
            const Samples& kept = samples_[i];
            state.samples[i] = {kept.u.at[lane], kept.v.at[lane], kept.w.at[lane], kept.s.at[lane]};
            state.inside |= (inside_[i] >> lane & 1U) << i;
        }
    }
    HWY_INLINE void recall(std::size_t lane, const LineState& state)
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

private:
    struct Samples {
        LaneArray u, v, w, s;
    };

    HWY_NOINLINE void wait(std::uint32_t missing, std::size_t stage, Vec3 position, Float time)
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

    bool steady_;
    float first_, last_, slack_;
    float from_ = std::numeric_limits<float>::infinity();   ///< the slices in memory begin with this time ..
    float until_ = std::numeric_limits<float>::infinity();  ///< .. and ends before this one
    Samples samples_[max_stages] = {};
    std::uint32_t inside_[max_stages] = {};    ///< lanes
    std::uint32_t recalled_[max_stages] = {};  ///< lanes that had this sample before
    std::uint32_t suspended_ = 0;
    std::uint32_t stages_[lanes] = {};
    LaneArray needed_ = {};
    LanePoints places_ = {};
};

}  // namespace farfield::compute::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
