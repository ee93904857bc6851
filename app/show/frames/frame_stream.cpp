#include "app/show/frames/frame_stream.h"

#include <algorithm>

#include "app/show/frames/ring_slots.h"
#include "app/show/ground/terrain_to_scene.h"
#include "model/programs/particle_frame.h"
#include "net/message/byte_order.h"

namespace farfield::app {
namespace {

constexpr std::size_t time_at = net::frame_stamp_bytes;  ///< of particles and of lines

/// Number of items with the size of a particle, limited to those for which the payload has room.
std::uint32_t drawable(std::uint32_t counted, const net::MessageHeader& header)
{
    if (header.payload_bytes < model::particle_preamble_bytes) return 0;
    const auto room = (header.payload_bytes - model::particle_preamble_bytes) / model::particle_bytes;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(counted, room));
}

}  // namespace

FrameStream::FrameStream(const Settings& settings)
    : slots_({.slots = settings.history + 1 + std::max<std::size_t>(settings.ahead, 1),
              .slot_bytes = settings.slot_bytes,
              .path = settings.path,
              .cpu_reads = settings.cpu_reads}),
      ring_(memory_of(slots_)),
      history_(settings.history),
      fences_(slots_.count()),
      heads_(slots_.count())
{}

std::optional<net::FrameRing::Taken> FrameStream::take(net::Policy policy, std::uint32_t asked)
{
    auto taken = policy == net::Policy::Every ? ring_.take_next() : ring_.take_newest();
    if (!taken) return taken;
    while (info().header.interaction < asked) {
        const auto next = ring_.take_next();
        if (!next) break;
        taken = net::FrameRing::Taken{next->slot, taken->skipped + 1};
    }
    // Frames passed over are not shown, but trails go through them.
    for (std::size_t back = 0; back <= taken->skipped; ++back) bring_to_gpu(back);
    return taken;
}

std::optional<net::FrameRing::Taken> FrameStream::take_until(double time)
{
    std::optional<net::FrameRing::Taken> taken;
    for (auto next = ring_.next_slot(); next; next = ring_.next_slot()) {
        if (has_frame() && head_of(ring_.memory(*next), ring_.info(*next).header).time > time) break;
        taken = net::FrameRing::Taken{*next, taken ? taken->skipped + 1 : 0};
        (void)ring_.take_next();
        bring_to_gpu(0);
    }
    return taken;
}

void FrameStream::bring_to_gpu(std::size_t back)
{
    const auto slot = ring_.held_slot(back);
    const auto& header = ring_.info(slot).header;
    slots_.publish(slot, header.payload_bytes);
    heads_[slot] = head_of(ring_.memory(slot), header);
}

void FrameStream::describe(render::ParticleDrawing& particles) const
{
    particles.clear();
    particles.slots = &slots_;
    if (!holds(net::MessageType::Particles)) return;
    particles.frame = frame_at(0);
    const auto interaction = info().header.interaction;
    const auto frames = std::min(ring_.held(), history_ + 1);
    for (std::size_t back = 0; back < frames; ++back) {
        // After an interaction an index may belong to another particle, or the particle may have jumped.
        if (ring_.info(ring_.held_slot(back)).header.interaction != interaction) break;
        particles.trail.push_back(frame_at(back));
    }
}

void FrameStream::describe(render::LineDrawing& lines) const
{
    lines.clear();
    lines.slots = &slots_;
    if (holds(net::MessageType::Polylines))
        lines.parts.push_back(
            {.slot = ring_.held_slot(0), .points = drawable(stamp().counts[1], info().header)});
}

std::optional<render::TerrainFrame> FrameStream::terrain_view() const
{
    if (!has_frame()) return std::nullopt;
    return terrain_frame_in(ring_.held_slot(0), payload(), info().header);
}

void FrameStream::drawn()
{
    if (has_frame()) fences_[ring_.held_slot(0)] = render::GpuFence::insert();
}

bool FrameStream::release_finished()
{
    bool released = false;
    while (ring_.held() > history_ + 1 && oldest_is_drawn()) {
        ring_.release_oldest(1);
        released = true;
    }
    return released;
}

bool FrameStream::holds(net::MessageType type) const noexcept
{
    return has_frame() && info().header.type == type;
}

const net::FrameInfo& FrameStream::info() const noexcept
{
    return ring_.info(ring_.held_slot(0));
}

std::span<const std::byte> FrameStream::payload() const noexcept
{
    return ring_.memory(ring_.held_slot(0)).first(info().header.payload_bytes);
}

FrameStream::Head FrameStream::head_of(std::span<const std::byte> slot, const net::MessageHeader& header)
{
    const auto payload = slot.first(header.payload_bytes);
    Head head{.stamp = net::stamp_of(payload)};
    const bool has_time =
        header.type == net::MessageType::Particles || header.type == net::MessageType::Polylines;
    if (has_time && payload.size() >= model::particle_preamble_bytes)
        head.time = net::load_big<double>(payload.data() + time_at);
    return head;
}

bool FrameStream::oldest_is_drawn()
{
    // Draws that read the oldest frame had as their newest one the oldest itself or one of the `history_`
    // after it.
    const auto oldest = ring_.held() - 1;
    for (std::size_t after = 0; after <= history_; ++after) {
        auto& fence = fences_[ring_.held_slot(oldest - after)];
        if (!fence.signalled()) return false;
        fence = {};
    }
    return true;
}

render::ParticleFrame FrameStream::frame_at(std::size_t back) const noexcept
{
    const auto slot = ring_.held_slot(back);
    return {.slot = slot, .count = drawable(heads_[slot].stamp.counts[0], ring_.info(slot).header)};
}

}  // namespace farfield::app
