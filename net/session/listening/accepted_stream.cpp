#include "net/session/listening/accepted_stream.h"

#include <sys/socket.h>

#include <utility>

#include "net/transport/tls_stream.h"

namespace farfield::net {

namespace {
constexpr unsigned char tls_handshake = 0x16;  ///< the content type of TLS's first record
}

AcceptedStream::AcceptedStream(boost::asio::ip::tcp::socket socket, std::shared_ptr<const TlsContext> tls)
    : tls_(std::move(tls))
{
    auto plain = std::make_unique<TcpStream>(std::move(socket));
    unknown_ = plain.get();
    stream_ = std::move(plain);
}

IoResult AcceptedStream::read_some(std::array<std::span<std::byte>, 2> into)
{
    unsigned char first = 0;
    if (unknown_ != nullptr &&
        ::recv(unknown_->socket().native_handle(), &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1) {
        TcpStream& plain = *std::exchange(unknown_, nullptr);
        if (first == tls_handshake) stream_ = std::make_unique<TlsStream>(std::move(plain.socket()), tls_);
    }
    return stream_->read_some(into);
}

}  // namespace farfield::net
