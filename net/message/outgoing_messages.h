#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "net/message/messages.h"

namespace farfield::net {

/// The queue of bytes to be written to a socket: small messages as one run of bytes, and at most one frame;
/// its payload stays where it lies. Messages leave in the order in which they were added. Two buffers change
/// places, one being written, one being filled; both keep their memory, so nothing is allocated in steady
/// state.
class OutgoingMessages {
public:
    using Pieces = std::array<std::span<const std::byte>, 3>;

    void add(const MessageHeader& header, std::span<const std::byte> payload);
    void append(std::span<const std::byte> rest);  ///< appends to the payload of the last message added
    /// Adds a frame; only while !has_frame(). A time_ns of zero is set when it is the frame's turn to leave.
    /// before: first bytes of the payload, which are copied; `payload` stays where it lies and follows them.
    void add_frame(const MessageHeader& header, std::span<const std::byte> payload,
                   std::span<const std::byte> before = {});

    /// Copies the unsent rest of the frame's payload, whose memory then belongs to its owner again.
    void copy_frame();

    /// The bytes to write next, in this order; empty when none wait. Valid until consume().
    [[nodiscard]] Pieces next();
    /// Reports that `bytes` of next() are written. True when these include the end of the frame's payload.
    [[nodiscard]] bool consume(std::size_t bytes);

    [[nodiscard]] bool empty() const noexcept { return filling_.empty() && writing_.empty(); }
    [[nodiscard]] bool has_frame() const noexcept { return filling_.has_frame || writing_.has_frame; }
    /// Bytes of small messages (and of the frame's header) that are not written yet.
    [[nodiscard]] std::size_t small_bytes() const noexcept;

private:
    static constexpr std::size_t room_from_the_start = 4096;

    struct Batch {
        Batch() { small.reserve(room_from_the_start); }

        std::vector<std::byte> small;
        std::span<const std::byte> payload;  ///< payload of the frame
        std::size_t payload_at = 0;  ///< the payload goes between small[payload_at - 1] and small[payload_at]
        std::size_t frame_header_at = 0;
        bool has_frame = false;
        bool stamp_frame = false;

        [[nodiscard]] bool empty() const noexcept { return small.empty(); }
        [[nodiscard]] std::size_t size() const noexcept { return small.size() + payload.size(); }
        void copy_payload();
        void append(const MessageHeader& header, std::span<const std::byte> small_payload);
        void clear() noexcept;
    };

    Batch filling_;
    Batch writing_;
    std::size_t written_ = 0;  ///< bytes of writing_ that are already written
};

}  // namespace farfield::net
