#include "net/message/message_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "net/message/byte_order.h"

namespace farfield::net {

namespace {
std::string version_message(std::uint8_t found)
{
    return "protocol version not supported: expected " + std::to_string(protocol_version) + ", found " +
           std::to_string(found);
}
}  // namespace

MessageReader::MessageReader(MessageSink& sink) : sink_(sink), staging_(staging_bytes) {}

std::array<std::span<std::byte>, 2> MessageReader::prepare() noexcept
{
    const auto rest = stage_ == Stage::Placed ? target_.subspan(payload_done_) : std::span<std::byte>{};
    return {rest, std::span(staging_).subspan(staged_end_)};
}

std::optional<ReaderFault> MessageReader::commit(std::size_t bytes)
{
    if (stage_ == Stage::Placed) {
        const auto placed = std::min<std::size_t>(bytes, target_.size() - payload_done_);
        payload_done_ += placed;
        bytes -= placed;
    }
    staged_end_ += bytes;

    is_paused_ = false;
    while (!is_paused_) {
        if (stage_ == Stage::Header) {
            if (auto fault = check_beginning()) return fault;
            if (staged() < header_bytes) break;
            if (auto fault = read_header()) return fault;
        }
        if (!read_payload()) break;
    }
    // The rest is the beginning of one message: at the front it has room to become whole. Moved once at most.
    if (staged_begin_ > 0) {
        std::memmove(staging_.data(), staging_.data() + staged_begin_, staged());
        staged_end_ -= std::exchange(staged_begin_, 0);
    }
    return std::nullopt;
}

// Checked as early as possible: a peer of another kind may never send as much as a header.
std::optional<ReaderFault> MessageReader::check_beginning() const
{
    const auto* from = staging_.data() + staged_begin_;
    if (staged() >= 4 && load_big<std::uint32_t>(from) != message_magic)
        return ReaderFault{ReaderFault::Kind::BadMagic,
                           "not a Farfield message: it does not begin with 'FFLD'"};
    if (staged() >= 5 && load_big<std::uint8_t>(from + 4) != protocol_version)
        return ReaderFault{ReaderFault::Kind::BadVersion, version_message(load_big<std::uint8_t>(from + 4))};
    return std::nullopt;
}

std::optional<ReaderFault> MessageReader::read_header()
{
    const std::span<const std::byte, header_bytes> bytes{staging_.data() + staged_begin_, header_bytes};
    (void)decode_header(bytes, header_);  // cannot fail: check_beginning() has passed it
    staged_begin_ += header_bytes;
    payload_done_ = 0;
    return follow(sink_.receive_target(header_));
}

std::optional<ReaderFault> MessageReader::follow(ReceiveTarget target)
{
    switch (target.kind) {
    case ReceiveTarget::Kind::Refuse:
        return ReaderFault{ReaderFault::Kind::Refused, std::move(target.reason)};
    case ReceiveTarget::Kind::Skip:
        stage_ = Stage::Skipped;
        break;
    case ReceiveTarget::Kind::Into:
        if (target.memory.size() < header_.payload_bytes)
            return ReaderFault{ReaderFault::Kind::Refused, "the place for this message is too small"};
        stage_ = Stage::Placed;
        target_ = target.memory.first(header_.payload_bytes);
        break;
    case ReceiveTarget::Kind::Buffered:
        stage_ = Stage::Staged;
        if (header_.payload_bytes > staging_bytes) {
            stage_ = Stage::Placed;
            large_.resize(std::max<std::size_t>(large_.size(), header_.payload_bytes));
            target_ = std::span(large_).first(header_.payload_bytes);
        }
        break;
    }
    return std::nullopt;
}

bool MessageReader::read_payload()
{
    const auto* from = staging_.data() + staged_begin_;
    if (stage_ == Stage::Staged) {
        if (staged() < header_.payload_bytes) return false;
        staged_begin_ += header_.payload_bytes;
        deliver({from, static_cast<std::size_t>(header_.payload_bytes)});
        return true;
    }

    const auto bytes = std::min<std::uint64_t>(staged(), header_.payload_bytes - payload_done_);
    if (stage_ == Stage::Placed && bytes > 0) std::memcpy(target_.data() + payload_done_, from, bytes);
    staged_begin_ += bytes;
    payload_done_ += bytes;
    if (payload_done_ < header_.payload_bytes) return false;
    if (stage_ == Stage::Placed)
        deliver(std::exchange(target_, {}));
    else
        stage_ = Stage::Header;
    return true;
}

void MessageReader::deliver(std::span<const std::byte> payload)
{
    stage_ = Stage::Header;
    const auto header = header_;  // a copy, since the sink may change header_
    sink_.received(header, payload);
}

void MessageReader::forget_placed_memory() noexcept
{
    if (stage_ != Stage::Placed || target_.data() == large_.data()) return;
    stage_ = Stage::Skipped;
    target_ = {};
}

std::size_t MessageReader::placed_bytes_missing() const noexcept
{
    return stage_ == Stage::Placed ? target_.size() - payload_done_ : 0;
}

bool MessageReader::between_messages() const noexcept
{
    return stage_ == Stage::Header && staged() == 0;
}

}  // namespace farfield::net
