#pragma once

#include <boost/asio/posix/stream_descriptor.hpp>
#include <optional>
#include <string>

#include "net/transport/byte_stream.h"
#include "net/transport/handler_memory.h"

namespace farfield::net {

/// A connected local socket, or two pipes, as a ByteStream. Owns the descriptors and makes them
/// non-blocking. With pipes the process ignores SIGPIPE from then on: writing to a closed pipe is an error of
/// the write. Tuning: none.
class DescriptorStream : public ByteStream {
public:
    /// Takes a socket whose peer is trusted as `trust` says.
    DescriptorStream(boost::asio::io_context& io, int socket, Trust trust, std::string peer);
    /// Reads from one pipe (or socket) and writes to another one.
    DescriptorStream(boost::asio::io_context& io, int in, int out, std::string peer);

    void wait_readable(std::shared_ptr<StreamWaiter> waiter) override;
    void wait_writable(std::shared_ptr<StreamWaiter> waiter) override;
    [[nodiscard]] IoResult read_some(std::array<std::span<std::byte>, 2> into) override;
    [[nodiscard]] IoResult write_some(std::span<const std::span<const std::byte>> from) override;
    void tune(const StreamTuning& /*tuning*/) override {}
    void end_writing() noexcept override;
    void close() noexcept override;
    [[nodiscard]] std::string peer() const override { return peer_; }
    [[nodiscard]] Trust trust() const noexcept override { return trust_; }

private:
    using Descriptor = boost::asio::posix::stream_descriptor;

    [[nodiscard]] Descriptor& out() noexcept { return out_ ? *out_ : in_; }
    static void wait(Descriptor& descriptor, Descriptor::wait_type what, HandlerMemory& memory,
                     std::shared_ptr<StreamWaiter> waiter);

    Descriptor in_;
    std::optional<Descriptor> out_;  ///< the descriptor to write to; nullopt: in_
    const Trust trust_;
    const bool is_socket_;  ///< true when the descriptor to write to is a socket
    const std::string peer_;
    HandlerMemory read_memory_;
    HandlerMemory write_memory_;
};

}  // namespace farfield::net
