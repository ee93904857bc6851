#include "net/session/session_peer.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "net/message/limits.h"
#include "net/message/printable.h"
#include "net/session/wrong_secrets.h"

namespace farfield::net {
namespace {

std::string_view text_of(std::span<const std::byte> payload)
{
    return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

ReceiveTarget refusal(std::string reason)
{
    return {.kind = ReceiveTarget::Kind::Refuse, .memory = {}, .reason = std::move(reason)};
}

}  // namespace

SessionPeer::SessionPeer(boost::asio::io_context& io, std::unique_ptr<ByteStream> stream, std::string address,
                         SessionHub& hub, const PeerTerms& terms)
    : hub_(hub),
      address_(std::move(address)),
      terms_(terms),
      first_message_(io),
      connection_(std::make_shared<Connection>(io, std::move(stream), *this))
{}

SessionPeer::~SessionPeer()
{
    connection_->abandon();
}

void SessionPeer::start()
{
    connection_->allow_waiting(max_waiting_bytes_of_stranger);
    connection_->start();
    watch_first_message();
}

void SessionPeer::watch_first_message()
{
    first_message_.expires_after(terms_.first_message);
    first_message_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
        const auto self = weak.lock();
        if (error || !self || self->role_ != Role::Stranger) return;
        self->turn_away(nullptr, RpcError(RpcCode::InvalidRequest,
                                          "no session.open or session.attach has come within " +
                                              std::to_string(self->terms_.first_message.count()) + " ms"));
    });
}

// What comes.

std::uint64_t SessionPeer::limit_for(const MessageHeader& header) const
{
    if (role_ == Role::Stranger) return max_first_message_bytes;
    return header.type == MessageType::Control ? max_control_bytes : max_skipped_bytes;
}

ReceiveTarget SessionPeer::receive_target(const MessageHeader& header)
{
    if (carries_data() && is_frame(header.type)) return member_->upstream_target(header);
    const std::uint64_t limit = limit_for(header);
    if (header.payload_bytes > limit)
        return refusal("a message of type " + std::to_string(static_cast<int>(header.type)) + " claims " +
                       std::to_string(header.payload_bytes) + " bytes; expected at most " +
                       std::to_string(limit));
    const bool is_wanted = header.type == MessageType::Control || header.type == MessageType::Credit ||
                           (header.type == MessageType::Block && carries_data());
    return {.kind = is_wanted ? ReceiveTarget::Kind::Buffered : ReceiveTarget::Kind::Skip,
            .memory = {},
            .reason = {}};
}

void SessionPeer::received(const MessageHeader& header, std::span<const std::byte> payload)
{
    if (header.type == MessageType::Credit) {
        if (!carries_data()) return;
        if (role_ == Role::Control) member_->secret().confirm();
        if (const auto fault = member_->credit(header))
            turn_away(nullptr, {RpcCode::BrokenMessage, *fault, Json{{"stream", header.stream}}});
        return;
    }
    if (header.type == MessageType::Block) {
        if (const auto fault = member_->block(header, payload))
            turn_away(nullptr, {RpcCode::BrokenMessage, *fault});
        return;
    }
    if (carries_data() && is_frame(header.type)) return member_->upstream(header, payload);
    if (header.type != MessageType::Control) return;
    if (role_ == Role::Stranger) return first_call(text_of(payload));
    if (role_ == Role::Control) return member_->call(text_of(payload));
    const auto parsed = parse_call(text_of(payload));
    const auto* call = std::get_if<RpcCall>(&parsed);
    connection_->send_control(
        error_text(call != nullptr ? call->id : std::get<RpcRefusal>(parsed).id,
                   RpcError(RpcCode::InvalidRequest,
                            "calls belong on the control connection; this is a data connection")));
}

void SessionPeer::first_call(std::string_view text)
{
    if (is_done_) return;
    const auto parsed = parse_call(text);
    if (const auto* refusal = std::get_if<RpcRefusal>(&parsed)) return turn_away(refusal->id, refusal->error);
    const auto& call = std::get<RpcCall>(parsed);
    try {
        if (call.id.is_null()) throw RpcError(RpcCode::InvalidRequest, "the first call needs an id");
        expect_trusted();
        if (call.method == "session.list" || call.method == "session.end") return answer_alone(call);
        introduce(call);
        first_message_.cancel();
        connection_->allow_waiting(max_waiting_bytes);
        hub_.introduced(*this);
        connection_->expect_traffic_every(terms_.silence);
    } catch (const std::exception& error) {
        const RpcError refusal = error_of(error, RpcCode::InternalError);
        if (refusal.code == RpcCode::NotAuthorised && hub_.noted_wrong_secret(*this))
            turn_away_late(call.id, refusal);
        else
            turn_away(call.id, refusal);
    }
}

void SessionPeer::expect_trusted() const
{
    const Trust trust = connection_->trust();
    const bool is_refused = (trust == Trust::Plain && terms_.in_the_clear != InTheClear::FromAnywhere) ||
                            (trust == Trust::Loopback && terms_.in_the_clear == InTheClear::Never);
    if (!is_refused) return;
    const std::string from = terms_.in_the_clear == InTheClear::Never ? "" : "from other machines ";
    throw RpcError(RpcCode::NotAuthorised,
                   "the node takes connections " + from +
                       "over TLS alone: farfield --tls, or --tls-pin with the pin of its ready line");
}

/// Answers the only call of this connection.
void SessionPeer::answer_alone(const RpcCall& call)
{
    const Json result = hub_.answer_alone(call, *connection_);
    is_done_ = true;
    connection_->send_control(result_text(call.id, result));
    connection_->close_when_sent("the call is answered");
}

void SessionPeer::introduce(const RpcCall& call)
{
    if (call.method == "session.open") {
        const SessionHub::Opened opened = hub_.open_session(call, connection_);
        member_ = opened.member;
        role_ = Role::Control;
        member_->answer_opening(call.id, opened.result);
        if (!member_->is_single()) return;
        connection_->use_parts(part_bytes);
        member_->attach(connection_);
    } else if (call.method == "session.attach") {
        member_ = hub_.member_to_attach(call.params);
        role_ = Role::Data;
        connection_->send_control(result_text(call.id, Json::object()));
        member_->attach(connection_);
    } else {
        throw RpcError(RpcCode::InvalidRequest,
                       "the first call of a connection must be session.open, session.attach, session.list or "
                       "session.end, found '" +
                           printable(call.method, 60) + "'");
    }
}

/// Refuses after a delay, so that guesses are slow.
void SessionPeer::turn_away_late(const Json& id, const RpcError& error)
{
    is_done_ = true;
    first_message_.expires_after(WrongSecrets::delay);
    first_message_.async_wait(
        [weak = weak_from_this(), id, error](const boost::system::error_code& cancelled) {
            const auto self = weak.lock();
            if (!cancelled && self) self->turn_away(id, error);
        });
}

void SessionPeer::turn_away(const Json& id, const RpcError& error)
{
    const std::string why = printable(error.what());
    if (role_ == Role::Stranger)
        hub_.turned_away(*this, why);
    else
        spdlog::warn("{}: {}", connection_->peer(), why);
    connection_->send_control(error_text(id, error));
    connection_->close_when_sent(error.what());
}

// What happens to the connection.

void SessionPeer::closed(const std::string& why)
{
    const bool is_refused_handshake = role_ == Role::Stranger && why.starts_with("TLS");
    if (is_refused_handshake) hub_.turned_away(*this, why);
    spdlog::debug("{}: closed: {}", connection_->peer(), why);
    first_message_.cancel();
    if (member_ && role_ == Role::Control) member_->control_closed(*connection_, why);
    if (member_ && role_ == Role::Data) member_->data_closed(*connection_, why);
    hub_.peer_closed(*this);
}

}  // namespace farfield::net
