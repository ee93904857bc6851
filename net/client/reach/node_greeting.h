#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>

#include "net/client/reach/client_connect.h"
#include "net/client/reach/dial_listener.h"
#include "net/transport/byte_stream.h"
#include "net/transport/first_messages.h"
#include "net/transport/tls_stream.h"

namespace farfield::net {

/// The viewer's side of the first messages on an incoming connection, up to the node's proof. Threads: the
/// event loop's, which keeps the object alive while it waits.
class NodeGreeting final : public StreamWaiter, public std::enable_shared_from_this<NodeGreeting> {
public:
    /// listened_at: name under which a node's first key is kept. epoch: as in DialListener::Wait.
    NodeGreeting(boost::asio::ip::tcp::socket socket, const DialListener::Terms& terms,
                 std::string listened_at, std::string epoch, Deadline by);
    void start() { go_on(); }

    enum class State { UnderWay, Proved, Refused };
    [[nodiscard]] State state() const noexcept { return state_; }
    [[nodiscard]] const std::string& why() const noexcept { return why_; }  ///< reason of the refusal
    [[nodiscard]] const std::string& address() const noexcept { return address_; }
    [[nodiscard]] Deadline by() const noexcept { return by_; }
    /// The stream of a node that has proved the token.
    [[nodiscard]] std::unique_ptr<ByteStream> take_stream() { return std::move(stream_); }
    void refuse(const std::string& why);
    /// Refuses the node because its time is over.
    void refuse_late();

    void ready(const std::error_code& error) override;

private:
    void go_on();
    /// True when the handshake is over, and the key is the node's.
    [[nodiscard]] bool is_secured();
    void take(const std::string& text);

    const DialListener::Terms& terms_;
    const std::string listened_at_, epoch_;
    const Deadline by_;
    std::string address_, node_nonce_, nonce_, why_;
    std::unique_ptr<ByteStream> stream_;
    TlsStream* unsecured_ = nullptr;  ///< stream_, until its handshake is over
    std::unique_ptr<FirstMessages> messages_;
    State state_ = State::UnderWay;
    bool has_spoken_ = false;
};

}  // namespace farfield::net
