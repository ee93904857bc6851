#include "app/show/frames/plain_intake.h"

#include "app/show/frames/ring_slots.h"

namespace farfield::app {
namespace {

/// Releases the oldest slot on destruction, also when its frame is refused by throwing.
struct Released {
    net::FrameRing& ring;
    ~Released() { ring.release_oldest(1); }
};

}  // namespace

net::FrameRing& PlainIntake::open(const ProgramRequest& /*request*/, std::uint64_t slot_bytes)
{
    ring_ = std::make_unique<PlainRing>(slots_, slot_bytes);
    return ring_->ring();
}

bool PlainIntake::serves(const ProgramRequest& request) const
{
    return ring_ && request.frame_bytes <= ring_->ring().slot_bytes();
}

std::optional<std::uint64_t> PlainIntake::grown_to(const ProgramRequest& /*request*/,
                                                   std::uint64_t frame_bytes) const
{
    return frame_bytes <= max_ring_bytes / slots_ ? std::optional(frame_bytes) : std::nullopt;
}

std::size_t PlainIntake::take_all(const Take& take)
{
    if (!ring_) return 0;
    net::FrameRing& ring = ring_->ring();
    std::size_t taken = 0;
    for (; const auto next = ring.take_next(); ++taken) {
        const Released released{ring};
        has_released_ = true;
        const auto& header = ring.info(next->slot).header;
        take(header, ring.memory(next->slot).first(header.payload_bytes));
    }
    return taken;
}

}  // namespace farfield::app
