#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "net/client/frame_ring.h"
#include "net/message/control_messages.h"
#include "net/message/frame_stamp.h"
#include "render/gl/frame_slots.h"
#include "render/gl/gpu_fence.h"
#include "render/layers/line_drawing.h"
#include "render/layers/particle_drawing.h"
#include "render/scene/terrain_frame.h"

namespace farfield::app {

/// One stream's frames on the viewer's side: OpenGL's slots, the ring over them that the client's I/O thread
/// fills, and the fences that tell when a slot that was drawn from may be filled again. Here memory of
/// `render` meets `net`.
///
/// Contexts: every member needs the GL context current that the constructor had. Threads: the consumer's
/// only; ring() is given to net::Client::attach() and must be detached before this dies.
class FrameStream {
public:
    struct Settings {
        std::size_t slot_bytes = 0;
        std::size_t history = 0;  ///< frames kept behind the newest, for trails
        std::size_t ahead = 4;    ///< slots beyond these, for the producer; see slots_ahead()
        render::SlotPath path = render::SlotPath::Automatic;
        bool cpu_reads = false;  ///< a recorder or a payload hash reads the slots too
    };
    explicit FrameStream(const Settings& settings);

    [[nodiscard]] net::FrameRing& ring() noexcept { return ring_; }
    [[nodiscard]] const net::FrameRing& ring() const noexcept { return ring_; }
    [[nodiscard]] const render::FrameSlots& slots() const noexcept { return slots_; }

    /// Takes the next (*every*) or the newest (*latest*) frame and brings it to the GPU; nothing when there
    /// is none. Of *every* frame too, those that do not show yet what was asked for with the interaction
    /// number `asked` are passed over while later ones wait: a change is seen at once, however many are
    /// ahead.
    std::optional<net::FrameRing::Taken> take(net::Policy policy, std::uint32_t asked = 0);
    /// Takes the newest frame that is not later than a time on the field's clock, or the first of all.
    std::optional<net::FrameRing::Taken> take_until(double time);
    /// Fills in what comes from frames: slots, the newest frame's particles and their trail, or its lines;
    /// none before the first frame, and of frames of another kind.
    void describe(render::ParticleDrawing& particles) const;
    void describe(render::LineDrawing& lines) const;
    /// The newest frame's view of a terrain; nothing where it is none.
    [[nodiscard]] std::optional<render::TerrainFrame> terrain_view() const;
    /// To be called after the draws: marks what they read with a fence.
    void drawn();
    /// Gives back slots that have been drawn and are older than the history. True when the client should
    /// be notified by slots_released().
    bool release_finished();

    [[nodiscard]] bool has_frame() const noexcept { return ring_.held() > 0; }
    /// Of the newest taken frame; has_frame() must hold.
    [[nodiscard]] const net::FrameInfo& info() const noexcept;
    /// payload_bytes long; see Settings::cpu_reads.
    [[nodiscard]] std::span<const std::byte> payload() const noexcept;
    /// Of the newest frame.
    [[nodiscard]] const net::FrameStamp& stamp() const noexcept { return heads_[ring_.held_slot(0)].stamp; }
    /// Of the newest frame, where it has particles or lines: on the field's clock. 0 of others.
    [[nodiscard]] double time() const noexcept { return heads_[ring_.held_slot(0)].time; }

private:
    struct Head {
        net::FrameStamp stamp;
        double time = 0.0;
    };

    [[nodiscard]] static Head head_of(std::span<const std::byte> slot, const net::MessageHeader& header);
    void bring_to_gpu(std::size_t back);
    [[nodiscard]] bool oldest_is_drawn();
    /// Whether there is a newest frame, and it is of that type.
    [[nodiscard]] bool holds(net::MessageType type) const noexcept;
    [[nodiscard]] render::ParticleFrame frame_at(std::size_t back) const noexcept;

    render::FrameSlots slots_;
    net::FrameRing ring_;
    std::size_t history_;
    /// By slot: the mark of the last draw that had this slot's frame as its newest; empty once it is reached.
    std::vector<render::GpuFence> fences_;
    /// By slot, read once as the frame is taken: mapped memory may be slow to read.
    std::vector<Head> heads_;
};

}  // namespace farfield::app
