#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "net/message/limits.h"
#include "net/session/listening/dialer.h"
#include "net/session/service.h"
#include "net/transport/byte_stream.h"
#include "net/transport/tls_context.h"

namespace farfield::net {

struct ServerSettings {
    std::string bind_address = "127.0.0.1";
    std::uint16_t port = default_port;  ///< 0: any free port
    std::string token;                  ///< empty: none asked for; only allowed on a loopback address
    /// Viewers may use TLS, and those of other machines must; null: all in the clear.
    std::shared_ptr<const TlsContext> tls;
    bool is_tls_only = false;          ///< those of this machine must use it, too, but at the local socket
    std::optional<DialSettings> dial;  ///< it connects to its viewer there
    /// Else no port is had, and where it does not dial it ends with the last connection that was added.
    bool is_listening = true;
    /// Where processes of this user may connect without a token; empty, or where it cannot be had: nowhere.
    std::filesystem::path local_socket;
    std::string node_name = "farfield-node";
    NodeLimits limits;
    std::chrono::milliseconds first_message_timeout = net::first_message_timeout;
    std::chrono::milliseconds silence_timeout = net::silence_timeout;
    /// A session of a viewer that acknowledges its frames is kept so long without it; 0: not at all.
    std::chrono::seconds grace = default_grace;
    std::optional<std::uint64_t> ends_at;  ///< when the node will be ended, in seconds since 1970; if known
};

/// Serves sessions: accepts connections, answers calls, runs programs and streams their frames.
///
/// Threads: one I/O thread owns every connection; calls that concern data run on worker threads; each stream
/// has a thread of its own that calls its Program only when a credit, a free send buffer and the rate
/// allow. A slow, stopped or lying peer harms only its own session.
class SessionServer {
public:
    /// Binds and listens. Throws std::runtime_error when the address cannot be bound (port in use ...), or
    /// when it is not a loopback address and there is no token.
    SessionServer(Service& service, const ServerSettings& settings);
    ~SessionServer();

    [[nodiscard]] std::uint16_t port() const noexcept;
    [[nodiscard]] std::string host() const;

    /// One more connection, beside those that are accepted at the address. From any thread; `make` runs on
    /// the I/O thread.
    void add_connection(StreamMaker make);

    /// Serves until stop() is called. The calling thread becomes the I/O thread.
    void run();
    /// From any thread or a signal handler's thread: sends session.ended with this message to all, closes and
    /// makes run() return. A second call changes nothing.
    void stop(std::string message = "the node is shutting down");

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace farfield::net
