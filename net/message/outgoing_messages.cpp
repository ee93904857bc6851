#include "net/message/outgoing_messages.h"

#include <algorithm>
#include <utility>

#include "net/message/byte_order.h"
#include "net/message/clock.h"

namespace farfield::net {

namespace {
constexpr std::size_t time_offset = 24;  // of time_ns in the header

/// The part of `piece` that remains when `skip` bytes of it and its successors are done.
std::span<const std::byte> rest_of(std::span<const std::byte> piece, std::size_t& skip)
{
    const auto taken = std::min(piece.size(), skip);
    skip -= taken;
    return piece.subspan(taken);
}
}  // namespace

void OutgoingMessages::Batch::append(const MessageHeader& header, std::span<const std::byte> small_payload)
{
    const auto bytes = encode_header(header);
    small.insert(small.end(), bytes.begin(), bytes.end());
    small.insert(small.end(), small_payload.begin(), small_payload.end());
}

void OutgoingMessages::Batch::clear() noexcept
{
    small.clear();
    payload = {};
    has_frame = stamp_frame = false;
}

void OutgoingMessages::Batch::copy_payload()
{
    if (!has_frame) return;
    small.insert(small.begin() + static_cast<std::ptrdiff_t>(payload_at), payload.begin(), payload.end());
    payload = {};
    has_frame = false;
}

void OutgoingMessages::copy_frame()
{
    filling_.copy_payload();
    writing_.copy_payload();
}

void OutgoingMessages::add(const MessageHeader& header, std::span<const std::byte> payload)
{
    filling_.append(header, payload);
}

void OutgoingMessages::append(std::span<const std::byte> rest)
{
    filling_.small.insert(filling_.small.end(), rest.begin(), rest.end());
}

void OutgoingMessages::add_frame(const MessageHeader& header, std::span<const std::byte> payload,
                                 std::span<const std::byte> before)
{
    filling_.append(header, before);
    filling_.payload = payload;
    filling_.payload_at = filling_.small.size();
    filling_.frame_header_at = filling_.payload_at - before.size() - header_bytes;
    filling_.has_frame = true;
    filling_.stamp_frame = header.time_ns == 0;
}

OutgoingMessages::Pieces OutgoingMessages::next()
{
    if (writing_.empty()) {
        std::swap(filling_, writing_);
        written_ = 0;
        if (writing_.stamp_frame)
            store_big(writing_.small.data() + writing_.frame_header_at + time_offset, now_ns());
    }
    const std::span<const std::byte> small(writing_.small);
    const auto split = writing_.has_frame ? writing_.payload_at : small.size();
    auto skip = written_;
    Pieces pieces;
    pieces[0] = rest_of(small.first(split), skip);
    pieces[1] = rest_of(writing_.payload, skip);
    pieces[2] = rest_of(small.subspan(split), skip);
    return pieces;
}

bool OutgoingMessages::consume(std::size_t bytes)
{
    written_ += bytes;
    bool frame_left = false;
    if (writing_.has_frame && written_ >= writing_.payload_at + writing_.payload.size()) {
        // The payload is its owner's again: what remains is small messages only.
        written_ -= writing_.payload.size();
        writing_.payload = {};
        writing_.has_frame = false;
        frame_left = true;
    }
    if (written_ == writing_.size()) {
        writing_.clear();
        written_ = 0;
    }
    return frame_left;
}

std::size_t OutgoingMessages::small_bytes() const noexcept
{
    const auto small_written = writing_.has_frame ? std::min(written_, writing_.payload_at) : written_;
    return filling_.small.size() + writing_.small.size() - small_written;
}

}  // namespace farfield::net
