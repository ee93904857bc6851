#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "net/message/message_reader.h"

namespace farfield::net {

/// Joins Parts, on a connection that carries everything, to the messages they were cut from
/// (docs/protocol.md, section 2). From its second part on, a payload is received straight into the place that
/// the sink names. Parts of several streams may alternate. Allocates nothing in steady state. Threads: one.
class PartReader {
public:
    /// Takes Parts of at most `most_bytes` (<= MessageReader::staging_bytes); the sink gets the messages.
    PartReader(MessageSink& sink, std::size_t most_bytes) : sink_(sink), part_bytes_(most_bytes) {}

    /// Target for a Part whose header has arrived. Refuses a Part that cannot follow the earlier ones.
    [[nodiscard]] ReceiveTarget receive_target(const MessageHeader& part);
    /// Takes a Part that has arrived whole. Returns its fault, if any.
    [[nodiscard]] std::optional<std::string> received(const MessageHeader& part,
                                                      std::span<const std::byte> payload);

    /// Forgets the memory that the sink named for the message of `stream`: it is not touched again, and the
    /// message's other parts are read past. True where the Part that is arriving now goes into that memory.
    [[nodiscard]] bool forget_placed_memory(std::uint32_t stream) noexcept;
    /// True when some parts of a message of the stream have come, but not all.
    [[nodiscard]] bool is_receiving(std::uint32_t stream) const noexcept;

private:
    /// A message received in part. The object and its memory are kept for the next one.
    struct Message {
        bool is_open = false;
        bool is_skipped = false;
        MessageHeader header;
        std::span<std::byte> place;
        std::uint64_t done = 0;  ///< bytes of the payload that have come or are coming
        std::vector<std::byte> memory;
    };

    [[nodiscard]] Message* find(std::uint32_t stream) noexcept;
    [[nodiscard]] ReceiveTarget begin(const MessageHeader& part) const;
    [[nodiscard]] std::optional<std::string> begun(const MessageHeader& part,
                                                   std::span<const std::byte> payload);
    [[nodiscard]] std::optional<std::string> open(const MessageHeader& header, ReceiveTarget target,
                                                  std::span<const std::byte> begins);
    [[nodiscard]] std::optional<std::string> deliver(const MessageHeader& header, const ReceiveTarget& target,
                                                     std::span<const std::byte> payload);

    MessageSink& sink_;
    const std::size_t part_bytes_;
    std::vector<Message> messages_;
    std::optional<std::uint32_t>
        arriving_;  ///< the stream with the part that is being received into its place
};

}  // namespace farfield::net
