#include "net/client/frame_receiver.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "net/message/clock.h"

namespace farfield::net {

namespace {
ReceiveTarget refuse(const MessageHeader& header, const std::string& why)
{
    return {.kind = ReceiveTarget::Kind::Refuse,
            .memory = {},
            .reason = "frame " + std::to_string(header.sequence) + " of stream " +
                      std::to_string(header.stream) + " " + why};
}
}  // namespace

std::uint64_t FrameReceiver::Stream::grantable() const noexcept
{
    return ring == nullptr ? 0 : received + ring->slots() - (ring->published() - ring->released());
}

std::uint64_t FrameReceiver::Stream::due() const noexcept
{
    // Few frames for large slots: the node keeps up to 64 buffers of 64 MiB together.
    constexpr std::uint64_t frames = 8;
    constexpr std::size_t slot_bytes = 1 << 20;
    return has_ended || (ring != nullptr && ring->slot_bytes() > slot_bytes) ? 1 : frames;
}

FrameReceiver::Stream* FrameReceiver::find(std::uint32_t stream) noexcept
{
    const auto found = std::ranges::find(streams_, stream, &Stream::stream);
    return found == streams_.end() ? nullptr : &*found;
}

void FrameReceiver::attach(std::uint32_t stream, FrameRing& ring)
{
    auto* entry = find(stream);
    if (entry == nullptr) entry = &streams_.emplace_back(Stream{.stream = stream});
    assert(entry->ring == nullptr);
    entry->ring = &ring;
}

bool FrameReceiver::detach(std::uint32_t stream)
{
    auto* entry = find(stream);
    if (entry == nullptr || entry->ring == nullptr) return false;
    const bool half_read = std::exchange(entry->is_filling, false);
    if (half_read) {
        ++entry->received;
        ++frames_unclaimed_;
        entry->is_read_past = true;
    }
    entry->ring = nullptr;
    return half_read;
}

bool FrameReceiver::subscribed(std::uint32_t stream, std::uint16_t number)
{
    auto* entry = find(stream);
    if (entry == nullptr) entry = &streams_.emplace_back(Stream{.stream = stream, .subscription = number});
    if (entry->subscription == number) return false;
    const bool half_read = entry->is_filling;
    if (half_read) ++frames_unclaimed_;
    *entry = {.stream = stream, .subscription = number, .ring = entry->ring};
    return half_read;
}

void FrameReceiver::give_up(std::uint32_t stream)
{
    if (Stream* const entry = find(stream)) entry->is_given_up = true;
}

ReceiveTarget FrameReceiver::receive_target(const MessageHeader& header)
{
    auto* entry = find(header.stream);
    if (entry == nullptr) return read_past(header);
    const bool is_of_another = header.flags != 0 && header.flags != entry->subscription;
    if (is_of_another) return read_past(header);
    if (entry->received >= entry->granted) return refuse(header, "came without a credit");
    if (entry->ring == nullptr) return read_past(*entry, header);
    if (entry->is_filling) return refuse(header, "begins inside the one before it");
    if (header.payload_bytes > entry->ring->slot_bytes())
        return refuse(header, "has " + std::to_string(header.payload_bytes) + " bytes: there is room for " +
                                  std::to_string(entry->ring->slot_bytes()) + " (slot_bytes)");
    const auto slot = entry->ring->try_acquire();
    if (!slot) return read_past(*entry, header);  // the credit came from an earlier, larger ring
    entry->is_filling = true;
    entry->first_byte_ns = now_ns();
    return {.kind = ReceiveTarget::Kind::Into, .memory = *slot, .reason = {}};
}

ReceiveTarget FrameReceiver::read_past(const MessageHeader& header)
{
    if (header.payload_bytes > max_unclaimed_bytes_)
        return refuse(header, "has " + std::to_string(header.payload_bytes) + " bytes: at most " +
                                  std::to_string(max_unclaimed_bytes_) + " are allowed (max_frame_bytes)");
    ++frames_unclaimed_;
    return {.kind = ReceiveTarget::Kind::Skip, .memory = {}, .reason = {}};
}

ReceiveTarget FrameReceiver::read_past(Stream& entry, const MessageHeader& header)
{
    ++entry.received;
    entry.is_read_past = true;
    return read_past(header);
}

void FrameReceiver::begin_connection() noexcept
{
    for (Stream& entry : streams_) {
        entry.granted = entry.received = 0;
        entry.is_filling = entry.is_read_past = false;
    }
}

void FrameReceiver::ended(std::uint32_t stream)
{
    if (Stream* const entry = find(stream)) entry->has_ended = true;
}

std::vector<std::uint32_t> FrameReceiver::running() const
{
    std::vector<std::uint32_t> running;
    for (const Stream& entry : streams_)
        if (entry.ring != nullptr && !entry.has_ended) running.push_back(entry.stream);
    return running;
}

bool FrameReceiver::is_acknowledgement_due() const noexcept
{
    return std::ranges::any_of(streams_, [](const Stream& entry) {
        return !entry.is_given_up && entry.whole - entry.acknowledged >= entry.due();
    });
}

void FrameReceiver::received(const MessageHeader& header)
{
    auto* entry = find(header.stream);
    if (entry == nullptr || !std::exchange(entry->is_filling, false)) return;
    ++entry->received;
    ++entry->whole;
    ++frames_received_;
    MessageHeader plain = header;
    plain.flags = 0;
    last_received_ns_ = now_ns();
    entry->ring->publish(
        {.header = plain, .first_byte_ns = entry->first_byte_ns, .received_ns = last_received_ns_});
}

}  // namespace farfield::net
