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
    Question ask(std::size_t stage, Vec3 position, Float time, Mask inside, Mask resident);

    /// The samples that were wanted, those known before, and nothing else.
    Sample answer(std::size_t stage, const Sample& found, Mask wanted);

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

    void save(std::size_t lane, std::uint32_t stages, LineState& state) const;
    void recall(std::size_t lane, const LineState& state);

private:
    struct Samples {
        LaneArray u, v, w, s;
    };

    void wait(std::uint32_t missing, std::size_t stage, Vec3 position, Float time);

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
