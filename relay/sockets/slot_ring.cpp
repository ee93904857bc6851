#include "relay/sockets/slot_ring.h"

#include <cstring>
#include <stdexcept>

namespace farfield::net::relay {

SlotRing::SlotRing(std::size_t slots)
    // Not zeroed: the system provides pages when they are first written.
    : slots_(slots), memory_(slots == 0 ? nullptr : std::make_unique_for_overwrite<Slot[]>(slots))
{
    if (slots == 0) throw std::invalid_argument("a ring of datagrams needs at least one slot");
}

bool SlotRing::try_push(const SlotInfo& info, std::span<const std::byte> bytes) noexcept
{
    const auto allowed = slots_ - (info.is_priority ? 0 : priority_slots());
    if (written_ - released_seen_ >= allowed) {
        released_seen_ = released_.load(std::memory_order_acquire);
        if (written_ - released_seen_ >= allowed) return false;
    }
    auto& next = slot(written_);
    next.info = info;
    next.info.bytes = static_cast<std::uint32_t>(bytes.size());
    if (!bytes.empty()) std::memcpy(next.bytes.data(), bytes.data(), bytes.size());
    ++written_;
    return true;
}

}  // namespace farfield::net::relay
