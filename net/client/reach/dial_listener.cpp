#include "net/client/reach/dial_listener.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <ranges>
#include <stdexcept>
#include <utility>
#include <vector>

#include "net/client/reach/node_greeting.h"

namespace farfield::net {

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
