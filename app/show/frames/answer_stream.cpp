#include "app/show/frames/answer_stream.h"

#include <algorithm>

#include "app/show/frames/ring_slots.h"
#include "model/geometry/byte_access.h"

namespace farfield::app {
namespace {

constexpr std::size_t answer_at = 8, part_at = 40, parts_at = 44, least_preamble_bytes = 48;

}  // namespace

AnswerStream::AnswerStream(const Settings& settings)
    : slots_({.slots = slots_for(settings.parts),
              .slot_bytes = settings.slot_bytes,
              .cpu_reads = settings.cpu_reads,
              .read_by_words = true}),
      ring_(memory_of(slots_)),
      patience_ns_(settings.patience_ns)
{
    held_.reserve(slots_.count());
}

std::span<const std::byte> AnswerStream::payload_of(std::size_t slot) const noexcept
{
    return ring_.memory(slot).first(ring_.info(slot).header.payload_bytes);
}

/// True once an answer's last part has arrived: parts come in order.
bool AnswerStream::is_complete(std::uint64_t answer) const
{
    return std::ranges::any_of(
        held_, [answer](const Part& part) { return part.answer == answer && part.part + 1 == part.parts; });
}

/// True when the shown answer should give way to one that is not complete yet.
bool AnswerStream::waited_enough(std::uint64_t now_ns) const
{
    // Parts of answers that were given up may leave no slot for the rest of this one.
    if (held_.size() == slots_.count()) return true;
    if (!patience_ns_) return false;
    const auto newest = held_.back().answer;
    if (!is_shown(held_.front())) return true;
    const auto later = std::ranges::find_if(held_, [this](const Part& part) { return !is_shown(part); });
    // The answer in between was given up for a newer one. That may happen again, so the newest is shown.
    if (later->answer != newest) return true;
    return now_ns > ring_.info(later->slot).first_byte_ns + *patience_ns_;
}

bool AnswerStream::take_part()
{
    const auto taken = ring_.take_next();
    if (!taken) return false;
    const auto& header = ring_.info(taken->slot).header;
    slots_.publish(taken->slot, header.payload_bytes);
    Part part{.slot = taken->slot};
    if (const auto payload = payload_of(taken->slot); payload.size() >= least_preamble_bytes) {
        part.answer = model::load_big<std::uint64_t>(payload.data() + answer_at);
        part.part = model::load_big<std::uint32_t>(payload.data() + part_at);
        part.parts = model::load_big<std::uint32_t>(payload.data() + parts_at);
    }
    held_.push_back(part);
    return true;
}

bool AnswerStream::take(std::uint64_t now_ns)
{
    bool changed = false;
    while (take_part()) changed = changed || is_shown(held_.back());
    if (held_.empty()) return false;
    const auto newest = held_.back().answer;
    if (shown_ == newest) return changed;
    if (is_complete(newest) || waited_enough(now_ns)) {
        shown_ = newest;
        return true;
    }
    // A coarse answer may be complete while parts of the next one are here already.
    const auto last = std::ranges::find_if(held_.rbegin(), held_.rend(),
                                           [](const Part& part) { return part.part + 1 == part.parts; });
    if (last == held_.rend() || is_shown(*last)) return changed;
    shown_ = last->answer;
    return true;
}

bool AnswerStream::take_next()
{
    while (take_part()) {
        if (held_.back().part + 1 != held_.back().parts) continue;
        shown_ = held_.back().answer;
        return true;
    }
    return false;
}

bool AnswerStream::release_finished()
{
    const auto stale = static_cast<std::size_t>(
        std::ranges::find_if(held_, [this](const Part& part) { return is_shown(part); }) - held_.begin());
    if (stale == 0 || stale == held_.size() || !fence_.signalled()) return false;
    ring_.release_oldest(stale);
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(stale));
    return true;
}

const net::FrameInfo* AnswerStream::newest() const noexcept
{
    for (auto part = held_.rbegin(); part != held_.rend(); ++part)
        if (is_shown(*part)) return &ring_.info(part->slot);
    return nullptr;
}

}  // namespace farfield::app
