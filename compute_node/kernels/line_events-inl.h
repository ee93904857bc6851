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
    LineVectors begin();

    /// A bit for each lane.
    struct Settled {
        std::uint32_t begun = 0;    ///< begins a whole step
        std::uint32_t entered = 0;  ///< has another line
    };

    /// Handles the lanes that are set in `events`. at: all lanes, which are renewed. begun: lanes that would
    /// begin a whole step.
    Settled settle(LineVectors& at, std::uint32_t events, const Outcome& outcome, Float limit,
                   std::uint32_t begun);

    /// A point for each lane that has its bit set.
    HWY_INLINE void keep(const Heads& heads, std::uint32_t bits) { points_.keep(heads, bits); }

    /// Samples taken of the steps that wait.
    HWY_INLINE StageMemory& memory() { return memory_; }

    /// The cell at which a lane's search goes on.
    HWY_INLINE CellCursor& cursor(std::size_t lane) { return cursors_[lane]; }

    HWY_INLINE float max_length() const { return static_cast<float>(settings_.max_length); }

private:
    void settle_accepted(std::size_t lane, float limit, bool still);

    /// Beyond a limit: tries the part of the step that leads up to it.
    void settle_shortened(std::size_t lane, float limit);
    Termination limit_reason(std::size_t lane) const;

    /// A part of a step that failed as a whole has been taken: points lie at the ends of whole steps only.
    void settle_part(std::size_t lane, float limit);
    void begin_steps(std::size_t lane);
    void end_step(std::size_t lane);

    /// Halves the step until its part lies within, or is too small to see.
    void settle_outside(std::size_t lane);

    /// On what it ran into: looks along the velocity, no further than the step that failed, as far as that
    /// can be seen here.
    void end_outside(std::size_t lane, float full_step);

    /// The line goes on in another window, or where the nodes around a place are in memory.
    void set_aside(std::size_t lane, std::uint32_t stages, float needed, glm::vec3 place);
    LineHead head_of(std::size_t lane) const;
    void keep_point(std::size_t lane);
    void finish(std::size_t lane, Termination reason);

    /// The next line; a lane for which there is none stands still at a place that is harmless to sample.
    void start(std::size_t lane);
    void enter(std::size_t lane, const QueuedLine& line);
    float time_asked_for(std::size_t seed) const;
    Termination time_reason(std::size_t lane) const;

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
