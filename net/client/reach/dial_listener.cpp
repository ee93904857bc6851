#include "net/client/reach/dial_listener.h"

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <fcntl.h>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "net/client/reach/client_connect.h"
#include "net/client/reach/tls_connect.h"
#include "net/message/dial_messages.h"
#include "net/message/printable.h"
#include "net/transport/byte_stream.h"
#include "net/transport/first_messages.h"
#include "net/transport/tcp_stream.h"
#include "net/transport/tls_stream.h"

namespace farfield::net {

namespace {

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

}  // namespace

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// State of one accept(): its own acceptor on the listening socket (the client's event loop may end before
/// the listener), and the connections that have not proved the token yet.
class DialListener::Reception {
public:
    Reception(asio::io_context& io, const DialListener& listener, const Wait& wait)
        : io_(io), listener_(listener), wait_(wait), name_(to_string(listener.at())), acceptor_(io)
    {
        const auto protocol = listener.acceptor_.local_endpoint().protocol();
        const int descriptor = ::fcntl(listener.acceptor_.native_handle(), F_DUPFD_CLOEXEC, 3);
        if (descriptor < 0)
            throw std::runtime_error("cannot listen for nodes at " + name_ + ": no descriptor is left");
        acceptor_.assign(protocol, descriptor);
        failure_ = "no node has connected to " + name_;
        accept();
    }
    ~Reception()
    {
        for (const auto& greeting : greetings_) greeting->refuse("another node is there");
    }
    Reception(const Reception&) = delete;
    Reception& operator=(const Reception&) = delete;

    std::unique_ptr<ByteStream> run()
    {
        std::unique_ptr<ByteStream> proved;
        while (!proved) {
            has_come_ = false;
            (void)run_until(io_, next_deadline(), [this, &proved] {
                proved = take_news();
                return proved || wait_.is_given_up() || has_come_;
            });
            if (proved) break;
            if (wait_.is_given_up() || std::chrono::steady_clock::now() >= wait_.deadline)
                throw std::runtime_error(failure_);
            drop_late_ones();
        }
        return proved;
    }

private:
    void accept()
    {
        acceptor_.async_accept(
            [this, alive = std::weak_ptr(alive_)](const error_code& error, tcp::socket socket) {
                if (alive.expired() || error == asio::error::operation_aborted) return;
                if (error) {
                    failure_ = "cannot accept connections at " + name_ + ": " + error.message();
                    is_broken_ = true;
                    return;
                }
                accept();
                greet(std::move(socket));
            });
    }
    void greet(tcp::socket socket)
    {
        has_come_ = true;
        const auto by = std::chrono::steady_clock::now() + listener_.terms_.patience;
        const auto greeting =
            std::make_shared<NodeGreeting>(std::move(socket), listener_.terms_, name_, wait_.epoch, by);
        if (greetings_.size() >= max_unproved) make_room();
        greetings_.push_back(greeting);
        greeting->start();
    }
    /// Drops the oldest connection of the most frequent address: one machine cannot drive out another's.
    void make_room()
    {
        const auto count = [this](const auto& greeting) {
            return std::ranges::count(greetings_, greeting->address(), &NodeGreeting::address);
        };
        const auto first = std::ranges::max_element(greetings_, {}, count);
        (*first)->refuse("too many connections have not proved the token");
        note_refused(**first);
        greetings_.erase(first);
    }
    /// Removes refused connections. Returns a proved one, if any.
    std::unique_ptr<ByteStream> take_news()
    {
        std::unique_ptr<ByteStream> proved;
        std::erase_if(greetings_, [this, &proved](const auto& greeting) {
            if (greeting->state() == NodeGreeting::State::Refused) note_refused(*greeting);
            if (greeting->state() == NodeGreeting::State::Proved && !proved) proved = greeting->take_stream();
            return greeting->state() != NodeGreeting::State::UnderWay;
        });
        return proved;
    }
    void note_refused(const NodeGreeting& greeting)
    {
        failure_ = greeting.why();
        // The port differs at each try, so only the address is compared.
        const std::string reason = greeting.address() + failure_.substr(failure_.find(" is refused"));
        if (std::exchange(said_, reason) == reason) return;
        for (const auto& refused : {listener_.terms_.refused, wait_.refused})
            if (refused) refused(failure_);
    }
    Deadline next_deadline() const
    {
        Deadline next = wait_.deadline;
        for (const auto& greeting : greetings_) next = std::min(next, greeting->by());
        // After a failure (no descriptor left) accepting is tried again soon, as nodes try again, too.
        return is_broken_ ? std::min(next, std::chrono::steady_clock::now() + accept_again) : next;
    }
    void drop_late_ones()
    {
        const auto now = std::chrono::steady_clock::now();
        for (const auto& greeting : greetings_)
            if (greeting->by() <= now) greeting->refuse_late();
        if (std::exchange(is_broken_, false)) accept();
    }

    static constexpr std::chrono::milliseconds accept_again{200};

    asio::io_context& io_;
    const DialListener& listener_;
    const Wait& wait_;
    const std::string name_;
    tcp::acceptor acceptor_;
    std::vector<std::shared_ptr<NodeGreeting>> greetings_;  ///< oldest first
    std::string failure_;
    std::string said_;  ///< the last text given to Terms::refused, without port
    bool is_broken_ = false;
    bool has_come_ = false;  ///< a connection with a deadline of its own has come
    const std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

DialListener::DialListener(const HostPort& at, Terms terms) : acceptor_(own_), terms_(std::move(terms))
{
    const auto fail = [&at](const std::string& why) {
        throw std::runtime_error("cannot listen for nodes at " + to_string(at) + ": " + why);
    };
    error_code error;
    const auto address = asio::ip::make_address(at.host == "localhost" ? "127.0.0.1" : at.host, error);
    if (error) fail("expected an address of this machine");
    if (terms_.token.empty() && !address.is_loopback())
        fail("this is not a loopback address, so other machines could connect: a token is needed "
             "(--token-file FILE)");
    if (terms_.tls && terms_.tls->check == TlsTerms::Check::Authorities)
        fail("the name of a node that connects is not known, so that none can vouch for it: a pin is needed "
             "(--tls-pin PIN)");
    const tcp::endpoint endpoint(address, at.port);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    if (error) fail(error.message());
}

HostPort DialListener::at() const
{
    const auto endpoint = acceptor_.local_endpoint();
    return {.host = endpoint.address().to_string(), .port = endpoint.port()};
}

std::unique_ptr<ByteStream> DialListener::accept(asio::io_context& io, const Wait& wait) const
{
    return Reception(io, *this, wait).run();
}

}  // namespace farfield::net
