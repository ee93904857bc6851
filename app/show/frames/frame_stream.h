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

/// Frames of one stream on the viewer's side: OpenGL's slots, the ring over them that the client's I/O thread
/// fills, and the fences that show when a drawn slot may be filled again. Here memory of
/// `render` meets `net`.
///
/// Contexts: every member needs the GL context current that the constructor had. Threads: the consumer's
/// only; ring() is given to net::Client::attach() and must be detached before this dies.
class FrameStream {
public:
    struct Settings {
        std::size_t slot_bytes = 0;
        std::size_t history = 0;  ///< frames kept behind the newest, for trails
        std::size_t ahead = 4;    ///< further slots, for the producer; see slots_ahead()
        render::SlotPath path = render::SlotPath::Automatic;
        bool cpu_reads = false;  ///< a recorder or a payload hash reads the slots too
    };
    explicit FrameStream(const Settings& settings);

    [[nodiscard]] net::FrameRing& ring() noexcept { return ring_; }
    [[nodiscard]] const net::FrameRing& ring() const noexcept { return ring_; }
    [[nodiscard]] const render::FrameSlots& slots() const noexcept { return slots_; }

    /// Takes the next (*every*) or the newest (*latest*) frame and brings it to the GPU; nullopt without
    /// one. With *every*, too, frames older than the interaction number `asked` are passed over while later
    /// ones wait: the result of a change is seen at once, however many frames are
    /// ahead of it.
    std::optional<net::FrameRing::Taken> take(net::Policy policy, std::uint32_t asked = 0);
    /// Takes the newest frame that is not later than a time on the field's clock; at first, any frame.
    std::optional<net::FrameRing::Taken> take_until(double time);
    /// Fills in members that follow from frames: slots, and the newest frame's particles with their trail, or
    /// its lines; empty before the first frame, and for frames of another kind.
    void describe(render::ParticleDrawing& particles) const;
    void describe(render::LineDrawing& lines) const;
    /// The newest frame's view of a terrain; nullopt for other frames.
    [[nodiscard]] std::optional<render::TerrainFrame> terrain_view() const;
    /// Marks the slots that the draws read with a fence; called after them.
    void drawn();
    /// Gives back slots that have been drawn and are older than the history. True when the client should
    /// be notified by slots_released().
    bool release_finished();

    [[nodiscard]] bool has_frame() const noexcept { return ring_.held() > 0; }
    /// The newest taken frame; has_frame() must hold.
    [[nodiscard]] const net::FrameInfo& info() const noexcept;
    /// Payload of the newest frame, payload_bytes long; see Settings::cpu_reads.
    [[nodiscard]] std::span<const std::byte> payload() const noexcept;
    /// Stamp of the newest frame.
    [[nodiscard]] const net::FrameStamp& stamp() const noexcept { return heads_[ring_.held_slot(0)].stamp; }
    /// Time of the newest frame on the field's clock, where it has particles or lines; else 0.
    [[nodiscard]] double time() const noexcept { return heads_[ring_.held_slot(0)].time; }

private:
    struct Head {
        net::FrameStamp stamp;
        double time = 0.0;
    };

    [[nodiscard]] static Head head_of(std::span<const std::byte> slot, const net::MessageHeader& header);
    void bring_to_gpu(std::size_t back);
    [[nodiscard]] bool oldest_is_drawn();
    /// True when there is a newest frame, and it has that type.
    [[nodiscard]] bool holds(net::MessageType type) const noexcept;
    [[nodiscard]] render::ParticleFrame frame_at(std::size_t back) const noexcept;

    render::FrameSlots slots_;
    net::FrameRing ring_;
    std::size_t history_;
    /// Fences by slot: of the last draw that had the slot's frame as its newest; empty once signalled.
    std::vector<render::GpuFence> fences_;
    /// Heads by slot, read once when the frame is taken, since mapped memory may be slow to read.
    std::vector<Head> heads_;
};

}  // namespace farfield::app
