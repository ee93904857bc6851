#pragma once

#include <cstdint>
#include <optional>

#include "app/link/request.h"
#include "net/client/frame_ring.h"

namespace farfield::app {

/// Rings of one program on the viewer's side. Threads: the consumer's. Rings that are in use by a client
/// must be detached before open(), close() and destruction.
class Intake {
public:
    virtual ~Intake() = default;

    /// Makes the ring of a program that is about to start, with slots of at least slot_bytes; frames of the
    /// last ring stay on show until the first frame of the new one. Throws std::runtime_error.
    virtual net::FrameRing& open(const ProgramRequest& request, std::uint64_t slot_bytes) = 0;
    /// True when the open ring also serves a changed request.
    [[nodiscard]] virtual bool serves(const ProgramRequest& request) const = 0;
    /// Slot size to ask again with when frames need frame_bytes; nullopt: the ring would take
    /// more than max_ring_bytes.
    [[nodiscard]] virtual std::optional<std::uint64_t> grown_to(const ProgramRequest& request,
                                                                std::uint64_t frame_bytes) const = 0;
    /// Closes all rings; none of their frames is on show any longer.
    virtual void close() = 0;

    /// Called after the draws, with the stage's context current.
    virtual void drawn() {}
    /// Gives back slots that are no longer shown; true when some were. Context: as for drawn().
    virtual bool release_finished() { return false; }
};

}  // namespace farfield::app
