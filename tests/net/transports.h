#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <memory>
#include <utility>

#include "net/session/session_server.h"
#include "net/transport/byte_stream.h"
#include "net/transport/handler_memory.h"
#include "net/transport/tcp_stream.h"
#include "tests/catch.h"

/// The kinds of ByteStream that tests run on.
namespace farfield::net::test {

enum class Transport { Tcp, SocketPair };

/// To be called once in a test, which then runs on each.
inline Transport each_transport()
{
    return GENERATE(Transport::Tcp, Transport::SocketPair);
}

/// One of two local sockets that are connected to each other (socketpair(2)), as a ByteStream. Moves at most
/// `most` bytes a call, so that messages are cut at other places than TCP cuts them. Without tuning.
class SocketPairStream final : public ByteStream {
public:
    using Socket = boost::asio::local::stream_protocol::socket;

    explicit SocketPairStream(Socket socket, std::size_t most = 16'381)
        : socket_(std::move(socket)), most_(most)
    {
        socket_.non_blocking(true);
    }

    void wait_readable(std::shared_ptr<StreamWaiter> waiter) override
    {
        wait(Socket::wait_read, read_memory_, std::move(waiter));
    }
    void wait_writable(std::shared_ptr<StreamWaiter> waiter) override
    {
        wait(Socket::wait_write, write_memory_, std::move(waiter));
    }
    [[nodiscard]] IoResult read_some(std::array<std::span<std::byte>, 2> into) override
    {
        const auto first = into[0].first(std::min(into[0].size(), most_));
        const auto second = into[1].first(std::min(into[1].size(), most_ - first.size()));
        const std::array<boost::asio::mutable_buffer, 2> buffers{
            boost::asio::buffer(first.data(), first.size()),
            boost::asio::buffer(second.data(), second.size())};
        boost::system::error_code error;
        const auto bytes = socket_.read_some(buffers, error);
        return result_of(bytes, error);
    }
    [[nodiscard]] IoResult write_some(std::span<const std::span<const std::byte>> from) override
    {
        std::array<boost::asio::const_buffer, 3> buffers;
        for (std::size_t i = 0, left = most_; i < from.size(); ++i) {
            const std::size_t part = std::min(left, from[i].size());
            buffers[i] = boost::asio::buffer(from[i].data(), part);
            left -= part;
        }
        boost::system::error_code error;
        const auto bytes = socket_.write_some(buffers, error);
        return result_of(bytes, error);
    }
    void tune(const StreamTuning& /*tuning*/) override {}
    void end_writing() noexcept override
    {
        boost::system::error_code ignored;
        socket_.shutdown(Socket::shutdown_send, ignored);
    }
    void close() noexcept override
    {
        boost::system::error_code ignored;
        socket_.close(ignored);
    }
    [[nodiscard]] std::string peer() const override { return "a socket pair"; }

private:
    static IoResult result_of(std::size_t bytes, const boost::system::error_code& error)
    {
        if (!error) return {.kind = IoResult::Kind::Done, .bytes = bytes};
        if (error == boost::asio::error::would_block) return {.kind = IoResult::Kind::WouldBlock};
        if (error == boost::asio::error::eof) return {.kind = IoResult::Kind::End};
        return {.kind = IoResult::Kind::Failed, .error = error};
    }
    void wait(Socket::wait_type what, HandlerMemory& memory, std::shared_ptr<StreamWaiter> waiter)
    {
        auto ready = [waiter = std::move(waiter)](const boost::system::error_code& error) {
            if (error != boost::asio::error::operation_aborted) waiter->ready(error);
        };
        socket_.async_wait(what, RecycledHandler(memory, std::move(ready)));
    }

    Socket socket_;
    const std::size_t most_;
    HandlerMemory read_memory_;
    HandlerMemory write_memory_;
};

/// A socket of any kind, as a test uses it in the raw.
using RawSocket = boost::asio::generic::stream_protocol::socket;

/// Two sockets on the loopback device that are connected to each other.
inline std::pair<boost::asio::ip::tcp::socket, boost::asio::ip::tcp::socket>
tcp_pair(boost::asio::io_context& io)
{
    boost::asio::ip::tcp::acceptor acceptor(io, {boost::asio::ip::address_v4::loopback(), 0});
    boost::asio::ip::tcp::socket first(io);
    first.connect(acceptor.local_endpoint());
    return {std::move(first), acceptor.accept()};
}

inline std::pair<SocketPairStream::Socket, SocketPairStream::Socket> local_pair(boost::asio::io_context& io)
{
    std::pair<SocketPairStream::Socket, SocketPairStream::Socket> ends(io, io);
    boost::asio::local::connect_pair(ends.first, ends.second);
    return ends;
}

/// The far end of a new connection to this server, over a pair of local sockets.
inline int connect_locally(SessionServer& server)
{
    boost::asio::io_context io;
    auto [near, far] = local_pair(io);
    server.add_connection([end = near.release()](boost::asio::io_context& node_io) {
        return std::make_unique<SocketPairStream>(
            SocketPairStream::Socket(node_io, boost::asio::local::stream_protocol(), end));
    });
    return far.release();
}

/// A stream, and the socket at its other end.
inline std::pair<std::unique_ptr<ByteStream>, RawSocket> stream_and_socket(boost::asio::io_context& io,
                                                                           Transport transport)
{
    if (transport == Transport::Tcp) {
        auto [first, second] = tcp_pair(io);
        return {std::make_unique<TcpStream>(std::move(first)), RawSocket(std::move(second))};
    }
    auto [first, second] = local_pair(io);
    return {std::make_unique<SocketPairStream>(std::move(first)), RawSocket(std::move(second))};
}

/// Two streams that are each other's ends.
inline std::pair<std::unique_ptr<ByteStream>, std::unique_ptr<ByteStream>>
connected_streams(boost::asio::io_context& io, Transport transport)
{
    if (transport == Transport::Tcp) {
        auto [first, second] = tcp_pair(io);
        return {std::make_unique<TcpStream>(std::move(first)),
                std::make_unique<TcpStream>(std::move(second))};
    }
    auto [first, second] = local_pair(io);
    return {std::make_unique<SocketPairStream>(std::move(first)),
            std::make_unique<SocketPairStream>(std::move(second))};
}

}  // namespace farfield::net::test
