#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/programs/polylines.h"
#include "net/client/frame_ring.h"
#include "render/gl/frame_slots.h"
#include "render/gl/gpu_fence.h"
#include "render/layers/line_drawing.h"

namespace farfield::app {

/// The answers of a program `lines` on the viewer's side: their parts lie in OpenGL's slots, where the
/// client's I/O thread puts them. What is shown is one answer: the newest that is complete, or a newer one
/// that takes its time and is shown as far as it is there.
///
/// Contexts: every member needs the GL context current that the constructor had. Threads: the consumer's
/// only; ring() is given to net::Client::attach() and must be detached before this dies.
class LineStream {
public:
    /// So long an answer may take before it is shown in parts.
    static constexpr std::uint64_t patience_ns = 60'000'000;
    /// Slots that let one answer be shown while the next arrives.
    [[nodiscard]] static constexpr std::size_t slots_for(std::size_t parts) { return 2 * parts + 1; }

    LineStream(std::size_t parts, std::size_t slot_bytes);

    [[nodiscard]] net::FrameRing& ring() noexcept { return ring_; }
    [[nodiscard]] const render::FrameSlots& slots() const noexcept { return slots_; }

    /// Takes what has arrived; true when that changes what is shown.
    bool take(std::uint64_t now_ns);
    /// Fills in the slots and the parts that are shown.
    void describe(render::LineDrawing& lines) const;
    /// To be called after the draws.
    void drawn() { fence_ = render::GpuFence::insert(); }
    /// Gives back the slots of answers that are not shown any more, once the last draw is done. True when the
    /// client should be told with slots_released().
    bool release_finished();

    /// Of the part of the shown answer that came last; nothing is shown before the first.
    [[nodiscard]] const net::FrameInfo* newest() const noexcept;
    [[nodiscard]] std::uint64_t lines() const noexcept;  ///< shown
    [[nodiscard]] bool is_complete() const { return is_complete(shown_); }

private:
    struct Part {
        std::size_t slot = 0;
        model::PolylinePreamble preamble;
    };

    [[nodiscard]] bool is_complete(std::uint64_t answer) const;
    [[nodiscard]] bool waited_enough(std::uint64_t now_ns) const;

    render::FrameSlots slots_;
    net::FrameRing ring_;
    std::vector<Part> held_;   ///< oldest first, as the ring holds them
    std::uint64_t shown_ = 0;  ///< answer; of those in held_
    render::GpuFence fence_;
};

}  // namespace farfield::app
