#include "net/session/streams/frame_queue.h"

#include <algorithm>
#include <new>
#include <numeric>

namespace farfield::net {
namespace {

constexpr std::align_val_t buffer_alignment{64};

/// Number of buffers: two batches if the memory allows; more when small frames are kept for longer.
std::size_t buffer_count(std::uint64_t slot_bytes, bool is_acknowledged)
{
    const std::uint64_t slot = std::max<std::uint64_t>(slot_bytes, 1);
    const auto count =
        std::clamp<std::uint64_t>(FrameQueue::max_buffer_bytes / slot, 2, 2 * FrameQueue::max_batch);
    const auto for_a_round_trip =
        std::min<std::uint64_t>(FrameQueue::max_kept_bytes / slot, FrameQueue::max_kept_buffers);
    return static_cast<std::size_t>(is_acknowledged ? std::max(count, for_a_round_trip) : count);
}

/// Reserves a whole number of slots.
MemoryBudget::Reservation reserve_buffers(MemoryBudget& memory, std::uint64_t slot_bytes,
                                          bool is_acknowledged)
{
    for (std::size_t count = buffer_count(slot_bytes, is_acknowledged); count > 2;
         count = std::max<std::size_t>(count / 2, 2))
        if (auto reserved = memory.reserve(count * slot_bytes)) return std::move(*reserved);
    return memory.reserve_for("the stream's send buffers", 2 * slot_bytes);
}

}  // namespace

void FrameQueue::AlignedDelete::operator()(std::byte* memory) const noexcept
{
    ::operator delete(memory, buffer_alignment);
}

FrameQueue::FrameQueue(MemoryBudget& memory, std::size_t slot_bytes, Duration longest_batch,
                       bool is_acknowledged)
    : slot_bytes_(slot_bytes),
      longest_batch_(longest_batch),
      memory_(reserve_buffers(memory, slot_bytes_, is_acknowledged)),
      buffers_(memory_.bytes() / slot_bytes_)
{
    // Large blocks get pages from the system as they are first written: a slot much larger than its frames
    // costs nothing.
    for (Buffer& buffer : buffers_)
        buffer.memory.reset(static_cast<std::byte*>(::operator new(slot_bytes_, buffer_alignment)));
    kept_.reserve(buffers());
    making_.reserve(buffers());
    free_.resize(buffers());
    std::iota(free_.begin(), free_.end(), 0U);
}

void FrameQueue::begin_batch(std::size_t frames) noexcept
{
    const auto last = free_.begin() + static_cast<std::ptrdiff_t>(frames);
    making_.assign(free_.begin(), last);
    free_.erase(free_.begin(), last);
    for (const std::uint32_t buffer : making_) buffers_[buffer].number.reset();
}

std::span<std::byte> FrameQueue::memory(std::size_t frame) const noexcept
{
    return {buffers_[making_[frame]].memory.get(), slot_bytes_};
}

void FrameQueue::publish(const ReadyFrame& frame) noexcept
{
    const std::uint32_t buffer = making_.front();
    making_.erase(making_.begin());
    buffers_[buffer].frame = frame;
    buffers_[buffer].number = made_;
    kept_.push_back({made_++, buffer});
}

void FrameQueue::end_batch() noexcept
{
    free_.insert(free_.end(), making_.begin(), making_.end());
    making_.clear();
}

std::vector<FrameQueue::Place>::const_iterator FrameQueue::find(std::uint64_t n) const noexcept
{
    const auto found = std::ranges::lower_bound(kept_, n, {}, &Place::number);
    return found != kept_.end() && found->number == n ? found : kept_.end();
}

bool FrameQueue::keeps(std::uint64_t n) const noexcept
{
    return find(n) != kept_.end();
}

const ReadyFrame& FrameQueue::at(std::uint64_t n) const noexcept
{
    return buffers_[find(n)->buffer].frame;
}

bool FrameQueue::keep_newest() noexcept
{
    if (made_ == 0) return false;
    const std::uint64_t newest = made_ - 1;
    if (keeps(newest)) return true;
    const auto has_it = [&](std::uint32_t buffer) { return buffers_[buffer].number == newest; };
    const auto found = std::ranges::find_if(free_, has_it);
    if (found == free_.end()) return false;
    kept_.push_back({newest, *found});
    free_.erase(found);
    return true;
}

void FrameQueue::drop_from(std::uint64_t n) noexcept
{
    release_unless([n](std::uint64_t number) { return number < n; });
    made_ = std::min(made_, n);
    for (Buffer& buffer : buffers_)
        if (buffer.number && *buffer.number >= n) buffer.number.reset();
}

void FrameQueue::adapt_batch(std::size_t frames, Duration took, std::uint64_t unsent) noexcept
{
    const bool is_sent = unsent <= 1;  // all earlier frames are sent, except one on its way
    const std::uint64_t longest =
        std::max<Duration::rep>(longest_batch_ * frames / std::max(took, Duration(1)), 1);
    const std::uint64_t next = is_sent ? 2 * frames : std::max<std::size_t>(batch_ / 2, 1);
    batch_ = static_cast<std::size_t>(std::min<std::uint64_t>({next, longest, max_batch, buffers() / 2}));
}

}  // namespace farfield::net
