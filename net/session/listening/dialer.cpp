#include "net/session/listening/dialer.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <stdexcept>
#include <utility>

#include "net/message/dial_messages.h"
#include "net/message/printable.h"
#include "net/transport/first_messages.h"
#include "net/transport/host_lookup.h"
#include "net/transport/tcp_stream.h"
#include "net/transport/tls_stream.h"

namespace farfield::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds first_dial_pause{250}, longest_dial_pause{10'000};
constexpr double dial_pause_growth = 1.6;
constexpr std::chrono::seconds dial_patience{10};  ///< time from the look-up of the name to the proof

}  // namespace

/// An attempt to connect, until its connection is passed on or fails. The event loop keeps it alive.
class Dialer::Call final : public StreamWaiter, public std::enable_shared_from_this<Call> {
public:
    Call(Dialer& dialer, Line& line)
        : dialer_(dialer),
          line_(line),
          alive_(dialer.alive_),
          resolver_(dialer.io_),
          socket_(dialer.io_),
          patience_(dialer.io_)
    {}

    void start()
    {
        patience_.expires_after(dial_patience);
        patience_.async_wait([self = shared_from_this()](const error_code& cancelled) {
            if (!cancelled) self->fail("no answer in time");
        });
        const DialSettings& to = dialer_.settings_;
        resolver_.async_resolve(to.host, std::to_string(to.port),
                                [self = shared_from_this()](error_code error, const auto& found) {
                                    if (self->has_ended()) return;
                                    const DialSettings& viewer = self->dialer_.settings_;
                                    const auto addresses = looked_up(viewer.host, viewer.port, found, error);
                                    if (error) return self->fail(error.message());
                                    self->connect(addresses);
                                });
    }
    void ready(const std::error_code& /*error*/) override { go_on(); }

private:
    [[nodiscard]] bool has_ended() const { return is_done_ || alive_.expired(); }
    void connect(const tcp::resolver::results_type& addresses)
    {
        if (has_ended()) return;
        asio::async_connect(socket_, addresses,
                            [self = shared_from_this()](const error_code& error, const tcp::endpoint&) {
                                if (error) return self->fail(error.message());
                                self->greet();
                            });
    }
    void greet()
    try {
        if (has_ended()) return;
        error_code ignored;
        address_ = socket_.remote_endpoint(ignored).address().to_string();
        auto plain = std::make_unique<TcpStream>(std::move(socket_));
        const bool is_on_this_machine = plain->trust() == Trust::Loopback;
        if (dialer_.self_.tls)
            stream_ = std::make_unique<TlsStream>(std::move(plain->socket()), dialer_.self_.tls);
        else
            stream_ = std::move(plain);
        if (dialer_.settings_.token.empty() && !is_on_this_machine)
            return fail("it is on another machine, so a token is needed (--dial-token-file FILE)");
        messages_ = std::make_unique<FirstMessages>(*stream_);
        nonce_ = dial_nonce();
        messages_->send(
            node_hello_text({.node = dialer_.self_.name, .epoch = dialer_.self_.epoch, .nonce = nonce_}));
        go_on();
    } catch (const std::exception& error) {
        fail(error.what());
    }
    void go_on()
    try {
        while (!has_ended()) {
            if (!messages_->flush()) return stream_->wait_writable(shared_from_this());
            if (is_proved_) return finish();
            const auto text = messages_->receive();
            if (!text) return stream_->wait_readable(shared_from_this());
            prove(*text);
        }
    } catch (const std::exception& error) {
        fail(error.what());
    }
    void prove(const std::string& text)
    {
        const ViewerHello hello = read_viewer_hello(text);
        const std::string& token = dialer_.settings_.token;
        if (!is_same_proof(dial_proof(token, "viewer", nonce_, hello.nonce), hello.proof))
            throw std::runtime_error("the viewer's proof is wrong: it has another token");
        messages_->send(node_proof_text(dial_proof(token, "node", nonce_, hello.nonce)));
        is_proved_ = true;
    }
    void finish()
    {
        is_done_ = true;
        patience_.cancel();
        messages_.reset();
        dialer_.succeeded(line_, std::move(stream_), address_);
    }
    void fail(const std::string& why)
    {
        if (std::exchange(is_done_, true)) return;
        patience_.cancel();
        resolver_.cancel();
        error_code ignored;
        socket_.close(ignored);
        if (stream_) stream_->close();
        if (!alive_.expired()) dialer_.failed(line_, why);
    }

    Dialer& dialer_;
    Line& line_;
    const std::weak_ptr<const bool> alive_;  ///< expires with the dialer
    tcp::resolver resolver_;
    tcp::socket socket_;
    asio::steady_timer patience_;
    std::string address_, nonce_;
    std::unique_ptr<ByteStream> stream_;
    std::unique_ptr<FirstMessages> messages_;
    bool is_proved_ = false, is_done_ = false;
};

Dialer::Line::Line(asio::io_context& io, bool is_the_first)
    : is_first(is_the_first), pause(first_dial_pause), timer(io)
{}

Dialer::Dialer(asio::io_context& io, DialSettings settings, Self self, Connected connected)
    : io_(io),
      settings_(std::move(settings)),
      self_(std::move(self)),
      connected_(std::move(connected)),
      first_(io, true),
      second_(io, false)
{
    call(first_);
}

Dialer::~Dialer() = default;

void Dialer::call(Line& line)
{
    line.is_busy = true;
    std::make_shared<Call>(*this, line)->start();
}

void Dialer::call_later(Line& line)
{
    line.is_busy = true;
    line.timer.expires_after(line.pause);
    line.pause =
        std::min(std::chrono::duration_cast<std::chrono::milliseconds>(line.pause * dial_pause_growth),
                 longest_dial_pause);
    line.timer.async_wait([this, &line, alive = std::weak_ptr(alive_)](const error_code& cancelled) {
        if (!cancelled && !alive.expired()) call(line);
    });
}

void Dialer::succeeded(Line& line, std::unique_ptr<ByteStream> stream, const std::string& address)
{
    line.is_busy = false;
    line.pause = first_dial_pause;
    last_failure_.clear();
    if (line.is_first) is_connected_ = true;
    connected_(std::move(stream), address, line.is_first);
}

/// Tries the first connection again later; the second is useless without the first.
void Dialer::failed(Line& line, const std::string& why)
{
    const std::string reason = "cannot connect to the viewer at " + settings_.host + ":" +
                               std::to_string(settings_.port) + ": " + printable(why);
    if (std::exchange(last_failure_, reason) != reason) spdlog::warn("{}; it is tried again", reason);
    line.is_busy = false;
    if (line.is_first || is_connected_) call_later(line);
}

void Dialer::end_first()
{
    is_connected_ = false;
    call_later(first_);
}

void Dialer::dial_second()
{
    if (second_.is_busy) return;
    second_.pause = first_dial_pause;
    call(second_);
}

}  // namespace farfield::net
