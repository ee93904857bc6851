#pragma once

#include "compute_node/fields/field_source.h"
#include "compute_node/particles/particle_clock.h"
#include "model/rakes/seeds.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace farfield::compute {

class DistributedParticles;
class FrameBatch;
class ParticleHelpers;

enum class ByteOrder { Big, Native };

struct ParticleSettings {
    /// RK4 step in the field's time units, taken in binary32; negative goes upstream.
    double step = model::default_step;
    std::uint32_t steps_per_frame = 1;  ///< RK4 steps between two frames, >= 1
    /// A >= 1: a particle is shown in at most A frames of a life.
    std::uint32_t max_age_frames = model::default_max_age_frames;
    bool developed = false;  ///< begin as frame A + 1 of an undeveloped run
    /// The scalar is a particle's age instead of the field's: the time that it has moved since its release,
    /// with the step and steps_per_frame that hold now.
    bool scalar_is_age = false;
    /// The scalar is the distance that a particle has come since its release, in position units: each step
    /// as the arc of a circle that its chord and the velocities at both ends make. NaN in lives that were
    /// begun before this was set.
    bool scalar_is_length = false;
    FieldTime time;   ///< start of the program in an unsteady field
    int threads = 0;  ///< OpenMP threads; 0 = as many as OpenMP would take
    bool operator==(const ParticleSettings&) const = default;
};

/// Limits, checked before memory is taken; an error names limit, requested and allowed value.
struct ParticleLimits {
    std::uint64_t max_particles = 8'000'000;
    std::uint64_t max_seeds_per_rake = model::max_seeds_per_rake;
    std::uint32_t max_rakes = 1'024;
    std::uint32_t max_age_frames = model::max_max_age_frames;
    std::uint32_t max_steps_per_frame = 1'000;
    /// Seeds x (A + 1) x steps_per_frame of one rake; in an unsteady field particles instead of seeds. Rakes
    /// in a distributed field are bounded by DistributedField::cost() instead.
    std::uint64_t max_developed_steps = 500'000'000;
};

struct FrameCounts {
    std::uint64_t particles = 0;
    std::uint64_t alive = 0;          ///< particles with a position that is a number in this frame
    std::uint64_t seeds_outside = 0;  ///< seeds where no particle is released
    double time = 0.0;                ///< the field's time in this frame
};

/// The outcome of a change of rakes or settings.
struct RakeOutcome {
    std::uint64_t particles = 0;
    std::uint64_t seeds = 0;
    std::uint64_t seeds_outside = 0;       ///< outside the domain or, in a steady field, in invalid cells
    std::vector<std::size_t> restarted;    ///< indices of the rakes with particles that started over
    std::vector<std::size_t> undeveloped;  ///< those of `restarted` that exceed max_developed_steps
};

/// The program `particles`: releases particles from rakes, moves them through a field and writes frames.
///
/// Frame: particles() times `x y z s` (binary32), rakes in order, then seeds, then k = 0 .. P-1.
/// Particle k of a seed is released in frame floor(k (A + 1) / P), counted from the start of its rake. In the
/// frame of its release it is at its seed with age 0; each frame after that adds 1 to its age and moves it by
/// steps_per_frame RK4 steps. In the frame in which its age would reach A, or a stage of a step leaves the
/// domain or meets invalid data, it is dead: all four floats NaN. The next frame releases it anew.
///
/// Injection: a rake may release particles in a part of the program's time only, or one particle of each seed
/// after every interval, k = 0, 1 .. P-1 and from 0 again; a particle that is alive when its slot is due
/// lives on.
///
/// Time: frame n lies n x steps_per_frame x step after settings().time.start. An unsteady field is sampled at
/// the time of each stage. Where its time loops, particles live on across the end: only the field changes at
/// the end, not the particles.
///
/// Integrator: classical fourth-order Runge-Kutta, fixed step, binary32 (Press et al., "Numerical Recipes",
/// 3rd ed. 2007, equation 17.1.3). The same bits for any number of threads, and whether a field's slices are
/// all in memory or read on the way: a frame then waits for those that were not read ahead yet. Threads: one
/// call at a time. write_frame() and write_frames() take no memory once a thread has called them with this
/// thread count and as many frames (OpenMP keeps a pool per calling thread, so call from one); through a
/// distributed field they take some for messages.
class ParticleSystem {
public:
    /// Throws std::runtime_error when a rake, a setting or a limit is wrong, naming it. A window of slices,
    /// of which four must fit, is used by this system alone. helpers: processes that hold and move parts of
    /// the particles, where there are enough and they have the field; or null. Borrowed; once they are gone,
    /// write_frame() throws std::runtime_error.
    ParticleSystem(FieldSource field, std::vector<model::Rake> rakes, const ParticleSettings& settings,
                   const ParticleLimits& limits = {}, ParticleHelpers* helpers = nullptr);
    ~ParticleSystem();
    ParticleSystem(ParticleSystem&&) noexcept;
    ParticleSystem& operator=(ParticleSystem&&) noexcept;

    /// Sets the rakes. One that equals the one now at its place in the order goes on; others start over.
    /// Strong guarantee: after a throw nothing has changed.
    RakeOutcome set_rakes(std::vector<model::Rake> rakes);

    /// Sets the settings. A new step, steps_per_frame, scalar or threads leaves all particles where they are;
    /// a new max_age_frames or `developed` (which rakes with an injection ignore) starts every rake over, as
    /// does a new time, which the next frame then has. Strong guarantee.
    RakeOutcome set_settings(const ParticleSettings& settings);

    /// Sets rakes and settings at once, so that nothing is started over twice. Strong guarantee.
    RakeOutcome set(std::vector<model::Rake> rakes, const ParticleSettings& settings);

    /// Takes a field of the same vectors with another scalar: all particles go on. Throws
    /// std::invalid_argument when the field is not of the same dataset and vector array.
    void set_scalar(FieldSource source);

    /// Makes the next frame: advances every particle and writes it to `out`, which must be 16-byte aligned
    /// and hold frame_bytes() (std::invalid_argument otherwise). The first call writes frame 0. Throws
    /// std::runtime_error when a slice cannot be read: then there is no next frame.
    FrameCounts write_frame(std::span<std::byte> out, ByteOrder order);

    /// Makes the next frames, one into each output: the same bits as one after the other, but each particle
    /// is taken through all of them before the next one, which is several times as fast on large grids. The
    /// counts, one for each frame, are valid until the next call.
    std::span<const FrameCounts> write_frames(std::span<const std::span<std::byte>> outputs, ByteOrder order);

    /// Sets a flag: once any thread makes it true, calls soon return, and all results and frames are of no
    /// use. Parts that helpers move are finished first. Borrowed.
    void set_cancel_flag(const std::atomic<bool>& abandoned);

    [[nodiscard]] std::uint64_t particles() const;
    [[nodiscard]] std::uint64_t frame_bytes() const { return particles() * 16; }
    [[nodiscard]] const Field& field() const { return *field_.field; }
    [[nodiscard]] const std::vector<model::Rake>& rakes() const { return rakes_; }
    [[nodiscard]] const ParticleSettings& settings() const { return settings_; }
    [[nodiscard]] const RakeOutcome& last_outcome() const { return outcome_; }

private:
    struct ParticleSet;

    RakeOutcome rebuild(std::vector<model::Rake> rakes, const ParticleSettings& settings,
                        bool keep_unchanged);
    [[nodiscard]] bool may_develop(const model::Rake& rake, const ParticleSettings& settings,
                                   std::uint64_t& steps) const;
    void write_batch(std::span<const std::span<std::byte>> outputs, ByteOrder order);
    void distribute();
    void collect();
    [[nodiscard]] double next_elapsed(const ParticleSettings& settings) const;

    FieldSource field_;
    ParticleSettings settings_;
    ParticleLimits limits_;
    std::vector<model::Rake> rakes_;
    RakeOutcome outcome_;
    std::unique_ptr<ParticleSet> particle_set_;
    ParticleHelpers* helpers_;
    std::unique_ptr<DistributedParticles> distributed_;  ///< null: all particles are in this process
    bool distribution_tried_ = false;                    ///< since all particles came to this process
    std::optional<double> elapsed_;  ///< program's time in the last frame; falls where step is negative
    double run_ = 0.0;               ///< program's time for injections; only grows either sign of the step
    std::unique_ptr<FrameBatch> batch_;
    const std::atomic<bool>* abandoned_ = nullptr;
    std::vector<FrameCounts> counts_;  ///< counts of the last call
};

}  // namespace farfield::compute
