#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

#include "net/transport/byte_stream.h"
#include "net/transport/handler_memory.h"

namespace farfield::net {

/// A connected TCP socket as a ByteStream. Sets TCP_NODELAY. Tuning: SO_RCVLOWAT, TCP_NOTSENT_LOWAT and
/// TCP_USER_TIMEOUT, where the system has them.
class TcpStream final : public ByteStream {
public:
    explicit TcpStream(boost::asio::ip::tcp::socket socket);

    void wait_readable(std::shared_ptr<StreamWaiter> waiter) override;
    void wait_writable(std::shared_ptr<StreamWaiter> waiter) override;
    [[nodiscard]] IoResult read_some(std::array<std::span<std::byte>, 2> into) override;
    [[nodiscard]] IoResult write_some(std::span<const std::span<const std::byte>> from) override;
    void tune(const StreamTuning& tuning) override;
    void end_writing() noexcept override;
    void close() noexcept override;
    [[nodiscard]] std::string peer() const override { return peer_; }
    [[nodiscard]] std::string local() const override { return local_; }
    [[nodiscard]] Trust trust() const noexcept override { return trust_; }
    [[nodiscard]] boost::asio::ip::tcp::socket& socket() noexcept { return socket_; }

private:
    void wait(boost::asio::ip::tcp::socket::wait_type what, HandlerMemory& memory,
              std::shared_ptr<StreamWaiter> waiter);

    boost::asio::ip::tcp::socket socket_;
    const std::string peer_;
    const std::string local_;
    const Trust trust_;
    StreamTuning tuning_;
    HandlerMemory read_memory_;
    HandlerMemory write_memory_;
};

}  // namespace farfield::net
