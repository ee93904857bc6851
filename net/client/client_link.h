#pragma once

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "net/client/client.h"
#include "net/client/frame_receiver.h"
#include "net/client/link_meter.h"
#include "net/client/reach/client_connect.h"
#include "net/client/session_terms.h"
#include "net/message/json_rpc.h"
#include "net/transport/connection.h"
#include "net/transport/wake_event.h"

namespace farfield::net {

/// The part of a Client that lives on its event loop: both connections, the calls under way, heartbeats,
/// frames and credits. Threads: the one that runs the event loop; first the constructor of Client, then its
/// I/O thread. figures() and is_lost() from any.
class ClientLink {
public:
    ClientLink(boost::asio::io_context& io, const ClientSettings& settings, ClientEvents events);
    ~ClientLink();

    /// Connects both connections, running the event loop meanwhile. Throws as Client's constructor does.
    void open();
    /// Makes one call on a connection of its own; used instead of open(). Throws as open() does.
    [[nodiscard]] Json call_alone(const std::string& method, Json params);
    [[nodiscard]] const Json& session() const noexcept { return session_; }

    /// Number for the next call. Any thread.
    [[nodiscard]] std::int64_t next_id() noexcept { return next_id_.fetch_add(1); }
    void call(std::int64_t id, const std::string& method, const Json& params, Client::Answer answer);
    void attach(std::uint32_t stream, FrameRing& ring);
    void detach(std::uint32_t stream);
    void send(std::uint32_t stream, MessageType type, std::span<const std::byte> payload);
    [[nodiscard]] WakeEvent& slots_released() noexcept { return *slots_released_; }

    /// True when the connections broke. The event loop was stopped for reconnect(), which runs it.
    [[nodiscard]] bool is_interrupted() const noexcept { return is_interrupted_; }
    /// Resumes the session. Returns when it is resumed, lost or closed.
    void reconnect();
    void retry_now() noexcept { is_retry_wanted_ = true; }
    [[nodiscard]] bool is_closed() const noexcept { return is_closed_; }

    /// Ends the session, or leaves it to be resumed; calls `closed` when both connections are gone.
    void close(bool leaves_running, std::function<void()> closed);

    [[nodiscard]] LinkFigures figures() const noexcept;
    [[nodiscard]] bool is_lost() const noexcept { return lost_.load(std::memory_order_acquire); }
    [[nodiscard]] const std::string& node() const noexcept { return node_; }

private:
    /// An end of one of the two connections, which passes its messages to the link.
    class End final : public ConnectionOwner {
    public:
        explicit End(ClientLink& link) : link_(link) {}
        ReceiveTarget receive_target(const MessageHeader& header) override
        {
            return link_.receive_target(*this, header);
        }
        void received(const MessageHeader& header, std::span<const std::byte> payload) override
        {
            link_.received(*this, header, payload);
        }
        void closed(const std::string& why) override { link_.connection_closed(*this, why); }

        std::shared_ptr<Connection> connection;
        bool has_ended = false;

    private:
        ClientLink& link_;
    };

    struct WaitingCall {
        Client::Answer answer;
        std::string text;  ///< text of the call, sent again when its answer was lost
    };

    [[nodiscard]] bool carries_data(const End& end) const { return end.connection == data_.connection; }
    [[nodiscard]] ReceiveTarget receive_target(const End& end, const MessageHeader& header);
    void received(const End& end, const MessageHeader& header, std::span<const std::byte> payload);
    void control_received(const End& end, std::string_view text);
    void answered(std::int64_t id, const std::optional<RpcError>& error, const Json& result);
    void subscribed(const Json& answer);
    void notified(const RpcNotification& notification);
    void refused(const RpcError& error);
    void connection_closed(End& end, const std::string& why);
    void lose(const std::string& why);
    void fail_calls(const std::string& why);
    void finish_closing();
    void interrupt(const std::string& why);
    void try_to_reconnect(Deadline deadline);
    void resume_session(Deadline deadline);
    void open_by(Deadline deadline);
    [[nodiscard]] Json open_session(Deadline deadline);
    [[nodiscard]] Json take_over(const SessionClaim& claim, Json params, Deadline deadline);
    void catch_up(const Json& resumed);
    void keep_claim();
    void keep_claim(const std::string& epoch);
    void drop_claim();
    void start_control(Deadline deadline);
    [[nodiscard]] Json open_params() const;  ///< parameters of session.open
    void attach_data(Deadline deadline);
    void go_on();
    void note_id(std::int64_t id);
    /// The highest id up to which all calls are answered.
    [[nodiscard]] std::int64_t answered_up_to() const;

    [[nodiscard]] std::unique_ptr<ByteStream> connect(Deadline deadline);
    [[nodiscard]] std::unique_ptr<ByteStream> accept_node(Deadline deadline);
    [[nodiscard]] std::chrono::milliseconds answer_patience() const;
    void start_end(End& end, std::unique_ptr<ByteStream> stream);
    void call_on(const End& end, std::int64_t id, const std::string& method, const Json& params,
                 Client::Answer answer);
    [[nodiscard]] Json call_and_run(const End& end, const std::string& method, const Json& params,
                                    Deadline deadline);
    void beat();
    void send_echo(const End& end);
    void echo_replied(const MessageHeader& reply);
    void send_grants(FrameReceiver::Acknowledge which = FrameReceiver::Acknowledge::WhenDue);
    void publish_figures();

    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t echoes_remembered = 16;

    boost::asio::io_context& io_;
    const ClientSettings settings_;
    const ClientEvents events_;
    const std::string node_;
    std::string address_;  ///< address of the first TCP connection; the second goes there, too
    Json session_;
    SessionTerms terms_;

    End control_{*this};
    End data_{*this};
    FrameReceiver intake_;
    std::shared_ptr<WakeEvent> slots_released_;
    std::map<std::int64_t, WaitingCall> calls_;
    std::atomic<std::int64_t> next_id_ = 1;
    std::int64_t first_id_missing_ = 1;            ///< lowest id whose call has not come to the event loop
    std::set<std::int64_t> ids_ahead_;             ///< ids above it whose calls have come
    std::map<std::uint32_t, std::uint64_t> sent_;  ///< frames sent, by stream
    std::optional<std::uint32_t> refused_;         ///< stream of a Credit that the node has refused
    bool open_ = false;                            ///< open() has succeeded
    std::string failure_;                          ///< reason for which opening cannot succeed
    std::string last_words_;                       ///< reason that the node gave for ending the session
    bool has_ended_ = false;                       ///< the session has ended: there is nothing to resume
    bool is_claim_kept_ = false;
    std::int64_t ids_reserved_ = 1;  ///< calls have ids below this number, as the claim says
    std::function<void()> closed_;   ///< set by close()
    bool is_closed_ = false;         ///< closed_ has been called
    bool is_interrupted_ = false;
    bool is_retry_wanted_ = false;
    Clock::time_point interrupted_at_;
    std::uint64_t heard_ = 0;  ///< number of the last event that arrived

    boost::asio::steady_timer heartbeat_;
    HandlerMemory heartbeat_memory_;
    std::uint64_t echoes_sent_ = 0;
    std::array<std::uint64_t, echoes_remembered> echo_sent_ns_{};
    LinkMeter meter_;

    std::atomic<bool> lost_{false};
    std::atomic<double> round_trip_ms_{0.0};
    std::atomic<std::int64_t> clock_offset_ns_{0};
    std::atomic<std::uint64_t> bytes_received_{0};
    std::atomic<std::uint64_t> frames_received_{0};
    std::atomic<std::uint64_t> last_frame_ns_{0};
    std::atomic<std::uint64_t> frames_unclaimed_{0};
    std::atomic<std::uint64_t> resumes_{0};
    std::atomic<double> interrupted_ms_{0.0};
};

}  // namespace farfield::net
