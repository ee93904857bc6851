#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
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
/// Frames are numbered from 0. A buffer is free, or a frame is being made in it, or it keeps a frame that a
/// viewer may still need: one that waits to be sent, is on its way, or was sent and is not acknowledged. The
/// frames that are kept need not follow each other: one on its way over a slow link does not hold back those
/// after it.
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
    [[nodiscard]] std::size_t kept() const noexcept { return kept_.size(); }
    [[nodiscard]] std::size_t buffers() const noexcept { return buffers_.size(); }
    [[nodiscard]] std::size_t free_buffers() const noexcept { return free_.size(); }
    [[nodiscard]] std::size_t slot_bytes() const noexcept { return slot_bytes_; }

    /// With `unsent` frames the batch before the last is sent: the next one may be made, where there is a
    /// free buffer.
    [[nodiscard]] bool is_time_for_more(std::uint64_t unsent) const noexcept { return unsent <= batch_; }
    /// How many frames are to be made at once.
    [[nodiscard]] std::size_t batch() const noexcept { return batch_; }
    /// How many may be made now.
    [[nodiscard]] std::size_t next_batch() const noexcept { return std::min(batch_, free_.size()); }
    /// So many frames, at most next_batch(), are being made until end_batch(); each in a buffer of its own.
    void begin_batch(std::size_t frames) noexcept;
    [[nodiscard]] std::span<std::byte> memory(std::size_t frame) const noexcept;
    /// The next frame of the batch is ready, and kept.
    void publish(const ReadyFrame& frame) noexcept;
    void end_batch() noexcept;  ///< the buffers of those that were not published are free again
    /// `frames` frames are about to be published that took so long, while `unsent` wait.
    void adapt_batch(std::size_t frames, Duration took, std::uint64_t unsent) noexcept;
    void begin_single_frames() noexcept { batch_ = 1; }
    /// Another longest time of a batch, as the constructor has it.
    void limit_batch(Duration longest) noexcept { longest_batch_ = longest; }

    /// Numbers of the frames that are kept, ascending.
    [[nodiscard]] std::uint64_t kept_number(std::size_t i) const noexcept { return kept_[i].number; }
    [[nodiscard]] bool keeps(std::uint64_t n) const noexcept;
    /// Frame number `n`, which is kept.
    [[nodiscard]] const ReadyFrame& at(std::uint64_t n) const noexcept;
    /// Frames for which is_needed(number) is false are not kept any more.
    void release_unless(auto&& is_needed)
    {
        std::erase_if(kept_, [&](const Place& place) {
            if (is_needed(place.number)) return false;
            free_.push_back(place.buffer);
            return true;
        });
    }
    /// The newest frame is kept, though it may have been released: buffers are used in turn, so it is there
    /// unless a batch has taken all. Whether it is there.
    bool keep_newest() noexcept;
    /// Frames from number `n` on are not needed any more: their numbers are given again.
    void drop_from(std::uint64_t n) noexcept;

private:
    struct AlignedDelete {
        void operator()(std::byte* memory) const noexcept;
    };
    struct Buffer {
        std::unique_ptr<std::byte[], AlignedDelete> memory;
        ReadyFrame frame;
        std::optional<std::uint64_t> number;  ///< of its frame, as long as nothing else was written there
    };
    struct Place {
        std::uint64_t number = 0;
        std::uint32_t buffer = 0;
    };

    [[nodiscard]] std::vector<Place>::const_iterator find(std::uint64_t n) const noexcept;

    const std::size_t slot_bytes_;
    Duration longest_batch_;
    const MemoryBudget::Reservation memory_;  ///< of buffers_
    std::vector<Buffer> buffers_;
    std::vector<Place> kept_;            ///< ascending
    std::vector<std::uint32_t> free_;    ///< buffers, the one that was freed first in front
    std::vector<std::uint32_t> making_;  ///< buffers of the batch, in their order
    std::size_t batch_ = 1;
    std::uint64_t made_ = 0;
};

}  // namespace farfield::net
