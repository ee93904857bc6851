#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "net/message/messages.h"

namespace farfield::net {

/// Cuts a message into Parts: first its own header, then its payload, which stays where it lies.
class PartCutter {
public:
    struct Part {
        MessageHeader header;  ///< header of the Part, with payload_bytes
        std::span<const std::byte>
            before;  ///< the message's own header, in the first part; valid until begin()
        std::span<const std::byte> payload;
    };

    explicit PartCutter(std::size_t most_bytes) : part_bytes_(most_bytes) {}

    void begin(const MessageHeader& header, std::span<const std::byte> payload)
    {
        message_ = header;
        own_header_ = encode_header(header);
        rest_ = payload;
        is_first_ = true;
        is_done_ = false;
    }
    /// Limits the parts that follow to most_bytes, which must have room for a message's own header.
    void limit(std::size_t most_bytes) noexcept { part_bytes_ = most_bytes; }
    [[nodiscard]] bool is_done() const noexcept { return is_done_; }
    /// The next part; not to be called once is_done().
    [[nodiscard]] Part next()
    {
        Part part;
        if (is_first_) part.before = own_header_;
        part.payload = rest_.first(std::min(rest_.size(), part_bytes_ - part.before.size()));
        rest_ = rest_.subspan(part.payload.size());
        is_done_ = rest_.empty();
        const unsigned flags = (is_first_ ? flag_first_part : 0U) | (is_done_ ? flag_last_part : 0U);
        part.header = {.type = MessageType::Part,
                       .flags = static_cast<std::uint16_t>(flags),
                       .stream = message_.stream,
                       .sequence = message_.sequence,
                       .payload_bytes = part.before.size() + part.payload.size()};
        is_first_ = false;
        return part;
    }

private:
    std::size_t part_bytes_;
    MessageHeader message_;
    HeaderBytes own_header_{};
    std::span<const std::byte> rest_;
    bool is_first_ = true;
    bool is_done_ = true;
};

}  // namespace farfield::net
