#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "net/message/memory_budget.h"
#include "net/message/messages.h"

namespace farfield::net {

/// A frame as it waits to be sent.
struct ReadyFrame {
    MessageHeader header;
    std::span<const std::byte> payload;
};

/// The send buffers of one stream, and how many frames are made at once.
///
/// Frames are numbered from 0; frame n lies in buffer n modulo their number. Frames [released, made) are
/// kept: waiting to be sent, on their way, or sent and not acknowledged.
///
///     released <= made <= released + buffers
///
/// A batch is one frame after each change of settings, so that its effect is seen at once. While frames are
/// sent as fast as they are made, batches double, up to half of the buffers and the longest time of a batch;
/// where sending is the slower part, they halve: larger ones only make frames wait.
/// Threads: one at a time; the stream's mutex. Allocates nothing after its construction.
class FrameQueue {
public:
    using Duration = std::chrono::steady_clock::duration;
    /// Frames that are made at once. More gain little.
    static constexpr std::size_t max_batch = 8;
    /// Memory of the send buffers, all sessions' limit aside; two slots are taken whatever their size.
    static constexpr std::uint64_t max_buffer_bytes = 512ull << 20;
    /// Of a queue that keeps frames until they are acknowledged: a path of 100 Mbit/s and 100 ms, 1.25 MB,
    /// stays full with small frames.
    static constexpr std::size_t max_kept_buffers = 64;
    static constexpr std::uint64_t max_kept_bytes = 64ull << 20;

    /// Takes memory for two batches, or for fewer frames where less is left. Throws RpcError, LimitExceeded,
    /// when there is not enough for two frames. longest_batch: how long a change of settings waits for a
    /// batch, about, unless a single frame takes longer. is_acknowledged: frames are kept for a round trip
    /// longer, in more buffers.
    FrameQueue(MemoryBudget& memory, std::size_t slot_bytes, Duration longest_batch,
               bool is_acknowledged = false);

    [[nodiscard]] std::uint64_t made() const noexcept { return made_; }
    [[nodiscard]] std::uint64_t released() const noexcept { return released_; }
    [[nodiscard]] std::uint64_t kept() const noexcept { return made_ - released_; }
    [[nodiscard]] std::size_t buffers() const noexcept { return buffers_.size(); }
    [[nodiscard]] std::size_t slot_bytes() const noexcept { return slot_bytes_; }

    /// There is a free buffer, and with `unsent` frames the batch before the last is sent: the next one may
    /// be made.
    [[nodiscard]] bool has_room(std::uint64_t unsent) const noexcept
    {
        return unsent <= batch_ && kept() < buffers();
    }
    /// How many frames may be made now.
    [[nodiscard]] std::size_t next_batch() const noexcept;
    /// Memory of the frame `ahead` frames after the last one made; ahead < next_batch().
    [[nodiscard]] std::span<std::byte> memory(std::size_t ahead) const noexcept;

    /// The next frame is ready.
    void publish(const ReadyFrame& frame) noexcept;
    /// `frames` frames are about to be published that took so long, while `unsent` wait.
    void adapt_batch(std::size_t frames, Duration took, std::uint64_t unsent) noexcept;
    void begin_single_frames() noexcept { batch_ = 1; }

    /// Frame number `n`, which is kept.
    [[nodiscard]] const ReadyFrame& at(std::uint64_t n) const noexcept
    {
        return buffers_[n % buffers()].frame;
    }
    /// Frames before number `n` are not needed any more; n <= made().
    void release_to(std::uint64_t n) noexcept { released_ = n; }
    /// Of all frames that were made the last one alone is kept, though it may be released: as a batch takes
    /// half of the buffers at most, its buffer has not been written to again.
    void keep_only_newest() noexcept { released_ = made_ - 1; }
    /// Frames from number `n` on are not needed any more: their numbers are given again.
    void drop_from(std::uint64_t n) noexcept { made_ = n; }

private:
    struct AlignedDelete {
        void operator()(std::byte* memory) const noexcept;
    };
    struct Buffer {
        std::unique_ptr<std::byte[], AlignedDelete> memory;
        ReadyFrame frame;
    };

    const std::size_t slot_bytes_;
    const Duration longest_batch_;
    const MemoryBudget::Reservation memory_;  ///< of buffers_
    std::vector<Buffer> buffers_;
    std::size_t batch_ = 1;
    std::uint64_t made_ = 0;
    std::uint64_t released_ = 0;
};

}  // namespace farfield::net
