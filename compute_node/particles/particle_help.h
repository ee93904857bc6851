#pragma once

#include "compute_node/particles/frame_batch.h"
#include "compute_node/particles/particle_state.h"

#include <cstddef>
#include <memory>
#include <span>

namespace farfield::compute {

/// The parts of a program's particles that other processes hold and move. The destructor frees them. Threads:
/// one at a time. Errors: std::runtime_error when a process has ended or failed.
class ParticleHelp {
public:
    virtual ~ParticleHelp() = default;

    [[nodiscard]] virtual std::size_t helpers() const = 0;
    /// Gives a helper the particles that it has from now on.
    virtual void give(std::size_t helper, ParticleState particles) = 0;
    /// Has all helpers begin to make these frames. Returns at once.
    virtual void begin(const FrameBatch& batch, const ParticleSettings& settings, ByteOrder order) = 0;
    /// Waits for a helper's part of these frames, and puts it where each output begins. counts: one for each
    /// frame, to which the living particles are added.
    virtual void finish(std::size_t helper, std::span<std::byte* const> outputs,
                        std::span<FrameCounts> counts) = 0;
    /// Waits for a helper's particles as they are now, and takes them from it.
    [[nodiscard]] virtual ParticleState take_back(std::size_t helper) = 0;
};

/// The processes that move particles beside this one.
class ParticleHelpers {
public:
    virtual ~ParticleHelpers() = default;
    /// Begins help with a program's particles; null when the processes do not have this field.
    [[nodiscard]] virtual std::unique_ptr<ParticleHelp> begin_particles(const Field& field) = 0;
};

}  // namespace farfield::compute
