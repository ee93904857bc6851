#include "net/transport/tcp_stream.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <boost/asio/buffer.hpp>
#include <cassert>
#include <utility>

namespace farfield::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

/// Sets TCP_NOTSENT_LOWAT. Ignores errors: a system without the option only keeps more unsent bytes.
void limit_unsent(tcp::socket& socket, std::size_t bytes)
{
    const int most = bytes == 0 ? -1 : static_cast<int>(bytes);
    (void)::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &most, sizeof most);
}

/// Sets TCP_USER_TIMEOUT. Without it the system notices only after minutes that a peer has silently gone.
void limit_unacknowledged(tcp::socket& socket, std::chrono::milliseconds silence)
{
    const auto most = static_cast<unsigned>(silence.count());
    (void)::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &most, sizeof most);
}

std::string name_of(const tcp::endpoint& end)
{
    const auto address = end.address().to_string();
    return (end.address().is_v6() ? "[" + address + "]" : address) + ":" + std::to_string(end.port());
}

std::string name_of_peer(const tcp::socket& socket)
{
    error_code error;
    const auto end = socket.remote_endpoint(error);
    return error ? "a closed connection" : name_of(end);
}

std::string name_of_this_end(const tcp::socket& socket)
{
    error_code error;
    const auto end = socket.local_endpoint(error);
    return error ? std::string() : name_of(end);
}

Trust trust_in(const tcp::socket& socket)
{
    error_code error;
    const auto address = socket.remote_endpoint(error).address();
    const bool is_mapped = !error && address.is_v6() && address.to_v6().is_v4_mapped();
    const bool is_here = is_mapped
                             ? asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback()
                             : address.is_loopback();
    return !error && is_here ? Trust::Loopback : Trust::Plain;
}

IoResult result_of(std::size_t bytes, const error_code& error)
{
    if (!error) return {.kind = IoResult::Kind::Done, .bytes = bytes};
    if (error == asio::error::would_block || error == asio::error::try_again)
        return {.kind = IoResult::Kind::WouldBlock};
    if (error == asio::error::eof) return {.kind = IoResult::Kind::End};
    return {.kind = IoResult::Kind::Failed, .error = error};
}

}  // namespace

TcpStream::TcpStream(tcp::socket socket)
    : socket_(std::move(socket)),
      peer_(name_of_peer(socket_)),
      local_(name_of_this_end(socket_)),
      trust_(trust_in(socket_))
{
    error_code ignored;  // the first read reports a socket that is already dead
    socket_.set_option(tcp::no_delay(true), ignored);
    socket_.non_blocking(true, ignored);
}

void TcpStream::wait_readable(std::shared_ptr<StreamWaiter> waiter)
{
    wait(tcp::socket::wait_read, read_memory_, std::move(waiter));
}

void TcpStream::wait_writable(std::shared_ptr<StreamWaiter> waiter)
{
    wait(tcp::socket::wait_write, write_memory_, std::move(waiter));
}

void TcpStream::wait(tcp::socket::wait_type what, HandlerMemory& memory, std::shared_ptr<StreamWaiter> waiter)
{
    auto ready = [waiter = std::move(waiter)](const error_code& error) {
        if (error != asio::error::operation_aborted) waiter->ready(error);
    };
    socket_.async_wait(what, RecycledHandler(memory, std::move(ready)));
}

IoResult TcpStream::read_some(std::array<std::span<std::byte>, 2> into)
{
    const std::array<asio::mutable_buffer, 2> buffers{asio::buffer(into[0].data(), into[0].size()),
                                                      asio::buffer(into[1].data(), into[1].size())};
    error_code error;
    const auto bytes = socket_.read_some(buffers, error);
    return result_of(bytes, error);
}

IoResult TcpStream::write_some(std::span<const std::span<const std::byte>> from)
{
    std::array<asio::const_buffer, 3> buffers;
    assert(from.size() <= buffers.size());
    for (std::size_t i = 0; i < from.size(); ++i) buffers[i] = asio::buffer(from[i].data(), from[i].size());
    error_code error;
    const auto bytes = socket_.write_some(buffers, error);
    return result_of(bytes, error);
}

void TcpStream::tune(const StreamTuning& tuning)
{
    const StreamTuning before = std::exchange(tuning_, tuning);
    error_code ignored;  // a failure only causes more wake-ups
    if (tuning.readable_bytes != before.readable_bytes)
        socket_.set_option(tcp::socket::receive_low_watermark(static_cast<int>(tuning.readable_bytes)),
                           ignored);
    if (tuning.unsent_bytes != before.unsent_bytes) limit_unsent(socket_, tuning.unsent_bytes);
    if (tuning.silence != before.silence) limit_unacknowledged(socket_, tuning.silence);
}

void TcpStream::end_writing() noexcept
{
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

void TcpStream::close() noexcept
{
    error_code ignored;
    socket_.close(ignored);
}

}  // namespace farfield::net
