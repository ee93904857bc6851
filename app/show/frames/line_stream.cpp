#include "app/show/frames/line_stream.h"

#include <algorithm>

#include "app/show/frames/ring_slots.h"

namespace farfield::app {
namespace {

/// What a part says of itself; without points where its bytes are not those that it says.
model::PolylinePreamble line_preamble_in(std::span<const std::byte> slot, const net::MessageHeader& header)
{
    if (header.type != net::MessageType::Polylines || header.payload_bytes < model::polyline_preamble_bytes)
        return {};
    auto preamble = model::decode_polyline_preamble(slot.first<model::polyline_preamble_bytes>());
    if (model::polyline_payload_bytes(preamble.points, preamble.lines) != header.payload_bytes)
        preamble.points = preamble.lines = 0;
    return preamble;
}

}  // namespace

LineStream::LineStream(std::size_t parts, std::size_t slot_bytes)
    : slots_({.slots = slots_for(parts), .slot_bytes = slot_bytes}), ring_(memory_of(slots_))
{}

bool LineStream::is_complete(std::uint64_t answer) const
{
    return std::ranges::any_of(held_, [answer](const Part& part) {
        return part.preamble.answer == answer && part.preamble.part + 1 == part.preamble.parts;
    });
}

/// Whether what is shown should give way to an answer that is not complete yet.
bool LineStream::waited_enough(std::uint64_t now_ns) const
{
    const auto newest = held_.back().preamble.answer;
    if (held_.front().preamble.answer != shown_) return true;
    const auto later =
        std::ranges::find_if(held_, [this](const Part& part) { return part.preamble.answer != shown_; });
    // One in between was given up when the user went on: the newest will be, too, until the hand rests.
    if (later->preamble.answer != newest) return true;
    return now_ns > ring_.info(later->slot).first_byte_ns + patience_ns;
}

bool LineStream::take(std::uint64_t now_ns)
{
    bool changed = false;
    while (const auto taken = ring_.take_next()) {
        const auto& header = ring_.info(taken->slot).header;
        slots_.publish(taken->slot, header.payload_bytes);
        held_.push_back({taken->slot, line_preamble_in(ring_.memory(taken->slot), header)});
        changed = changed || held_.back().preamble.answer == shown_;
    }
    if (held_.empty()) return false;
    const auto newest = held_.back().preamble.answer;
    if (newest == shown_) return changed;
    if (!is_complete(newest) && !waited_enough(now_ns)) return changed;
    shown_ = newest;
    return true;
}

void LineStream::describe(render::LineDrawing& lines) const
{
    lines.clear();
    lines.slots = &slots_;
    for (const auto& part : held_)
        if (part.preamble.answer == shown_)
            lines.parts.push_back({.slot = part.slot, .points = part.preamble.points});
}

bool LineStream::release_finished()
{
    const auto stale = static_cast<std::size_t>(
        std::ranges::find(held_, shown_, [](const Part& part) { return part.preamble.answer; }) -
        held_.begin());
    if (stale == 0 || stale == held_.size() || !fence_.signalled()) return false;
    ring_.release_oldest(stale);
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(stale));
    return true;
}

const net::FrameInfo* LineStream::newest() const noexcept
{
    for (auto part = held_.rbegin(); part != held_.rend(); ++part)
        if (part->preamble.answer == shown_) return &ring_.info(part->slot);
    return nullptr;
}

std::uint64_t LineStream::lines() const noexcept
{
    std::uint64_t lines = 0;
    for (const auto& part : held_)
        if (part.preamble.answer == shown_) lines += part.preamble.lines;
    return lines;
}

}  // namespace farfield::app
