#include "bench/link/bare_stream.h"

#include <array>
#include <exception>

#include "net/message/byte_order.h"
#include "net/message/messages.h"

namespace farfield::app {
namespace {

/// The receiver's request: bytes of a frame and the number of frames, both big-endian.
using Request = std::array<std::byte, 16>;

void send_stream(const BareSocket& socket, std::span<const std::byte> memory)
{
    Request request;
    socket.receive(request);
    const auto frame_bytes = net::load_big<std::uint64_t>(request.data());
    const auto frames = net::load_big<std::uint64_t>(request.data() + 8);
    const auto payload = memory.first(std::min<std::size_t>(memory.size(), frame_bytes));
    net::MessageHeader header{.type = net::MessageType::Particles, .payload_bytes = payload.size()};
    for (; header.sequence < frames; ++header.sequence) socket.send(net::encode_header(header), payload);
}

}  // namespace

void serve_bare_streams(const BareSocket& listener, std::span<const std::byte> memory)
{
    for (;;) {
        const auto socket = listener.accept();
        try {
            send_stream(socket, memory);
        } catch (const std::exception&) {
            // The receiver has closed its socket.
        }
    }
}

BareStream::BareStream(std::uint16_t port, std::size_t frame_bytes, std::uint64_t frames)
    : socket_(BareSocket::connect_to_loopback(port)), frame_bytes_(frame_bytes)
{
    Request request;
    net::store_big(request.data(), std::uint64_t{frame_bytes});
    net::store_big(request.data() + 8, frames);
    socket_.send(request, {});
}

void BareStream::receive(std::uint64_t frames, std::span<const std::span<std::byte>> blocks, int flags)
{
    for (std::uint64_t i = 0; i < frames; ++i)
        socket_.receive(blocks[next_block_++ % blocks.size()].first(block_bytes(frame_bytes_)), flags);
}

std::size_t BareStream::block_bytes(std::size_t frame_bytes)
{
    return net::header_bytes + frame_bytes;
}

Blocks::Blocks(std::size_t count, std::size_t bytes) : memory_(count * bytes, std::byte{1}), spans_(count)
{
    for (std::size_t i = 0; i < count; ++i) spans_[i] = std::span(memory_).subspan(i * bytes, bytes);
}

}  // namespace farfield::app
