#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>
#include <span>
#include <string>

#include "net/message/json_rpc.h"
#include "net/session/member.h"
#include "net/transport/connection.h"

namespace farfield::net {

class SessionPeer;

/// Functions of the server that a peer uses.
class SessionHub {
public:
    virtual ~SessionHub() = default;
    struct Opened {
        std::shared_ptr<Member> member;
        Json result;  ///< result of session.open
    };
    /// Answers session.open. Throws RpcError.
    virtual Opened open_session(const RpcCall& call, std::shared_ptr<Connection> control) = 0;
    /// Answers a call that needs no session: session.list, session.end. Throws RpcError.
    [[nodiscard]] virtual Json answer_alone(const RpcCall& call, const Connection& connection) = 0;
    /// Answers session.attach. Throws RpcError.
    virtual std::shared_ptr<Member> member_to_attach(const Json& params) = 0;
    /// The peer belongs to a session from now on.
    virtual void introduced(SessionPeer& peer) = 0;
    /// The peer was refused before it belonged to a session.
    virtual void turned_away(const SessionPeer& peer, const std::string& why) = 0;
    /// The peer showed a wrong secret. Returns true when the answer is to be delayed.
    [[nodiscard]] virtual bool noted_wrong_secret(const SessionPeer& peer) = 0;
    virtual void peer_closed(SessionPeer& peer) = 0;
};

/// Peers that a node accepts over TCP without TLS: from any machine, only from its own, or none.
enum class InTheClear { FromAnywhere, FromThisMachine, Never };

struct PeerTerms {
    std::chrono::milliseconds first_message{};
    std::chrono::milliseconds silence{};
    InTheClear in_the_clear = InTheClear::FromAnywhere;
};

/// The node's end of one connection: a stranger, until its first call makes it the control or the data
/// connection of a session's member. Threads: the I/O thread.
class SessionPeer final : public ConnectionOwner, public std::enable_shared_from_this<SessionPeer> {
public:
    /// address: the peer's, without its port.
    SessionPeer(boost::asio::io_context& io, std::unique_ptr<ByteStream> stream, std::string address,
                SessionHub& hub, const PeerTerms& terms);
    ~SessionPeer() override;
    void start();

    [[nodiscard]] bool is_stranger() const noexcept { return role_ == Role::Stranger; }
    [[nodiscard]] std::string name() const { return connection_->peer(); }  ///< "127.0.0.1:40312"
    [[nodiscard]] const std::string& address() const noexcept { return address_; }
    void close_when_sent(const std::string& why) { connection_->close_when_sent(why); }
    /// Closes at once to make room for another peer: this one may miss the message, and the hub is not told.
    void evict(const RpcError& error) { connection_->abandon_with(error_text(nullptr, error)); }

    ReceiveTarget receive_target(const MessageHeader& header) override;
    void received(const MessageHeader& header, std::span<const std::byte> payload) override;
    void closed(const std::string& why) override;

private:
    enum class Role { Stranger, Control, Data };

    [[nodiscard]] bool carries_data() const noexcept
    {
        return role_ == Role::Data || (role_ == Role::Control && member_->is_single());
    }
    void first_call(std::string_view text);
    void introduce(const RpcCall& call);
    void answer_alone(const RpcCall& call);
    void expect_trusted() const;
    void turn_away(const Json& id, const RpcError& error);
    void turn_away_late(const Json& id, const RpcError& error);
    void watch_first_message();
    [[nodiscard]] std::uint64_t limit_for(const MessageHeader& header) const;

    SessionHub& hub_;
    const std::string address_;
    PeerTerms terms_;
    boost::asio::steady_timer first_message_;
    std::shared_ptr<Connection> connection_;
    std::shared_ptr<Member> member_;
    Role role_ = Role::Stranger;
    bool is_done_ = false;  ///< refused or answered: further messages are ignored
};

}  // namespace farfield::net
