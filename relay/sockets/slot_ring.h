#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {

inline constexpr std::size_t max_datagram_bytes = 8192;  ///< a longer datagram is malformed

/// Description of the datagram in a slot.
struct SlotInfo {
    std::uint64_t arrival_ns = 0;  ///< Unix epoch
    Endpoint from = {};
    Ipv4 to = 0;
    std::uint32_t input = 0;
    std::uint32_t bytes = 0;  ///< at most max_datagram_bytes
    bool is_priority = false;
};

/// The ring of datagrams between a shard's thread (producer) and the core's (consumer). Lock-free, single
/// producer, single consumer, in order; no thread waits or allocates. A datagram is copied once, into its
/// slot; the consumer reads it there until it releases the slot.
///
///     released <= published <= written <= released + slots
///
/// A tenth of the slots is only for priority: an ordinary datagram is refused when no other slot is free.
/// Source: after the bounded single-producer queue of Lamport, "Proving the correctness of multiprocess
/// programs" (1977), with the cached opposite index of Lee et al., "MCRingBuffer" (2010).
class SlotRing {
public:
    static constexpr std::size_t default_slots = 4096;

    /// slots: at least 1, else std::invalid_argument.
    explicit SlotRing(std::size_t slots = default_slots);
    SlotRing(const SlotRing&) = delete;
    SlotRing& operator=(const SlotRing&) = delete;

    [[nodiscard]] std::size_t slots() const noexcept { return slots_; }
    /// Number of slots that ordinary datagrams do not get: a tenth, rounded down.
    [[nodiscard]] std::size_t priority_slots() const noexcept { return slots_ / 10; }

    /// Producer: copies a datagram to the next slot; false when there is none for it. The consumer sees it
    /// after publish(). info.bytes is set here; bytes.size() <= max_datagram_bytes.
    [[nodiscard]] bool try_push(const SlotInfo& info, std::span<const std::byte> bytes) noexcept;
    /// Producer: passes all pushed datagrams to the consumer.
    void publish() noexcept { published_.store(written_, std::memory_order_release); }

    /// Consumer: number of datagrams that may be read now.
    [[nodiscard]] std::size_t ready() const noexcept
    {
        return static_cast<std::size_t>(published_.load(std::memory_order_acquire) -
                                        released_.load(std::memory_order_relaxed));
    }
    /// Consumer: the datagram `back` places behind the oldest; back < ready(). Unchanged until released.
    [[nodiscard]] const SlotInfo& info(std::size_t back) const noexcept { return slot(oldest() + back).info; }
    [[nodiscard]] std::span<const std::byte> bytes(std::size_t back) const noexcept
    {
        const auto& held = slot(oldest() + back);
        return std::span(held.bytes).first(held.info.bytes);
    }
    /// Consumer: returns the oldest `count` slots to the producer; count <= ready().
    void release(std::size_t count) noexcept { released_.store(oldest() + count, std::memory_order_release); }

private:
    static constexpr std::size_t cache_line = 64;

    /// A slot; one line of description precedes the bytes, so that the beginnings of slots do not share one
    /// set of the caches.
    struct alignas(cache_line) Slot {  // NOLINT(cppcoreguidelines-pro-type-member-init): try_push() fills it
        SlotInfo info;
        alignas(cache_line) std::array<std::byte, max_datagram_bytes> bytes;
    };

    [[nodiscard]] Slot& slot(std::uint64_t number) const noexcept { return memory_[number % slots_]; }
    [[nodiscard]] std::uint64_t oldest() const noexcept { return released_.load(std::memory_order_relaxed); }

    const std::size_t slots_;
    const std::unique_ptr<Slot[]> memory_;
    alignas(cache_line) std::atomic<std::uint64_t> published_{0};  ///< written by the producer
    std::uint64_t written_ = 0;                                    ///< producer's count of datagrams pushed
    std::uint64_t released_seen_ = 0;                              ///< producer's copy of released_
    alignas(cache_line) std::atomic<std::uint64_t> released_{0};   ///< written by the consumer
};

}  // namespace farfield::net::relay
