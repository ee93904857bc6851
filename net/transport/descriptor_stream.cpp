#include "net/transport/descriptor_stream.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <cassert>
#include <cerrno>
#include <csignal>
#include <utility>

namespace farfield::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t most_pieces = 3;

bool is_a_socket(int descriptor)
{
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

/// The result of a system call that moved so many bytes, or failed (-1) as errno says.
IoResult result_of(ssize_t moved)
{
    if (moved >= 0) return {.kind = IoResult::Kind::Done, .bytes = static_cast<std::size_t>(moved)};
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)
        return {.kind = IoResult::Kind::WouldBlock};
    return {.kind = IoResult::Kind::Failed, .error = {errno, std::system_category()}};
}

}  // namespace

DescriptorStream::DescriptorStream(asio::io_context& io, int socket, Trust trust, std::string peer)
    : in_(io, socket), trust_(trust), is_socket_(true), peer_(std::move(peer))
{
    error_code ignored;  // the first read reports a socket that is already dead
    in_.non_blocking(true, ignored);
}

DescriptorStream::DescriptorStream(asio::io_context& io, int in, int out, std::string peer)
    : in_(io, in),
      out_(std::in_place, io, out),
      trust_(Trust::SameUser),
      is_socket_(is_a_socket(out)),
      peer_(std::move(peer))
{
    if (!is_socket_) (void)std::signal(SIGPIPE, SIG_IGN);
    error_code ignored;
    in_.non_blocking(true, ignored);
    out_->non_blocking(true, ignored);
}

void DescriptorStream::wait_readable(std::shared_ptr<StreamWaiter> waiter)
{
    wait(in_, Descriptor::wait_read, read_memory_, std::move(waiter));
}

void DescriptorStream::wait_writable(std::shared_ptr<StreamWaiter> waiter)
{
    wait(out(), Descriptor::wait_write, write_memory_, std::move(waiter));
}

void DescriptorStream::wait(Descriptor& descriptor, Descriptor::wait_type what, HandlerMemory& memory,
                            std::shared_ptr<StreamWaiter> waiter)
{
    auto ready = [waiter = std::move(waiter)](const error_code& error) {
        if (error != asio::error::operation_aborted) waiter->ready(error);
    };
    descriptor.async_wait(what, RecycledHandler(memory, std::move(ready)));
}

IoResult DescriptorStream::read_some(std::array<std::span<std::byte>, 2> into)
{
    const std::array<iovec, 2> places{iovec{into[0].data(), into[0].size()},
                                      iovec{into[1].data(), into[1].size()}};
    const IoResult result = result_of(::readv(in_.native_handle(), places.data(), places.size()));
    const bool is_end = result.kind == IoResult::Kind::Done && result.bytes == 0;
    return is_end ? IoResult{.kind = IoResult::Kind::End} : result;
}

IoResult DescriptorStream::write_some(std::span<const std::span<const std::byte>> from)
{
    std::array<iovec, most_pieces> pieces{};
    assert(from.size() <= pieces.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        pieces[i] = {const_cast<std::byte*>(from[i].data()), from[i].size()};  // NOLINT: it is not written to
    if (!is_socket_)
        return result_of(::writev(out().native_handle(), pieces.data(), static_cast<int>(from.size())));
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = from.size();
    return result_of(::sendmsg(out().native_handle(), &message, MSG_NOSIGNAL));
}

void DescriptorStream::end_writing() noexcept
{
    error_code ignored;
    if (is_socket_)
        ::shutdown(out().native_handle(), SHUT_WR);
    else
        out().close(ignored);
}

void DescriptorStream::close() noexcept
{
    error_code ignored;
    in_.close(ignored);
    out().close(ignored);
}

}  // namespace farfield::net
