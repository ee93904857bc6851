#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "net/client/frame_ring.h"
#include "net/client/reach/target.h"
#include "net/client/reach/tls_terms.h"
#include "net/client/session_claim.h"
#include "net/message/clock.h"
#include "net/message/control_messages.h"
#include "net/message/limits.h"
#include "net/message/sharing_calls.h"
#include "net/transport/byte_stream.h"

namespace farfield::net {

class DialListener;

struct ClientSettings {
    std::string host = "127.0.0.1";
    std::uint16_t port = default_port;
    std::optional<Way> way;       ///< used in place of host and port
    std::optional<TlsTerms> tls;  ///< for host and port; nullopt: unencrypted
    std::string token;            ///< empty: none
    std::string client_name = "farfield";
    std::string label = {};             ///< name for other members of the session; empty: client_name
    std::optional<JoinCall> join;       ///< another viewer's session, which is joined; no new session is made
    std::optional<SessionClaim> claim;  ///< another process's session, resumed in place of both
    std::shared_ptr<ClaimStore> claim_store;  ///< keeps the claim to this client's session; null: not kept
    std::chrono::milliseconds connect_timeout{5000};
    std::chrono::milliseconds silence_timeout = net::silence_timeout;
    /// True: after its connections break, the session is resumed for as long as the node keeps it, with
    /// nothing lost or run twice. Not for a viewer that sends frames.
    bool resume = false;
    /// True, with `resume`: a node that refuses connections is waited for, as it may be restarting. A restart
    /// ends its sessions, so `lost` is then called once the node is back.
    bool awaits_restart = false;
    bool is_single = false;     ///< one connection carries everything; no second one is made
    StreamMaker connect;        ///< makes each connection; empty: by the settings above
    std::stop_token cancelled;  ///< cancels the opening of the session, which then fails
    /// Listener to which nodes connect; used in place of host and port.
    std::shared_ptr<const DialListener> listener = {};

    /// Sets `listener`, and waits for the first node without a time limit.
    void wait_for_nodes(std::shared_ptr<const DialListener> nodes);
    /// Sets host and port or `way`. A command means one connection, which may take a minute to begin.
    void go_to(const Target& target);
    [[nodiscard]] std::string node() const;  ///< name, "localhost:7117", "unix:/run/user/1000/node.sock"
};

/// The measurements of the connection. Read from any thread.
struct LinkFigures {
    double round_trip_ms = 0.0;         ///< smoothed
    std::int64_t clock_offset_ns = 0;   ///< node's clock minus this one, from the fastest of last round trips
    std::uint64_t bytes_received = 0;   ///< bytes on the data connection since the start
    std::uint64_t frames_received = 0;  ///< frames received into a ring
    std::uint64_t last_frame_ns = 0;    ///< now_ns() when the last of them was complete; 0: no frame has come
    std::uint64_t frames_unclaimed = 0;  ///< frames read past because no ring was attached
    std::uint64_t resumes = 0;           ///< number of times the session was resumed
    double interrupted_ms = 0.0;         ///< total time that the session was without connections, until now
};

/// State of a session whose connections broke.
struct Interruption {
    std::string why;                        ///< reason, as a sentence
    std::chrono::milliseconds kept_for{0};  ///< time from now on for which the node keeps the session
};

/// Callbacks of a client, on its I/O thread: they must return soon; pass longer work to another thread.
struct ClientEvents {
    std::function<void(std::uint32_t stream)>
        frame_arrived;  ///< a frame has been published in the stream's ring
    std::function<void(const std::string& method, const Json& params)>
        notified;                                      ///< program.ended, session.ended
    std::function<void(const std::string& why)> lost;  ///< called once, when the node is gone; not by close()
    /// Total frames that send() may send to a stream; may be called before program.start is answered.
    std::function<void(std::uint32_t stream, std::uint64_t frames)> granted = {};
    /// Called when the connections broke: the session is being resumed, and `resumed` or `lost` follows.
    std::function<void(const Interruption& interruption)> interrupted = {};
    std::function<void()> resumed = {};
    /// A line of text that a command prints outside of the messages, on its standard error or before the
    /// first message. Empty: the line goes to this program's standard error.
    std::function<void(const std::string& line)> noted = {};
};

/// Makes a call that needs no session (session.list, session.end) on a connection of its own; settings.token
/// is shown. Throws as Client's constructor does.
[[nodiscard]] Json call_alone(const ClientSettings& settings, const std::string& method, const Json& params);

/// A viewer's end of one session: both connections, and the producer thread that reads frames straight into
/// the rings' slots.
///
/// Threads: the constructor's caller and any others may call every member; a background I/O thread does the
/// work. Allocates nothing per frame in steady state.
class Client {
public:
    /// Connects, opens the session and attaches the data connection. Throws std::runtime_error (cannot
    /// connect, timed out, not a Farfield node, refused) or RpcError (the node's error).
    Client(const ClientSettings& settings, ClientEvents events);
    ~Client();  ///< closes like close()

    /// Result of session.open.
    [[nodiscard]] const Json& session() const noexcept;

    using Answer = std::function<void(std::optional<RpcError> error, const Json& result)>;
    /// Calls without waiting; `answer` runs on the I/O thread (also with an error when the node is lost
    /// before it answers). Returns the call's number, for cancel().
    std::int64_t call_async(const std::string& method, Json params, const Answer& answer);
    /// Gives up the answer to a call: the node ends its work for it, if it can, and answers with an error.
    /// Has no effect when the call is answered already.
    void cancel(std::int64_t call);
    /// Calls and waits. Throws RpcError, or std::runtime_error when the node is lost or silent for `timeout`.
    /// Not from a callback.
    [[nodiscard]] Json call(const std::string& method, Json params,
                            std::chrono::milliseconds timeout = std::chrono::seconds(60));

    /// Attaches a ring: frames of `stream` go into it, and the node is granted as many as have room. The
    /// ring (and its memory) must outlive the stream or detach(). Frames of a stream without a ring are
    /// skipped and counted as unclaimed. A stream has one ring at a time: detach() before another.
    void attach(std::uint32_t stream, FrameRing& ring);
    /// Returns when the I/O thread no longer touches the ring.
    void detach(std::uint32_t stream);
    /// Sends a frame to a program that takes frames, in order. The caller must not exceed what was granted: a
    /// frame beyond that ends the connection.
    void send(std::uint32_t stream, MessageType type, std::vector<std::byte> payload);

    /// Tries at once to resume an interrupted session.
    void retry_now();

    /// Wakes the I/O thread to grant new credits; to be called after FrameRing::release_oldest(). Wait-free,
    /// allocates nothing.
    void slots_released() noexcept;

    [[nodiscard]] LinkFigures link() const noexcept;
    [[nodiscard]] bool is_lost() const noexcept;

    /// Ends the session and joins the I/O thread. Idempotent. Not from a callback.
    void close();
    /// Closes like close(), but leaves the session as after a broken connection: its claim can resume it.
    void leave_running();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace farfield::net
