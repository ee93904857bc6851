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

/// The answers of a program that come in parts, on the viewer's side: lines, surfaces, slices, arrows. Parts
/// lie in OpenGL's slots, where the client's I/O thread puts them. What is shown is one answer: the newest
/// that is complete, or, with patience, a newer one that takes its time and is shown as far as it is there.
/// Preambles of all these have the number of the answer at byte 8, that of the part at 40, and that of the
/// parts at 44.
///
/// Contexts: every member needs the GL context current that the constructor had. Threads: the consumer's
/// only; ring() is given to net::Client::attach() and must be detached before this dies.
class AnswerStream {
public:
    struct Settings {
        std::size_t parts = 1;  ///< of an answer, at most
        std::size_t slot_bytes = 0;
        bool cpu_reads = false;  ///< a payload hash reads the slots, too
        /// So long an answer may take before it is shown in parts; nothing: it is shown once it is complete.
        std::optional<std::uint64_t> patience_ns = std::nullopt;
    };
    /// Slots that let one answer be shown while a coarse one and the next arrive.
    [[nodiscard]] static constexpr std::size_t slots_for(std::size_t parts) { return 2 * parts + 2; }

    explicit AnswerStream(const Settings& settings);

    [[nodiscard]] net::FrameRing& ring() noexcept { return ring_; }
    [[nodiscard]] const net::FrameRing& ring() const noexcept { return ring_; }
    [[nodiscard]] const render::FrameSlots& slots() const noexcept { return slots_; }

    /// Takes what has arrived; true when that changes what is shown.
    bool take(std::uint64_t now_ns);
    /// Takes the next answer, none passed over; false while it is not complete.
    bool take_next();

    /// Calls visit(slot, payload) for each part that is shown, oldest first. Mapped memory may be slow to
    /// read.
    template <class Visit>
    void each_shown(Visit visit) const
    {
        for (const Part& part : held_)
            if (is_shown(part)) visit(part.slot, payload_of(part.slot));
    }
    /// Of the part of the shown answer that came last; null: nothing is shown.
    [[nodiscard]] const net::FrameInfo* newest() const noexcept;
    /// Whether all of the shown answer is there.
    [[nodiscard]] bool is_complete() const { return shown_ && is_complete(*shown_); }

    /// To be called after the draws.
    void drawn() { fence_ = render::GpuFence::insert(); }
    /// Gives back the slots of answers that are not shown any more, once the last draw is done. True when the
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
    std::optional<std::uint64_t> shown_;  ///< answer; of those in held_
    render::GpuFence fence_;
};

}  // namespace farfield::app
