#pragma once

#include <span>
#include <vector>

#include "bench/link/bare_socket.h"

/// Frames over a bare socket: the same bytes as a session sends, header and payload, without a protocol.
namespace farfield::app {

/// Serves one stream after the other, until the listener fails. memory: the bytes that frames are made of.
void serve_bare_streams(const BareSocket& listener, std::span<const std::byte> memory);

/// The receiving end: receives into blocks of plain memory in turn, with recv() alone.
class BareStream {
public:
    /// Connects and asks for a stream. frames: their number in the whole stream.
    BareStream(std::uint16_t port, std::size_t frame_bytes, std::uint64_t frames);

    /// Receives `frames` frames, each into the next of the blocks. A block has room for a header and a frame.
    /// flags: those of recv().
    void receive(std::uint64_t frames, std::span<const std::span<std::byte>> blocks, int flags = 0);

    [[nodiscard]] static std::size_t block_bytes(std::size_t frame_bytes);

private:
    BareSocket socket_;
    std::size_t frame_bytes_;
    std::size_t next_block_ = 0;
};

/// Blocks of plain memory, all pages of which are resident: every page has been written.
class Blocks {
public:
    Blocks(std::size_t count, std::size_t bytes);
    [[nodiscard]] std::span<const std::span<std::byte>> spans() const noexcept { return spans_; }

private:
    std::vector<std::byte> memory_;
    std::vector<std::span<std::byte>> spans_;
};

}  // namespace farfield::app
