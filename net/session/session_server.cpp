#include "net/session/session_server.h"

#include <spdlog/spdlog.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/fields/json_fields.h"
#include "net/message/control_messages.h"
#include "net/message/json_rpc.h"
#include "net/message/messages.h"
#include "net/message/printable.h"
#include "net/service/token.h"
#include "net/session/listening/accepted_stream.h"
#include "net/session/listening/local_listener.h"
#include "net/session/member.h"
#include "net/session/session_peer.h"
#include "net/session/session_table.h"
#include "net/session/strangers.h"
#include "net/session/wrong_secrets.h"
#include "net/transport/byte_stream.h"
#include "net/transport/host_lookup.h"
#include "net/transport/tcp_stream.h"

namespace farfield::net {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

[[noreturn]] void cannot_listen(const ServerSettings& settings, const std::string& why)
{
    throw std::runtime_error("cannot listen on " + settings.bind_address + ":" +
                             std::to_string(settings.port) + ": " + why);
}

tcp::endpoint endpoint_for(asio::io_context& io, const ServerSettings& settings)
{
    error_code error;
    tcp::resolver resolver(io);
    const auto addresses = resolver.resolve(settings.bind_address, std::to_string(settings.port),
                                            tcp::resolver::passive | tcp::resolver::numeric_service, error);
    const auto found = looked_up(settings.bind_address, settings.port, addresses, error);
    if (error || found.empty()) cannot_listen(settings, "no such address");
    tcp::endpoint endpoint = found.begin()->endpoint();
    if (settings.token.empty() && !endpoint.address().is_loopback())
        cannot_listen(settings,
                      "this is not a loopback address, so other machines could connect: a token is needed "
                      "(--token-file FILE)");
    return endpoint;
}

/// Listens at the address and port of the settings. Throws std::runtime_error as SessionServer's
/// constructor does.
tcp::acceptor listen_at(asio::io_context& io, const ServerSettings& settings)
{
    const tcp::endpoint endpoint = endpoint_for(io, settings);
    tcp::acceptor acceptor(io);
    error_code error;
    const auto check = [&] {
        if (error) cannot_listen(settings, error.message());
    };
    acceptor.open(endpoint.protocol(), error);
    check();
    acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    check();
    acceptor.bind(endpoint, error);
    check();
    acceptor.listen(tcp::acceptor::max_listen_connections, error);
    check();
    return acceptor;
}

/// Sends the error to a connection that has just come, and ends it. A fresh stream takes this much without
/// waiting; a peer that has sent bytes already may miss it.
void turn_away(ByteStream& stream, const RpcError& error)
{
    const std::string text = error_text(nullptr, error);
    const HeaderBytes header = encode_header({.type = MessageType::Control, .payload_bytes = text.size()});
    const std::array<std::span<const std::byte>, 2> message{header, std::as_bytes(std::span(text))};
    (void)stream.write_some(message);
    stream.end_writing();
}

/// Parameters of session.open.
struct OpenParams {
    Member::Viewer viewer;
    std::optional<ResumeCall> resume;
    std::optional<JoinCall> join;
};

constexpr std::size_t max_label_bytes = 80;

/// Checks the node's token. Throws RpcError, NotAuthorised, when it is wrong; a peer of the same user needs
/// none.
void expect_token(const ServerSettings& settings, Trust trust, const std::string& given)
{
    const bool needs_token = !settings.token.empty() && trust != Trust::SameUser;
    if (needs_token && !same_secret(settings.token, given))
        throw RpcError(RpcCode::NotAuthorised, given.empty() ? "it asks for a token" : "the token is wrong");
}

/// Reads and checks the parameters. Throws model::FieldError, or RpcError: VersionNotSupported, or as
/// expect_token() does, which is not called for a peer with an invitation.
OpenParams read_open_params(const Json& params, const ServerSettings& settings, Trust trust)
{
    OpenParams open;
    open.viewer.name = "a viewer without a name";
    open.viewer.grace = settings.grace;
    model::JsonFields fields({&params, ""});
    bool speaks_ours = false;
    for (const model::JsonValue& version : fields["protocol"].elements())
        speaks_ours |= version.uint64() == protocol_version;
    if (const auto client = fields["client"]) open.viewer.name = client.text();
    if (const auto acknowledge = fields["acknowledge"]) open.viewer.is_acknowledging = acknowledge.boolean();
    if (const auto channel = fields["channel"]) open.viewer.is_single = channel.one_of({"single"}) == 0;
    if (const auto resume = fields["resume"])
        open.resume = model::read<ResumeCall>(resume.object(), resume.path());
    if (const auto join = fields["join"]) open.join = model::read<JoinCall>(join.object(), join.path());
    if (open.resume && open.join)
        throw RpcError(RpcCode::InvalidParams,
                       "parameter 'join': expected none beside 'resume', which names the session");
    open.viewer.label = open.viewer.name;
    if (const auto name = fields["name"]) open.viewer.label = printable(name.text(), max_label_bytes);
    const auto token = fields["token"];
    const std::string given = token ? token.text() : std::string();
    fields.refuse_others();
    if (!speaks_ours)
        throw RpcError(RpcCode::VersionNotSupported,
                       "protocol version not supported: this node speaks version " +
                           std::to_string(protocol_version),
                       {{"supported", {protocol_version}}});
    if (!open.join) expect_token(settings, trust, given);
    return open;
}

/// A log warning that a flood of peers would repeat: the first is written at once; those within the next ten
/// seconds are only counted, and the next one tells their number. Threads: one.
class RareLine {
public:
    void warn(const std::string& text)
    {
        const auto now = std::chrono::steady_clock::now();
        if (now < due_) {
            ++left_out_;
            return;
        }
        due_ = now + pause;
        if (const auto others = std::exchange(left_out_, 0); others > 0)
            spdlog::warn("{} (and {} like it before)", text, others);
        else
            spdlog::warn("{}", text);
    }

private:
    static constexpr std::chrono::seconds pause{10};

    std::uint64_t left_out_ = 0;
    std::chrono::steady_clock::time_point due_{};
};

}  // namespace

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t session_id_bytes = 16;
/// Pause after a failed accept (no file descriptors left).
constexpr std::chrono::milliseconds accept_pause{100};

}  // namespace

struct SessionServer::Impl final : SessionHub {
    Impl(Service& node_service, const ServerSettings& server_settings);
    ~Impl() override;

    Opened open_session(const RpcCall& call, std::shared_ptr<Connection> control) override;
    Json answer_alone(const RpcCall& call, const Connection& connection) override;
    std::shared_ptr<Member> member_to_attach(const Json& params) override;
    void introduced(SessionPeer& peer) override { strangers.remove(peer); }
    void turned_away(const SessionPeer& peer, const std::string& why) override;
    bool noted_wrong_secret(const SessionPeer& peer) override;
    void peer_closed(SessionPeer& peer) override;

    void accept();
    void accepted(const error_code& error, tcp::socket socket);
    void accept_failed(const error_code& error);
    /// Adds a connection. Null: there is no room for one more.
    std::shared_ptr<SessionPeer> add_peer(std::unique_ptr<ByteStream> stream, const std::string& address);
    void start_dialing();
    void forget(SessionPeer& peer);
    void add_connection(std::unique_ptr<ByteStream> stream);
    [[nodiscard]] bool make_room();
    void evict(SessionPeer& stranger, const RpcError& error);
    [[nodiscard]] Json describe(Member& member) const;
    [[nodiscard]] Opened resume_session(const RpcCall& call, const OpenParams& params,
                                        std::shared_ptr<Connection> control);
    [[nodiscard]] std::function<void()> asks_dialer();  ///< empty: the node does not dial
    [[nodiscard]] NodeStats stats() const;
    void stop(const std::string& message);
    void stop_if_empty();

    Service& service;
    const ServerSettings settings;
    const ServerMemory memory{
        .streams = std::make_shared<MemoryBudget>(settings.limits.max_buffer_bytes, "max_buffer_bytes",
                                                  "the send buffers of all streams"),
        .calls = std::make_shared<MemoryBudget>(settings.limits.max_call_bytes, "max_call_bytes",
                                                "calls that are not answered yet")};
    asio::io_context io{1};
    asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(io);
    tcp::acceptor acceptor;
    std::unique_ptr<LocalListener> local;
    std::unique_ptr<Dialer> dialer;
    asio::steady_timer accept_timer{io};
    std::unordered_map<SessionPeer*, std::shared_ptr<SessionPeer>> peers;
    std::weak_ptr<SessionPeer> first_dialled;  ///< the connection that the dialer maintains
    SessionTable sessions{settings.limits};
    Strangers strangers;  ///< the peers without a session
    WrongSecrets wrong_secrets;
    RareLine full_log, evicted_log, refused_log, accept_log;
    bool stopping = false;
};

SessionServer::Impl::Impl(Service& node_service, const ServerSettings& server_settings)
    : service(node_service),
      settings(server_settings),
      acceptor(settings.is_listening ? listen_at(io, settings) : tcp::acceptor(io))
{
    if (settings.dial) start_dialing();
    if (!settings.is_listening && !settings.dial) return;
    local = listen_locally(io, settings.local_socket,
                           [this](std::unique_ptr<ByteStream> stream) { add_connection(std::move(stream)); });
    if (settings.is_listening) accept();
}

SessionServer::Impl::~Impl()
{
    dialer.reset();
    sessions.end_all("the node is ending");
    peers.clear();
}

// Connections.

void SessionServer::Impl::accept()
{
    acceptor.async_accept(
        [this](const error_code& error, tcp::socket socket) { accepted(error, std::move(socket)); });
}

void SessionServer::Impl::accepted(const error_code& error, tcp::socket socket)
{
    if (stopping) return;
    if (error) return accept_failed(error);
    accept();  // first, so that others are still accepted when there is no memory for this one
    error_code ignored;
    const std::string address = socket.remote_endpoint(ignored).address().to_string();
    std::unique_ptr<ByteStream> stream;
    if (settings.tls)
        stream = std::make_unique<AcceptedStream>(std::move(socket), settings.tls);
    else
        stream = std::make_unique<TcpStream>(std::move(socket));
    add_peer(std::move(stream), address);
}

/// Starts the dialer. Its connections are strangers, too, until the viewer's first call.
void SessionServer::Impl::start_dialing()
{
    Dialer::Self self{
        .name = settings.node_name + " " + FARFIELD_VERSION, .epoch = sessions.epoch(), .tls = settings.tls};
    auto connected = [this](std::unique_ptr<ByteStream> stream, const std::string& address, bool is_first) {
        const auto peer = stopping ? nullptr : add_peer(std::move(stream), address);
        if (is_first) first_dialled = peer;
        if (is_first && !peer && !stopping) dialer->end_first();
    };
    dialer = std::make_unique<Dialer>(io, *settings.dial, std::move(self), std::move(connected));
}

/// A peer's connection has ended.
void SessionServer::Impl::forget(SessionPeer& peer)
{
    strangers.remove(peer);
    if (!dialer || first_dialled.lock().get() != &peer) return;
    first_dialled.reset();
    dialer->end_first();
}

void SessionServer::Impl::add_connection(std::unique_ptr<ByteStream> stream)
{
    if (stopping) return;
    const std::string address = stream->peer();
    add_peer(std::move(stream), address);
}

std::shared_ptr<SessionPeer> SessionServer::Impl::add_peer(std::unique_ptr<ByteStream> stream,
                                                           const std::string& address)
{
    if (!make_room()) {
        const auto limit = settings.limits.max_connections;
        turn_away(*stream, limit_error("max_connections", limit, limit + 1ULL));
        full_log.warn("a connection was turned away; there are " + std::to_string(limit) +
                      " already (max_connections)");
        return nullptr;
    }
    const auto in_the_clear = settings.tls == nullptr ? InTheClear::FromAnywhere
                              : settings.is_tls_only  ? InTheClear::Never
                                                      : InTheClear::FromThisMachine;
    const PeerTerms terms{settings.first_message_timeout, settings.silence_timeout, in_the_clear};
    const auto peer = std::make_shared<SessionPeer>(io, std::move(stream), address, *this, terms);
    peers.emplace(peer.get(), peer);
    strangers.add(*peer, address);
    peer->start();
    return peer;
}

// A file descriptor is missing, in most cases: a stranger is evicted for it. Accepting is tried again after a
// pause, so that a node without any descriptor does not spin.
void SessionServer::Impl::accept_failed(const error_code& error)
{
    accept_log.warn("cannot accept a connection: " + error.message());
    const bool no_descriptors =
        error == asio::error::no_descriptors || error == boost::system::errc::too_many_files_open_in_system;
    if (SessionPeer* const oldest = strangers.first_to_go(); oldest != nullptr && no_descriptors)
        evict(*oldest,
              RpcError(RpcCode::Failed, "the node cannot take more connections: " + error.message()));
    accept_timer.expires_after(accept_pause);
    accept_timer.async_wait([this](const error_code& cancelled) {
        if (!cancelled) accept();
    });
}

/// Makes room for one more stranger, by evicting another one if needed; never a peer that has a session.
bool SessionServer::Impl::make_room()
{
    const NodeLimits& limits = settings.limits;
    if (strangers.size() >= limits.max_strangers)
        evict(*strangers.first_to_go(),
              limit_error("max_strangers", limits.max_strangers, strangers.size() + 1));
    if (peers.size() >= limits.max_connections && strangers.size() > 0)
        evict(*strangers.first_to_go(),
              limit_error("max_connections", limits.max_connections, peers.size() + 1));
    return peers.size() < limits.max_connections;
}

void SessionServer::Impl::evict(SessionPeer& stranger, const RpcError& error)
{
    evicted_log.warn(stranger.name() + " belongs to no session and makes room for another: " + error.what());
    stranger.evict(error);
    forget(stranger);
    peers.erase(&stranger);
}

bool SessionServer::Impl::noted_wrong_secret(const SessionPeer& peer)
{
    return wrong_secrets.add(peer.address());
}

void SessionServer::Impl::turned_away(const SessionPeer& peer, const std::string& why)
{
    refused_log.warn(peer.name() + ": " + why);
}

// Posted: the peer is in the middle of a call.
void SessionServer::Impl::peer_closed(SessionPeer& peer)
{
    forget(peer);
    asio::post(io, [this, closed = &peer] {
        peers.erase(closed);
        stop_if_empty();
    });
}

// Sessions.

SessionHub::Opened SessionServer::Impl::open_session(const RpcCall& call, std::shared_ptr<Connection> control)
{
    OpenParams params = read_open_params(call.params, settings, control->trust());
    params.viewer.name = printable(params.viewer.name) + " (" + control->peer() + ")";
    if (params.resume) return resume_session(call, params, std::move(control));
    if (params.join) {
        const auto& session = sessions.at(params.join->session);
        const auto member = session->join(params.join->secret, std::move(control), params.viewer);
        return {member, describe(*member)};
    }
    sessions.make_room();
    const std::string id = random_hex(session_id_bytes);
    auto session =
        std::make_shared<Session>(io, service, settings.limits, settings.silence_timeout, memory, id);
    const auto member = session->begin(
        std::move(control),
        {.ended = [this, id] { sessions.ended(id); },
         .kept = [this] { sessions.limit_kept(); },
         .finished = [this, id] { sessions.finished(id); },
         .stats = [this] { return stats(); },
         .list = [this] { return sessions.list(); },
         .end_session = [this](const std::string& name, const std::string& why) { sessions.end(name, why); },
         .dial_viewer = asks_dialer()},
        params.viewer);
    sessions.add(session);
    return {member, describe(*member)};
}

std::function<void()> SessionServer::Impl::asks_dialer()
{
    if (!dialer) return {};
    return [this] {
        if (dialer) dialer->dial_second();
    };
}

SessionHub::Opened SessionServer::Impl::resume_session(const RpcCall& call, const OpenParams& params,
                                                       std::shared_ptr<Connection> control)
{
    const auto member = sessions.find(params.resume->session, params.resume->secret);
    const Json more = member->resume(call.id, *params.resume, std::move(control), params.viewer);
    Json result = describe(*member);
    result.update(more);
    return {member, result};
}

Json SessionServer::Impl::answer_alone(const RpcCall& call, const Connection& connection)
{
    expect_token(settings, connection.trust(), model::text_or(call.params, "token", ""));
    return sessions.answer(call, connection.peer());
}

Json SessionServer::Impl::describe(Member& member) const
{
    const NodeLimits& limits = settings.limits;
    Json described{{"protocol", protocol_version},
                   {"session", member.session().id()},
                   {"secret", member.secret().current()},
                   {"epoch", sessions.epoch()},
                   {"node", settings.node_name + " " + FARFIELD_VERSION},
                   {"heartbeat_ms", heartbeat_interval.count()},
                   {"timeout_ms", settings.silence_timeout.count()},
                   {"grace_ms", std::chrono::milliseconds(settings.grace).count()},
                   {"features", {"resume", "acknowledge", "single", "share"}},
                   {"limits",
                    {{"max_frame_bytes", limits.max_frame_bytes},
                     {"max_particles", limits.max_particles},
                     {"max_streams", limits.max_streams}}}};
    if (member.is_single()) described["part_bytes"] = part_bytes;
    described.update(member.session().describe_sharing(member));
    if (settings.ends_at) described["ends_at"] = *settings.ends_at;
    return described;
}

NodeStats SessionServer::Impl::stats() const
{
    return {.sessions = sessions.stats(), .connections = peers.size(), .strangers = strangers.size()};
}

std::shared_ptr<Member> SessionServer::Impl::member_to_attach(const Json& params)
{
    model::JsonFields fields({&params, ""});
    const std::string& id = fields["session"].text();
    const std::string& secret = fields["secret"].text();
    fields.refuse_others();
    auto member = sessions.find(id, secret);
    if (member->is_single())
        throw RpcError(RpcCode::InvalidRequest, "the session's one connection carries everything");
    if (same_secret(member->secret().current(), secret)) member->secret().confirm();
    return member;
}

// The end.

void SessionServer::Impl::stop(const std::string& message)
{
    if (std::exchange(stopping, true)) return;
    error_code ignored;
    acceptor.close(ignored);
    local.reset();
    dialer.reset();
    accept_timer.cancel();
    sessions.end_all(message);
    for (const auto& [address, peer] : peers)
        if (peer->is_stranger()) peer->close_when_sent(message);
    stop_if_empty();
}

void SessionServer::Impl::stop_if_empty()
{
    const bool waits_for_viewers = settings.is_listening || settings.dial;
    if ((stopping || !waits_for_viewers) && peers.empty()) io.stop();
}

SessionServer::SessionServer(Service& service, const ServerSettings& settings)
    : impl_(std::make_unique<Impl>(service, settings))
{}

SessionServer::~SessionServer() = default;

std::uint16_t SessionServer::port() const noexcept
{
    error_code ignored;
    return impl_->acceptor.local_endpoint(ignored).port();
}

std::string SessionServer::host() const
{
    error_code ignored;
    return impl_->acceptor.local_endpoint(ignored).address().to_string();
}

void SessionServer::add_connection(StreamMaker make)
{
    asio::post(impl_->io, [this, make = std::move(make)] { impl_->add_connection(make(impl_->io)); });
}

void SessionServer::run()
{
    for (;;) {
        try {
            impl_->io.run();
            return;
        } catch (const std::exception& error) {
            // Other sessions go on, whatever failed in one (such as a lack of memory).
            spdlog::error("an event could not be handled: {}", error.what());
        }
    }
}

void SessionServer::stop(std::string message)
{
    asio::post(impl_->io, [this, message = std::move(message)] { impl_->stop(message); });
}

}  // namespace farfield::net
