#include "net/transport/first_messages.h"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

#include "net/message/clock.h"
#include "net/message/messages.h"

namespace farfield::net {

void FirstMessages::send(const std::string& json)
{
    const HeaderBytes header =
        encode_header({.type = MessageType::Control, .time_ns = now_ns(), .payload_bytes = json.size()});
    outgoing_.insert(outgoing_.end(), header.begin(), header.end());
    const auto payload = std::as_bytes(std::span(json));
    outgoing_.insert(outgoing_.end(), payload.begin(), payload.end());
}

void FirstMessages::fail_ended(const IoResult& result)
{
    const std::string why = stream_.why_ended();
    if (!why.empty()) throw std::runtime_error(why);
    throw std::runtime_error(result.kind == IoResult::Kind::End ? "it closed the connection"
                                                                : result.error.message());
}

bool FirstMessages::flush()
{
    while (!outgoing_.empty()) {
        const std::array<std::span<const std::byte>, 1> rest{outgoing_};
        const IoResult result = stream_.write_some(rest);
        if (result.kind == IoResult::Kind::WouldBlock) return false;
        if (result.kind != IoResult::Kind::Done) fail_ended(result);
        outgoing_.erase(outgoing_.begin(), outgoing_.begin() + static_cast<std::ptrdiff_t>(result.bytes));
    }
    return true;
}

std::size_t FirstMessages::wanted_bytes() const
{
    constexpr const char* otherwise = "it does not begin as a Farfield node or viewer does";
    // Checked at the first byte: an HTTP request may be shorter than a header.
    if (!incoming_.empty() && incoming_.front() != std::byte{message_magic >> 24})
        throw std::runtime_error(otherwise);
    if (incoming_.size() < header_bytes) return header_bytes;
    MessageHeader header;
    const bool is_message =
        !decode_header(std::span<const std::byte, header_bytes>(incoming_.data(), header_bytes), header);
    if (!is_message || header.type != MessageType::Control || header.payload_bytes == 0 ||
        header.payload_bytes > max_bytes)
        throw std::runtime_error(otherwise);
    return header_bytes + static_cast<std::size_t>(header.payload_bytes);
}

std::optional<std::string> FirstMessages::receive()
{
    for (;;) {
        const std::size_t wanted = wanted_bytes();
        if (incoming_.size() == wanted) {
            std::string text(reinterpret_cast<const char*>(incoming_.data()) + header_bytes,
                             wanted - header_bytes);
            incoming_.clear();
            return text;
        }
        const std::size_t before = incoming_.size();
        incoming_.resize(wanted);
        const IoResult result = stream_.read_some({std::span(incoming_).subspan(before), {}});
        const bool is_read = result.kind == IoResult::Kind::Done;
        incoming_.resize(before + (is_read ? result.bytes : 0));
        if (result.kind == IoResult::Kind::WouldBlock) return std::nullopt;
        if (!is_read) fail_ended(result);
    }
}

}  // namespace farfield::net
