#pragma once

#include "compute_node/fields/field.h"
#include "compute_node/fields/node_slices.h"
#include "compute_node/grids/curvilinear_grid.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace farfield::compute {

/// Age of a particle that is never released: its seed lies outside, or it only fills the last vector.
inline constexpr std::int32_t never_released = std::numeric_limits<std::int32_t>::min();

/// Particles by which arrays are padded, so that the kernel always works on whole vectors.
inline constexpr std::size_t state_padding = 16;

/// Seeds and the field's values at each, so that a release needs no search.
struct SeedTable {
    std::vector<float> x, y, z;
    std::vector<float> u, v, w, s;
    std::vector<CellCursor> cursors;   ///< [seeds] where the grid uses them, else empty
    std::vector<std::uint8_t> usable;  ///< 0: outside the domain or in an invalid cell

    [[nodiscard]] std::size_t size() const { return x.size(); }
    [[nodiscard]] std::uint64_t count_outside() const;
    void append(const SeedTable& other);
};

/// Particles of all rakes, as arrays over particles. age >= 0: alive, this many frames old. -n: released in n
/// frames, counted from the last that is done.
struct ParticleState {
    std::size_t count = 0;  ///< particles; arrays hold state_padding more
    std::vector<std::int32_t> age;
    std::vector<std::int32_t> seed;  ///< index into seeds
    std::vector<float> x, y, z;
    std::vector<float> u, v, w;       ///< velocity at x y z: the first stage of the next step
    std::vector<CellCursor> cursors;  ///< [count + padding] where the grid uses them, else empty
    /// Distances that particles have come since their release, in position units: [count + padding] where
    /// they are measured, else empty; NaN of particles that were released unmeasured.
    std::vector<float> way;
    /// Release slots, [count + padding] where a rake has an injection, else empty. injection: index of the
    /// particle's slots among a frame's, -1 for none; place: its number k among the particles of its seed.
    std::vector<std::int32_t> injection, place;
    SeedTable seeds;

    /// Makes `particles` particles that are never released, and no seeds.
    ParticleState(std::size_t particles, bool with_cursors);

    /// Begins or ends the measuring of distances.
    void measure(bool wanted);

    /// Copies one particle's moving parts (not its seed) between states of the same field.
    void copy_particle(std::size_t to, const ParticleState& from, std::size_t index);
};

/// Times of a step's stages, on the clock of the slices.
struct StepTimes {
    float middle = 0.0F, end = 0.0F;
};

/// The slots that a rake's injection releases in one frame.
struct ReleaseSlots {
    bool begun = true;  ///< injection has begun: its particles count down to their first release
    /// The places that are released: first to first + count - 1, modulo particles of a seed.
    std::uint32_t first = 0, count = 0, per_seed = 1;

    [[nodiscard]] bool is_of(std::int32_t place) const
    {
        return (static_cast<std::uint32_t>(place) + per_seed - first) % per_seed < count;
    }
};

/// Largest number of frames that are made at once.
inline constexpr std::size_t max_frames_at_once = 64;

/// Work of one call: one frame, several in a row, or some of one frame's steps; the same for all tiles.
struct FrameJob {
    const Field* field = nullptr;
    const NodeSlices* slices = nullptr;
    ParticleState* state = nullptr;
    std::span<const StepTimes> times;     ///< [frames x steps]
    std::span<std::byte* const> outputs;  ///< [frames] where each one's first particle goes; empty: nowhere
    std::span<std::uint64_t> alive;       ///< [frames] particles alive, added up by all threads
    std::span<const ReleaseSlots> release_slots;  ///< [frames x injections]
    float step = 0.0F;
    std::uint32_t steps = 1;  ///< steps of each frame
    /// True: the last step ends a frame. False: the next job goes on, and releases none that died in this.
    bool ends_frames = true;
    std::int32_t max_age = 1;
    /// Above 0: the scalar is a particle's age, and a frame adds this much to it.
    float age_of_frame = 0.0F;
    bool big_endian = true;
};

}  // namespace farfield::compute
