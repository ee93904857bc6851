#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "net/transport/byte_stream.h"
#include "net/transport/tls_context.h"

namespace farfield::net {

/// Address at which a node connects to its viewer.
struct DialSettings {
    std::string host;
    std::uint16_t port = 0;
    std::string token;  ///< token of both sides; empty: none, for a loopback address only
};

/// Connects to a listening viewer, has it prove the token, proves it too, and passes the connection on: one
/// at all times, and a second one on request. After a failure or an end it tries again after 0.25 s, then 1.6
/// times as long each time, at most 10 s. Threads: the event loop's.
class Dialer {
public:
    /// The node's name and epoch, which it tells the viewer, and its TLS.
    struct Self {
        std::string name, epoch;
        std::shared_ptr<const TlsContext> tls;  ///< null: unencrypted
    };
    /// Takes a connection. is_first: the receiver must call end_first() when it has ended.
    using Connected =
        std::function<void(std::unique_ptr<ByteStream> stream, const std::string& address, bool is_first)>;

    Dialer(boost::asio::io_context& io, DialSettings settings, Self self, Connected connected);
    ~Dialer();
    Dialer(const Dialer&) = delete;
    Dialer& operator=(const Dialer&) = delete;

    /// The first connection has ended: dials another one.
    void end_first();
    /// Dials the second connection, as the viewer asked. No effect while one is being dialled.
    void dial_second();

private:
    class Call;
    struct Line {
        Line(boost::asio::io_context& io, bool is_the_first);

        const bool is_first;
        bool is_busy = false;
        std::chrono::milliseconds pause;
        boost::asio::steady_timer timer;
    };

    void call(Line& line);
    void call_later(Line& line);
    void succeeded(Line& line, std::unique_ptr<ByteStream> stream, const std::string& address);
    void failed(Line& line, const std::string& why);

    boost::asio::io_context& io_;
    const DialSettings settings_;
    const Self self_;
    const Connected connected_;
    Line first_, second_;
    bool is_connected_ = false;  ///< the first connection is open
    std::string last_failure_;
    const std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace farfield::net
