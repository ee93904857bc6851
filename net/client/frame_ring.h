#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "net/message/messages.h"

namespace farfield::net {

/// Description of the frame in a slot, for the consumer.
struct FrameInfo {
    MessageHeader header;
    std::uint64_t first_byte_ns = 0;  ///< viewer's clock (Unix epoch) when the header was complete
    std::uint64_t received_ns = 0;    ///< viewer's clock when the last byte had arrived
};

/// Divides `memory` into equal slots. Ownership: borrows it.
[[nodiscard]] std::vector<std::span<std::byte>> slots_of(std::span<std::byte> memory, std::size_t slots);

/// The ring of frame slots between the producer (the thread that reads the socket) and the consumer (the
/// thread that draws). Lock-free, single producer, single consumer, in order; no thread waits, copies or
/// allocates.
///
/// The consumer *takes* frames in order and keeps them for as long as it likes: the frames it holds are the
/// history that trails are drawn from. Releasing the oldest returns its slot to the producer, and earns the
/// peer a credit.
///
///     released <= taken <= published <= released + slots
///
/// Ownership: borrows the slots' memory, which must outlive the ring.
/// Source: after the bounded single-producer queue of Lamport, "Proving the correctness of multiprocess
/// programs" (1977), with the cached opposite index of Lee et al., "MCRingBuffer" (2010).
class FrameRing {
public:
    struct Taken {
        std::size_t slot;  ///< index of the slot now newest in the history
        std::uint64_t
            skipped;  ///< frames passed over since the last taken one: in the history, but never shown
    };

    /// Throws std::invalid_argument when there is no slot or the slots' sizes differ.
    explicit FrameRing(std::vector<std::span<std::byte>> slots);

    FrameRing(const FrameRing&) = delete;
    FrameRing& operator=(const FrameRing&) = delete;

    [[nodiscard]] std::size_t slots() const noexcept { return memory_.size(); }
    [[nodiscard]] std::size_t slot_bytes() const noexcept { return memory_.front().size(); }
    [[nodiscard]] std::span<const std::byte> memory(std::size_t slot) const noexcept { return memory_[slot]; }

    /// Producer: memory of the slot to fill next; nullopt when the ring is full. The same slot until
    /// publish().
    [[nodiscard]] std::optional<std::span<std::byte>> try_acquire() noexcept;
    /// Producer: passes the acquired slot to the consumer.
    void publish(const FrameInfo& info) noexcept;
    /// Called on the producer's thread with each frame before it is published; must not throw. Set it before
    /// a producer has the ring.
    using Observer = std::function<void(const FrameInfo& info, std::span<const std::byte> payload)>;
    void observe(Observer observer) { observer_ = std::move(observer); }

    /// Consumer: takes the next frame in order (policy *every*); nullopt when there is none.
    [[nodiscard]] std::optional<Taken> take_next() noexcept;
    /// Consumer: takes the newest frame (policy *latest*); nullopt when none is newer than the last taken.
    [[nodiscard]] std::optional<Taken> take_newest() noexcept;
    /// Consumer: slot of the frame that take_next() would take; nullopt: no frame waits.
    [[nodiscard]] std::optional<std::size_t> next_slot() const noexcept;
    /// Consumer: frames taken and not yet released.
    [[nodiscard]] std::size_t held() const noexcept;
    /// Consumer: slot of the frame `back` frames before the newest taken one; back < held().
    [[nodiscard]] std::size_t held_slot(std::size_t back) const noexcept;
    /// Consumer: the description of a held slot's frame.
    [[nodiscard]] const FrameInfo& info(std::size_t slot) const noexcept { return infos_[slot]; }
    /// Consumer: returns the oldest `count` held frames' slots to the producer; count <= held().
    void release_oldest(std::size_t count) noexcept;

    /// Any thread: published frames not yet taken.
    [[nodiscard]] std::size_t waiting() const noexcept;
    /// Any thread: frames released since the start. Credits granted = slots() + released().
    [[nodiscard]] std::uint64_t released() const noexcept
    {
        return released_.load(std::memory_order_acquire);
    }
    /// Any thread: frames published since the start.
    [[nodiscard]] std::uint64_t published() const noexcept
    {
        return published_.load(std::memory_order_acquire);
    }

private:
    static constexpr std::size_t cache_line = 64;

    std::vector<std::span<std::byte>> memory_;
    std::vector<FrameInfo> infos_;
    Observer observer_;
    alignas(cache_line) std::atomic<std::uint64_t> published_{0};  ///< written by the producer
    std::uint64_t released_seen_ = 0;                              ///< producer's copy of released_
    alignas(cache_line) std::atomic<std::uint64_t> released_{0};   ///< written by the consumer
    std::atomic<std::uint64_t> taken_{0};                          ///< written by the consumer
    std::uint64_t published_seen_ = 0;                             ///< consumer's copy of published_
};

}  // namespace farfield::net
