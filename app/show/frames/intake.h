#pragma once

#include <cstdint>
#include <optional>

#include "app/link/request.h"
#include "net/client/frame_ring.h"

namespace farfield::app {

/// The rings of one program on the viewer's side. Threads: the consumer's. Rings that are in use by a client
/// must be detached before open(), close() and destruction.
class Intake {
public:
    virtual ~Intake() = default;

    /// Makes the ring of a program that is about to start, with slots of at least so many bytes; what the
    /// last ring brought stays on show until the first frame of this one. Throws std::runtime_error.
    virtual net::FrameRing& open(const ProgramRequest& request, std::uint64_t slot_bytes) = 0;
    /// Whether the ring that is open serves a changed request.
    [[nodiscard]] virtual bool serves(const ProgramRequest& request) const = 0;
    /// The size of slots with which frames of so many bytes are asked for again; nothing: they would take
    /// more than max_ring_bytes.
    [[nodiscard]] virtual std::optional<std::uint64_t> grown_to(const ProgramRequest& request,
                                                                std::uint64_t frame_bytes) const = 0;
    /// Nothing is on show any more.
    virtual void close() = 0;

    /// To be called after the draws, with the stage's context current.
    virtual void drawn() {}
    /// Gives back slots that are not shown any more; true when some were. The context as of drawn().
    virtual bool release_finished() { return false; }
};

}  // namespace farfield::app
