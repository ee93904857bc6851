#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "net/message/limits.h"
#include "net/service/service.h"
#include "net/session/listening/dialer.h"
#include "net/transport/byte_stream.h"
#include "net/transport/tls_context.h"

namespace farfield::net {

struct ServerSettings {
    std::string bind_address = "127.0.0.1";
    std::uint16_t port = default_port;  ///< 0: any free port
    std::string token;                  ///< empty: none required; only allowed on a loopback address
    /// Viewers may use TLS, and those on other machines must; null: all are unencrypted.
    std::shared_ptr<const TlsContext> tls;
    bool is_tls_only = false;          ///< viewers of this machine must use TLS, too, but at local_socket
    std::optional<DialSettings> dial;  ///< viewer to which the node connects
    /// False: the node opens no port; if it does not dial, it ends with the last connection that was added.
    bool is_listening = true;
    /// Path at which processes of this user may connect without a token; empty or unusable: none.
    std::filesystem::path local_socket;
    std::string node_name = "farfield-node";
    NodeLimits limits;
    std::chrono::milliseconds first_message_timeout = net::first_message_timeout;
    std::chrono::milliseconds silence_timeout = net::silence_timeout;
    /// Time for which a session is kept without its viewer, if that acknowledges frames; 0: it is not kept.
    std::chrono::seconds grace = default_grace;
    std::optional<std::uint64_t> ends_at;  ///< time at which the node will be ended, s since 1970; if known
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

    /// Adds a connection beside those accepted at the address. From any thread; `make` runs on the I/O
    /// thread.
    void add_connection(StreamMaker make);

    /// Serves until stop() is called. The calling thread becomes the I/O thread.
    void run();
    /// From any thread, such as one that handles signals: sends session.ended with this message to all,
    /// closes them, and makes run() return. A second call changes nothing.
    void stop(std::string message = "the node is shutting down");

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace farfield::net
