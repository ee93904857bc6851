#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "net/message/message_reader.h"

namespace farfield::net {

/// Joins Parts, on a connection that carries everything, to the messages that were cut (docs/protocol.md,
/// section 2). After the first of its parts a payload is received straight into the place that the sink
/// names. Parts of several streams may alternate. Allocates nothing in steady state. Threads: one.
class PartReader {
public:
    /// Parts of at most `most_bytes`; at most MessageReader::staging_bytes. The sink gets the messages.
    PartReader(MessageSink& sink, std::size_t most_bytes) : sink_(sink), part_bytes_(most_bytes) {}

    /// For a Part, when its header has arrived. Refuses one that cannot follow the parts before it.
    [[nodiscard]] ReceiveTarget receive_target(const MessageHeader& part);
    /// When it has come. Returns what is wrong with it, if anything.
    [[nodiscard]] std::optional<std::string> received(const MessageHeader& part,
                                                      std::span<const std::byte> payload);

    /// After this the memory that the sink named for the message of `stream` is not touched; the rest of its
    /// parts is read past. True where the part that is arriving now goes there.
    [[nodiscard]] bool forget_placed_memory(std::uint32_t stream) noexcept;
    /// Parts of a message of the stream have come, and others are still to come.
    [[nodiscard]] bool is_receiving(std::uint32_t stream) const noexcept;

private:
    /// A message of which some parts have come. Kept with its memory for the next one.
    struct Message {
        bool is_open = false;
        bool is_skipped = false;
        MessageHeader header;
        std::span<std::byte> place;
        std::uint64_t done = 0;  ///< bytes of the payload that have come, or are coming
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
