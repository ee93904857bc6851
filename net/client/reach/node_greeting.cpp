#include "net/client/reach/node_greeting.h"

#include <stdexcept>
#include <utility>

#include "net/client/reach/tls_connect.h"
#include "net/message/dial_messages.h"
#include "net/message/printable.h"
#include "net/transport/tcp_stream.h"

namespace farfield::net {

NodeGreeting::NodeGreeting(boost::asio::ip::tcp::socket socket, const DialListener::Terms& terms,
                           std::string listened_at, std::string epoch, Deadline by)
    : terms_(terms), listened_at_(std::move(listened_at)), epoch_(std::move(epoch)), by_(by)
{
    boost::system::error_code ignored;
    address_ = socket.remote_endpoint(ignored).address().to_string();
    if (terms_.tls) {
        auto stream = std::make_unique<TlsStream>(
            std::move(socket), std::make_shared<const TlsContext>(TlsContext::Check::Later));
        unsecured_ = stream.get();
        stream_ = std::move(stream);
    } else {
        stream_ = std::make_unique<TcpStream>(std::move(socket));
    }
    messages_ = std::make_unique<FirstMessages>(*stream_);
}

void NodeGreeting::ready(const std::error_code& /*error*/)
{
    has_spoken_ = true;  // or it has ended; then the reason says so
    go_on();
}

bool NodeGreeting::is_secured()
{
    if (unsecured_ == nullptr) return true;
    const IoResult result = unsecured_->shake_hands();
    if (result.kind == IoResult::Kind::WouldBlock) return false;
    if (result.kind != IoResult::Kind::Done) throw std::runtime_error(unsecured_->why_ended());
    expect_node(*std::exchange(unsecured_, nullptr), *terms_.tls, listened_at_);
    return true;
}

void NodeGreeting::go_on()
try {
    while (state_ == State::UnderWay) {
        if (!is_secured()) return stream_->wait_readable(shared_from_this());
        if (!messages_->flush()) return stream_->wait_writable(shared_from_this());
        const auto text = messages_->receive();
        if (!text) return stream_->wait_readable(shared_from_this());
        take(*text);
    }
} catch (const std::exception& error) {
    // A node with another token has noticed that from viewer.hello, and ends the connection.
    refuse(nonce_.empty() ? error.what() : error.what() + std::string("; has it another token?"));
}

void NodeGreeting::take(const std::string& text)
{
    if (nonce_.empty()) {
        const NodeHello hello = read_node_hello(text);
        if (!epoch_.empty() && hello.epoch != epoch_)
            throw std::runtime_error("it is another node than the one of the session");
        node_nonce_ = hello.nonce;
        nonce_ = dial_nonce();
        messages_->send(viewer_hello_text(
            {.nonce = nonce_, .proof = dial_proof(terms_.token, "viewer", node_nonce_, nonce_)}));
        return;
    }
    if (!is_same_proof(dial_proof(terms_.token, "node", node_nonce_, nonce_), read_node_proof(text)))
        throw std::runtime_error("its proof is wrong");
    messages_.reset();
    state_ = State::Proved;
}

/// Refuses with a hint: a node with TLS waits for its viewer's TLS hello, and says nothing before.
void NodeGreeting::refuse_late()
{
    const bool may_await_tls = !terms_.tls && !has_spoken_;
    refuse(may_await_tls
               ? "it said nothing; with TLS (--tls-self-signed, --tls-cert) it needs --tls-pin or --tls here"
               : "it has not proved the token in time");
}

void NodeGreeting::refuse(const std::string& why)
{
    if (state_ != State::UnderWay) return;
    state_ = State::Refused;
    why_ = "the node at " + stream_->peer() + " is refused: " + printable(why);
    messages_.reset();
    stream_->close();
}

}  // namespace farfield::net
