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

/// A frame that waits to be sent.
struct ReadyFrame {
    MessageHeader header;
    std::span<const std::byte> payload;
};

/// The send buffers of one stream, and the number of frames that are made at once.
///
/// Frames are numbered from 0. A buffer is free, or a frame is being made in it, or it keeps a frame that a
/// viewer may still need: one that waits to be sent, is on its way, or was sent and is not acknowledged. Kept
/// frames need not be consecutive: one on its way over a slow link does not hold back later
/// frames.
///
/// A batch is one frame after each change of settings, so that its effect is seen at once. While frames are
/// sent as fast as they are made, batches double, up to half of the buffers and the longest time of a batch;
/// when sending is slower, they halve: larger batches would only make frames wait.
/// Threads: one at a time, under the stream's mutex. Allocates nothing after its construction.
class FrameQueue {
public:
    using Duration = std::chrono::steady_clock::duration;
    /// Frames that are made at once, at most: more would gain little.
    static constexpr std::size_t max_batch = 8;
    /// Bytes of the send buffers, whatever the limit of all sessions; but at least two slots of any size.
    static constexpr std::uint64_t max_buffer_bytes = 512ull << 20;
    /// Limits of a queue that keeps frames until they are acknowledged: a path of 100 Mbit/s and 100 ms (1.25
    /// MB) stays full with small frames.
    static constexpr std::size_t max_kept_buffers = 64;
    static constexpr std::uint64_t max_kept_bytes = 64ull << 20;

    /// Takes memory for two batches, or for fewer frames when less is left. Throws RpcError, LimitExceeded,
    /// when there is not enough for two frames. longest_batch: time that a change of settings waits for a
    /// batch, about, unless a single frame takes longer. is_acknowledged: frames are kept for another round
    /// trip, in more buffers.
    FrameQueue(MemoryBudget& memory, std::size_t slot_bytes, Duration longest_batch,
               bool is_acknowledged = false);

    [[nodiscard]] std::uint64_t made() const noexcept { return made_; }
    [[nodiscard]] std::size_t kept() const noexcept { return kept_.size(); }
    [[nodiscard]] std::size_t buffers() const noexcept { return buffers_.size(); }
    [[nodiscard]] std::size_t free_buffers() const noexcept { return free_.size(); }
    [[nodiscard]] std::size_t slot_bytes() const noexcept { return slot_bytes_; }

    /// True when `unsent` frames mean that the batch before the last is sent: the next batch may then be
    /// made, if there is a free buffer.
    [[nodiscard]] bool is_time_for_more(std::uint64_t unsent) const noexcept { return unsent <= batch_; }
    /// Number of frames to be made at once.
    [[nodiscard]] std::size_t batch() const noexcept { return batch_; }
    /// Number of frames that may be made now.
    [[nodiscard]] std::size_t next_batch() const noexcept { return std::min(batch_, free_.size()); }
    /// Begins a batch of at most next_batch() frames, each in a buffer of its own; end_batch() ends it.
    void begin_batch(std::size_t frames) noexcept;
    [[nodiscard]] std::span<std::byte> memory(std::size_t frame) const noexcept;
    /// Notes that the batch's next frame is ready; the queue keeps it.
    void publish(const ReadyFrame& frame) noexcept;
    void end_batch() noexcept;  ///< frees the buffers of frames that were not published
    /// Adapts the batch size. A batch of `frames`, made in `took`, is about to be published; `unsent` wait.
    void adapt_batch(std::size_t frames, Duration took, std::uint64_t unsent) noexcept;
    void begin_single_frames() noexcept { batch_ = 1; }
    /// Changes the longest time of a batch, as in the constructor.
    void limit_batch(Duration longest) noexcept { longest_batch_ = longest; }

    /// Numbers of the kept frames, ascending: the i-th.
    [[nodiscard]] std::uint64_t kept_number(std::size_t i) const noexcept { return kept_[i].number; }
    [[nodiscard]] bool keeps(std::uint64_t n) const noexcept;
    /// Frame number `n`, which must be kept.
    [[nodiscard]] const ReadyFrame& at(std::uint64_t n) const noexcept;
    /// Releases the frames for which is_needed(number) is false.
    void release_unless(auto&& is_needed)
    {
        std::erase_if(kept_, [&](const Place& place) {
            if (is_needed(place.number)) return false;
            free_.push_back(place.buffer);
            return true;
        });
    }
    /// Keeps the newest frame, even if it has been released: buffers are used in turn, so it is still there
    /// unless a batch has taken all of them. True when it is there.
    bool keep_newest() noexcept;
    /// Drops the frames from number `n` on; later frames get their numbers again.
    void drop_from(std::uint64_t n) noexcept;

private:
    struct AlignedDelete {
        void operator()(std::byte* memory) const noexcept;
    };
    struct Buffer {
        std::unique_ptr<std::byte[], AlignedDelete> memory;
        ReadyFrame frame;
        std::optional<std::uint64_t> number;  ///< number of its frame, until the buffer is written again
    };
    struct Place {
        std::uint64_t number = 0;
        std::uint32_t buffer = 0;
    };

    [[nodiscard]] std::vector<Place>::const_iterator find(std::uint64_t n) const noexcept;

    const std::size_t slot_bytes_;
    Duration longest_batch_;
    const MemoryBudget::Reservation memory_;  ///< memory of buffers_
    std::vector<Buffer> buffers_;
    std::vector<Place> kept_;            ///< in ascending order
    std::vector<std::uint32_t> free_;    ///< free buffers, the longest free in front
    std::vector<std::uint32_t> making_;  ///< buffers of the batch, in order
    std::size_t batch_ = 1;
    std::uint64_t made_ = 0;
};

}  // namespace farfield::net
