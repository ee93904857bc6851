#pragma once

#include "compute_node/particles/particle_clock.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/particles/particle_system.h"
#include "compute_node/particles/slice_run.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::compute {

/// A rake that has an injection.
struct InjectedRake {
    model::Injection injection;
    std::uint32_t per_seed = 1;
};

/// The slots released in the frame at a program's time; the frame before it is frame_time earlier.
[[nodiscard]] ReleaseSlots release_slots_of(const InjectedRake& rake, double time, double frame_time);

/// Consecutive frames that are made at once. Serves batch after batch, and takes no memory after the first.
class FrameBatch {
public:
    void clear();
    /// Sets a flag: once it is true advance() soon returns, and the state is of no use. Borrowed, or null.
    void set_cancel_flag(const std::atomic<bool>* abandoned) { abandoned_ = abandoned; }
    /// Adds the next frame of the batch; at most max_frames_at_once. elapsed: the program's time in it.
    /// output: place of its first particle, or null; the same choice for all frames of a batch. is_first: no
    /// particle moves to it, so that no earlier time is needed.
    void add(const ParticleClock& clock, const ParticleSettings& settings, double elapsed,
             std::byte* output = nullptr, bool is_first = false);
    /// Adds the slots that each injection of the state releases in the frame just added.
    void add_release_slots(std::span<const InjectedRake> rakes, double time, double frame_time);
    [[nodiscard]] std::size_t frames() const { return alive_.size(); }
    /// Sets the place of the first particle of each frame.
    void place(std::span<std::byte* const> outputs) { outputs_.assign(outputs.begin(), outputs.end()); }
    [[nodiscard]] bool is_full() const { return alive_.size() == max_frames_at_once; }

    /// Advances all tiles on OpenMP threads, by as many steps at once as the slices in memory allow. Returns
    /// how many particles are alive in each frame, valid until the batch is changed. Throws what reading a
    /// slice throws; the state is then of no use.
    std::span<const std::uint64_t> advance(const FieldSource& source, ParticleState& state,
                                           const ParticleSettings& settings,
                                           ByteOrder order = ByteOrder::Native);

    /// Serialisation: visits the times, the release slots and the counts of living particles.
    template <class Parts>
    void parts(Parts& with)
    {
        with(times_, release_slots_, alive_);
    }

private:
    void advance_steps(FrameJob job, std::size_t first, std::size_t count, int threads);
    [[nodiscard]] FrameJob part_of(const FrameJob& job, std::size_t first, std::size_t count);

    const std::atomic<bool>* abandoned_ = nullptr;
    SliceRun run_;
    std::vector<StepTimes> times_;
    std::vector<std::byte*> outputs_;
    std::vector<ReleaseSlots> release_slots_;
    std::vector<std::uint64_t> alive_;
};

}  // namespace farfield::compute
