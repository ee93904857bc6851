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
#include "net/client/session_claim.h"
#include "net/client/target.h"
#include "net/client/tls_terms.h"
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
    std::optional<Way> way;       ///< in place of host and port
    std::optional<TlsTerms> tls;  ///< of host and port; nothing: in the clear
    std::string token;            ///< empty: none
    std::string client_name = "farfield";
    std::string label = {};        ///< what other members of the session call this viewer; empty: as above
    std::optional<JoinCall> join;  ///< another viewer's session, which is joined in place of a new one
    std::optional<SessionClaim> claim;        ///< another process' session, which is resumed in place of both
    std::shared_ptr<ClaimStore> claim_store;  ///< of the claim that the session has; null: it is not kept
    std::chrono::milliseconds connect_timeout{5000};
    std::chrono::milliseconds silence_timeout = net::silence_timeout;
    /// When its connections break, the session is resumed, with nothing lost or run twice, as long as the
    /// node keeps it. Not for a viewer that sends frames.
    bool resume = false;
    /// Of such a session: a node that refuses connections is waited for, too, as it may be started again. Its
    /// sessions ended with it, so the end is then reported once it is back.
    bool awaits_restart = false;
    bool is_single = false;     ///< one connection carries everything, and no second one is made
    StreamMaker connect;        ///< makes each connection; empty: as the above say
    std::stop_token cancelled;  ///< the opening of the session, which then fails
    /// Nodes connect there, in place of host and port.
    std::shared_ptr<const DialListener> listener = {};

    /// The first node is waited for as long as it takes.
    void wait_for_nodes(std::shared_ptr<const DialListener> nodes);
    /// A command is one connection, and may take a minute to begin.
    void go_to(const Target& target);
    [[nodiscard]] std::string node() const;  ///< its name: "localhost:7117", "unix:/run/user/1000/node.sock"
};

/// The measurements of the connection. Read from any thread.
struct LinkFigures {
    double round_trip_ms = 0.0;         ///< smoothed
    std::int64_t clock_offset_ns = 0;   ///< node's clock minus ours, from the fastest of the last round trips
    std::uint64_t bytes_received = 0;   ///< on the data connection since the start
    std::uint64_t frames_received = 0;  ///< into a ring
    std::uint64_t last_frame_ns = 0;    ///< when the last of them was there, in now_ns(); 0: none has come
    std::uint64_t frames_unclaimed = 0;  ///< read past: no ring was attached
    std::uint64_t resumes = 0;           ///< how often the session was resumed
    double interrupted_ms = 0.0;         ///< how long it was without connections before, in all
};

/// A session without connections.
struct Interruption {
    std::string why;                        ///< a sentence
    std::chrono::milliseconds kept_for{0};  ///< the node keeps the session so long from now
};

/// The callbacks of a client. Called on the client's I/O thread: return soon, hand over to your own thread.
struct ClientEvents {
    std::function<void(std::uint32_t stream)>
        frame_arrived;  ///< a frame has been published in the stream's ring
    std::function<void(const std::string& method, const Json& params)>
        notified;                                      ///< program.ended, session.ended
    std::function<void(const std::string& why)> lost;  ///< once, when the node is gone; not after close()
    /// So many frames in all may be sent to a stream, with send(); perhaps before program.start is answered.
    std::function<void(std::uint32_t stream, std::uint64_t frames)> granted = {};
    /// The connections broke, and the session is being resumed: `resumed` or `lost` follows.
    std::function<void(const Interruption& interruption)> interrupted = {};
    std::function<void()> resumed = {};
    /// A line that a command said beside the messages, on its standard error or before the first; empty: it
    /// goes to this program's standard error.
    std::function<void(const std::string& line)> noted = {};
};

/// A call that needs no session (session.list, session.end), on a connection of its own; settings.token is
/// shown. Throws as Client's constructor does.
[[nodiscard]] Json call_alone(const ClientSettings& settings, const std::string& method, const Json& params);

/// A viewer's end of one session: both connections, and the producer thread that reads frames straight into
/// the rings' slots.
///
/// Threads: the constructor's caller and any others may call every member; a background I/O thread does the
/// work. Allocates nothing per frame in steady state.
class Client {
public:
    /// Connects, opens the session and attaches the data connection. Throws std::runtime_error (cannot
    /// connect, timed out, not a Farfield node, refused) or RpcError (the node said no).
    Client(const ClientSettings& settings, ClientEvents events);
    ~Client();  ///< as close()

    /// Result of session.open.
    [[nodiscard]] const Json& session() const noexcept;

    using Answer = std::function<void(std::optional<RpcError> error, const Json& result)>;
    /// Calls without waiting; `answer` runs on the I/O thread (also with an error when the node is lost
    /// before it answers). Returns the call's number, for cancel().
    std::int64_t call_async(const std::string& method, Json params, const Answer& answer);
    /// The answer of that call is not needed any more: the node ends what it does for it, and answers it with
    /// an error, if it can. Nothing happens where it is answered already.
    void cancel(std::int64_t call);
    /// Calls and waits. Throws RpcError, or std::runtime_error when the node is lost or silent for `timeout`.
    /// Not from a callback.
    [[nodiscard]] Json call(const std::string& method, Json params,
                            std::chrono::milliseconds timeout = std::chrono::seconds(60));

    /// From now on frames of `stream` go into `ring`, and the node is granted what the ring has room for. The
    /// ring (and its memory) must outlive the stream or detach(). Frames of a stream without a ring are
    /// skipped and counted as unclaimed. A stream has one ring at a time: detach() before another.
    void attach(std::uint32_t stream, FrameRing& ring);
    /// Returns when the I/O thread no longer touches the ring.
    void detach(std::uint32_t stream);
    /// Sends a frame to a program that takes some, in their order. The caller keeps within what was granted:
    /// what comes beyond that ends the connection.
    void send(std::uint32_t stream, MessageType type, std::vector<std::byte> payload);

    /// Of an interrupted session: tries at once to resume it.
    void retry_now();

    /// After FrameRing::release_oldest(): wakes the I/O thread to grant the new credits. Wait-free, allocates
    /// nothing.
    void slots_released() noexcept;

    [[nodiscard]] LinkFigures link() const noexcept;
    [[nodiscard]] bool is_lost() const noexcept;

    /// Ends the session and joins the I/O thread. Idempotent. Not from a callback.
    void close();
    /// As close(), but the session is left as if the connections had broken: what its claim is kept for.
    void leave_running();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace farfield::net
