#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "net/client/client_connect.h"
#include "net/client/host_port.h"
#include "net/client/tls_terms.h"
#include "net/transport/byte_stream.h"

namespace farfield::net {

/// A port at which nodes connect to this viewer. Each connection that accept() returns has had the token
/// proved to it, and has proved it. Threads: any.
class DialListener {
public:
    /// Connections that have not proved the token yet; one more takes the place of the oldest of the address
    /// that has the most.
    static constexpr std::size_t max_unproved = 16;

    /// How nodes are known.
    struct Terms {
        std::string token;            ///< empty: for a loopback address alone
        std::optional<TlsTerms> tls;  ///< nothing: in the clear. By a pin, or the key of the first time
        std::chrono::milliseconds patience{5'000};  ///< until each has proved the token
        /// Of each that is refused, with a printable line that says why; one that comes again with the same
        /// is said once. On the thread of accept(). Empty: not needed.
        std::function<void(const std::string& line)> refused = {};
    };
    /// Which node is waited for, and how long.
    struct Wait {
        Deadline deadline;
        std::function<bool()> is_given_up;
        std::string epoch = {};  ///< of its run; empty: any
        /// As Terms::refused, beside it.
        std::function<void(const std::string& line)> refused = {};
    };

    /// Throws std::runtime_error that names the port.
    DialListener(const HostPort& at, Terms terms);
    DialListener(const DialListener&) = delete;
    DialListener& operator=(const DialListener&) = delete;

    /// Waits for a node, running the event loop meanwhile. All that come are heard beside each other, and
    /// each has some time to prove the token. Throws std::runtime_error where none does in time, or it is
    /// given up, with what was wrong with the last one.
    [[nodiscard]] std::unique_ptr<ByteStream> accept(boost::asio::io_context& io, const Wait& wait) const;

    [[nodiscard]] HostPort at() const;

private:
    class Reception;

    boost::asio::io_context own_;
    mutable boost::asio::ip::tcp::acceptor acceptor_;
    const Terms terms_;
};

}  // namespace farfield::net
