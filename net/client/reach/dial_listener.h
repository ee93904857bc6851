#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "net/client/reach/client_connect.h"
#include "net/client/reach/host_port.h"
#include "net/client/reach/tls_terms.h"
#include "net/transport/byte_stream.h"

namespace farfield::net {

/// A port at which nodes connect to this viewer. On each connection that accept() returns, both sides have
/// proved the token to each other. Threads: any.
class DialListener {
public:
    /// Connections that have not proved the token yet, at most. A further one replaces the oldest of the
    /// address that has the most.
    static constexpr std::size_t max_unproved = 16;

    /// Means to verify nodes.
    struct Terms {
        std::string token;            ///< empty: allowed for a loopback address only
        std::optional<TlsTerms> tls;  ///< nullopt: unencrypted. By a pin, or by the key seen first
        std::chrono::milliseconds patience{5'000};  ///< time in which each must prove the token
        /// Gets a printable line with the reason for each refused connection; repeats with the same reason
        /// are not reported. Runs on the thread of accept(). Empty: not needed.
        std::function<void(const std::string& line)> refused = {};
    };
    /// The node to wait for, and for how long.
    struct Wait {
        Deadline deadline;
        std::function<bool()> is_given_up;
        std::string epoch = {};  ///< epoch of the node's run; empty: any
        /// Called in addition to Terms::refused.
        std::function<void(const std::string& line)> refused = {};
    };

    /// Listens. Throws std::runtime_error that names the port.
    DialListener(const HostPort& at, Terms terms);
    DialListener(const DialListener&) = delete;
    DialListener& operator=(const DialListener&) = delete;

    /// Waits for a node, running the event loop meanwhile. Nodes that connect are greeted in parallel, and
    /// each has some time to prove the token. Throws std::runtime_error with the last one's fault, when none
    /// does in time or is_given_up() is true.
    [[nodiscard]] std::unique_ptr<ByteStream> accept(boost::asio::io_context& io, const Wait& wait) const;

    [[nodiscard]] HostPort at() const;

private:
    class Reception;

    boost::asio::io_context own_;
    mutable boost::asio::ip::tcp::acceptor acceptor_;
    const Terms terms_;
};

}  // namespace farfield::net
