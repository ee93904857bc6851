#include "net/client/frame_ring.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace farfield::net {

std::vector<std::span<std::byte>> slots_of(std::span<std::byte> memory, std::size_t slots)
{
    const std::size_t slot_bytes = memory.size() / slots;
    std::vector<std::span<std::byte>> all;
    for (std::size_t i = 0; i < slots; ++i) all.push_back(memory.subspan(i * slot_bytes, slot_bytes));
    return all;
}

FrameRing::FrameRing(std::vector<std::span<std::byte>> slots)
    : memory_(std::move(slots)), infos_(memory_.size())
{
    if (memory_.empty()) throw std::invalid_argument("a frame ring needs at least one slot");
    const auto differs = [this](const auto& slot) { return slot.size() != memory_.front().size(); };
    if (std::ranges::any_of(memory_, differs))
        throw std::invalid_argument("slots of a frame ring must be of one size");
}

std::optional<std::span<std::byte>> FrameRing::try_acquire() noexcept
{
    const auto published = published_.load(std::memory_order_relaxed);
    if (published - released_seen_ == memory_.size()) {
        released_seen_ = released_.load(std::memory_order_acquire);
        if (published - released_seen_ == memory_.size()) return std::nullopt;
    }
    return memory_[published % memory_.size()];
}

void FrameRing::publish(const FrameInfo& info) noexcept
{
    const auto published = published_.load(std::memory_order_relaxed);
    const auto slot = published % memory_.size();
    infos_[slot] = info;
    if (observer_) observer_(info, memory_[slot].first(info.header.payload_bytes));
    published_.store(published + 1, std::memory_order_release);
}

std::optional<FrameRing::Taken> FrameRing::take_next() noexcept
{
    const auto taken = taken_.load(std::memory_order_relaxed);
    if (taken == published_seen_) {
        published_seen_ = published_.load(std::memory_order_acquire);
        if (taken == published_seen_) return std::nullopt;
    }
    taken_.store(taken + 1, std::memory_order_release);
    return Taken{taken % memory_.size(), 0};
}

std::optional<FrameRing::Taken> FrameRing::take_newest() noexcept
{
    const auto taken = taken_.load(std::memory_order_relaxed);
    published_seen_ = published_.load(std::memory_order_acquire);
    if (taken == published_seen_) return std::nullopt;
    taken_.store(published_seen_, std::memory_order_release);
    return Taken{(published_seen_ - 1) % memory_.size(), published_seen_ - taken - 1};
}

std::optional<std::size_t> FrameRing::next_slot() const noexcept
{
    const auto taken = taken_.load(std::memory_order_relaxed);
    if (taken == published_.load(std::memory_order_acquire)) return std::nullopt;
    return taken % memory_.size();
}

std::size_t FrameRing::held() const noexcept
{
    return static_cast<std::size_t>(taken_.load(std::memory_order_relaxed) -
                                    released_.load(std::memory_order_relaxed));
}

std::size_t FrameRing::held_slot(std::size_t back) const noexcept
{
    return (taken_.load(std::memory_order_relaxed) - 1 - back) % memory_.size();
}

void FrameRing::release_oldest(std::size_t count) noexcept
{
    released_.store(released_.load(std::memory_order_relaxed) + count, std::memory_order_release);
}

std::size_t FrameRing::waiting() const noexcept
{
    const auto taken = taken_.load(std::memory_order_acquire);
    return static_cast<std::size_t>(published_.load(std::memory_order_acquire) - taken);
}

}  // namespace farfield::net
