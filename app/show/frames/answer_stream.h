#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "net/client/frame_ring.h"
#include "render/gl/frame_slots.h"
#include "render/gl/gpu_fence.h"

namespace farfield::app {

/// A program's answers in parts, on the viewer's side: lines, surfaces, slices, arrows. Parts
/// lie in OpenGL's slots, written by the client's I/O thread. One answer is shown: the newest
/// complete one, or, with patience, a slow newer one as far as it has arrived.
/// Their preambles all have the number of the answer at byte 8, that of the part at 40, and the number
/// of parts at 44.
///
/// Contexts: every member needs the GL context current that the constructor had. Threads: the consumer's
/// only; ring() is given to net::Client::attach() and must be detached before this dies.
class AnswerStream {
public:
    struct Settings {
        std::size_t parts = 1;  ///< most parts of an answer
        std::size_t slot_bytes = 0;
        bool cpu_reads = false;  ///< a payload hash reads the slots, too
        /// Time after which an incomplete answer is shown in parts; nullopt: only complete ones are shown.
        std::optional<std::uint64_t> patience_ns = std::nullopt;
    };
    /// Slots for one answer on show while a coarse one and the next arrive.
    [[nodiscard]] static constexpr std::size_t slots_for(std::size_t parts) { return 2 * parts + 2; }

    explicit AnswerStream(const Settings& settings);

    [[nodiscard]] net::FrameRing& ring() noexcept { return ring_; }
    [[nodiscard]] const net::FrameRing& ring() const noexcept { return ring_; }
    [[nodiscard]] const render::FrameSlots& slots() const noexcept { return slots_; }

    /// Takes the parts that have arrived; true when that changes the shown answer.
    bool take(std::uint64_t now_ns);
    /// Takes the next answer, passing none over; false while it is not complete.
    bool take_next();

    /// Calls visit(slot, payload) for each part that is shown, oldest first. Mapped memory may be slow to
    /// read.
    template <class Visit>
    void each_shown(Visit visit) const
    {
        for (const Part& part : held_)
            if (is_shown(part)) visit(part.slot, payload_of(part.slot));
    }
    /// The shown answer's part that arrived last; null: nothing is shown.
    [[nodiscard]] const net::FrameInfo* newest() const noexcept;
    /// True when all parts of the shown answer have arrived.
    [[nodiscard]] bool is_complete() const { return shown_ && is_complete(*shown_); }

    /// Marks the end of the draws with a fence; called after them.
    void drawn() { fence_ = render::GpuFence::insert(); }
    /// Gives back the slots of answers that are no longer shown, once the last draw is done. True when the
    /// client is to be notified by slots_released().
    bool release_finished();

private:
    struct Part {
        std::size_t slot = 0;
        std::uint64_t answer = 0;
        std::uint32_t part = 0, parts = 1;
    };

    bool take_part();
    [[nodiscard]] std::span<const std::byte> payload_of(std::size_t slot) const noexcept;
    [[nodiscard]] bool is_shown(const Part& part) const noexcept { return shown_ && part.answer == *shown_; }
    [[nodiscard]] bool is_complete(std::uint64_t answer) const;
    [[nodiscard]] bool waited_enough(std::uint64_t now_ns) const;

    render::FrameSlots slots_;
    net::FrameRing ring_;
    std::optional<std::uint64_t> patience_ns_;
    std::vector<Part> held_;              ///< oldest first, as the ring holds them
    std::optional<std::uint64_t> shown_;  ///< number of the shown answer
    render::GpuFence fence_;
};

}  // namespace farfield::app
