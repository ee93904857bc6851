#include "net/session/session_server.h"

#include <spdlog/spdlog.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/fields/json_fields.h"
#include "net/message/printable.h"
#include "net/session/listen.h"
#include "net/session/rare_line.h"
#include "net/session/session_peer.h"
#include "net/session/strangers.h"
#include "net/session/token.h"
#include "net/transport/tcp_stream.h"

namespace farfield::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t session_id_bytes = 16;
constexpr std::size_t secret_bytes = 32;
/// After a failed accept (no file descriptors left), before the next one.
constexpr std::chrono::milliseconds accept_pause{100};

}  // namespace

struct SessionServer::Impl final : SessionHub {
    Impl(Service& node_service, const ServerSettings& server_settings);
    ~Impl() override;

    std::shared_ptr<Session> open_session(const Json& params, std::shared_ptr<Connection> control) override;
    Json describe(const Session& session) const override;
    std::shared_ptr<Session> session_to_attach(const Json& params) override;
    void introduced(SessionPeer& peer) override;
    void turned_away(const SessionPeer& peer, const std::string& why) override;
    void peer_closed(SessionPeer& peer) override;

    void accept();
    void accepted(const error_code& error, tcp::socket socket);
    void accept_failed(const error_code& error);
    void add_peer(std::unique_ptr<ByteStream> stream, const std::string& address);
    void add_connection(const StreamMaker& make);
    [[nodiscard]] bool make_room();
    void evict(SessionPeer& stranger, const RpcError& error);
    void turn_away(ByteStream& stream);
    [[nodiscard]] Session::Viewer check_open_params(const Json& params) const;
    void check_room() const;
    [[nodiscard]] NodeStats stats() const;
    void session_ended(const std::string& id);
    void end_sessions(const std::string& why);
    void stop(const std::string& message);
    void stop_if_empty();

    Service& service;
    const ServerSettings settings;
    const ServerMemory memory{
        .streams = std::make_shared<MemoryBudget>(settings.limits.max_stream_bytes, "max_stream_bytes",
                                                  "the send buffers of all streams"),
        .calls = std::make_shared<MemoryBudget>(settings.limits.max_call_bytes, "max_call_bytes",
                                                "calls that are not answered yet")};
    asio::io_context io{1};
    asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(io);
    tcp::acceptor acceptor;
    asio::steady_timer accept_timer{io};
    std::unordered_map<SessionPeer*, std::shared_ptr<SessionPeer>> peers;
    std::unordered_map<std::string, std::shared_ptr<Session>> sessions;
    std::unordered_map<std::string, std::shared_ptr<Session>> leaving;  ///< ended; a thread is still at work
    Strangers strangers;                                                ///< of the peers
    RareLine full_log, evicted_log, refused_log, accept_log;
    bool stopping = false;
};

SessionServer::Impl::Impl(Service& node_service, const ServerSettings& server_settings)
    : service(node_service), settings(server_settings), acceptor(listen_at(io, settings))
{
    accept();
}

SessionServer::Impl::~Impl()
{
    end_sessions("the node is ending");
    peers.clear();
}

// ---- connections

void SessionServer::Impl::accept()
{
    acceptor.async_accept(
        [this](const error_code& error, tcp::socket socket) { accepted(error, std::move(socket)); });
}

void SessionServer::Impl::accepted(const error_code& error, tcp::socket socket)
{
    if (stopping) return;
    if (error) return accept_failed(error);
    accept();  // first: should there be no memory for this one, others still come
    error_code ignored;
    const std::string address = socket.remote_endpoint(ignored).address().to_string();
    add_peer(std::make_unique<TcpStream>(std::move(socket)), address);
}

void SessionServer::Impl::add_connection(const StreamMaker& make)
{
    if (stopping) return;
    auto stream = make(io);
    const std::string address = stream->peer();
    add_peer(std::move(stream), address);
}

void SessionServer::Impl::add_peer(std::unique_ptr<ByteStream> stream, const std::string& address)
{
    if (!make_room()) return turn_away(*stream);
    const PeerTimeouts timeouts{settings.first_message_timeout, settings.silence_timeout};
    const auto peer = std::make_shared<SessionPeer>(io, std::move(stream), *this, timeouts);
    peers.emplace(peer.get(), peer);
    strangers.add(*peer, address);
    peer->start();
}

// What is missing is a file descriptor, mostly: a stranger's will do. In any case it is tried again after a
// pause, so that a node without any does not spin.
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

/// For one more stranger: another may have to go, but never one that belongs to a session.
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
    strangers.remove(stranger);
    peers.erase(&stranger);
}

void SessionServer::Impl::introduced(SessionPeer& peer)
{
    strangers.remove(peer);
}

void SessionServer::Impl::turned_away(const SessionPeer& peer, const std::string& why)
{
    refused_log.warn(peer.name() + ": " + why);
}

// A fresh stream takes so little without waiting; a peer that has sent already may miss it.
void SessionServer::Impl::turn_away(ByteStream& stream)
{
    const auto limit = settings.limits.max_connections;
    const std::string text = error_text(nullptr, limit_error("max_connections", limit, limit + 1ULL));
    const HeaderBytes header = encode_header({.type = MessageType::Control, .payload_bytes = text.size()});
    const std::array<std::span<const std::byte>, 2> message{header, std::as_bytes(std::span(text))};
    (void)stream.write_some(message);
    stream.end_writing();
    full_log.warn("a connection was turned away; there are " + std::to_string(limit) +
                  " already (max_connections)");
}

// Posted: the peer is in the middle of a call.
void SessionServer::Impl::peer_closed(SessionPeer& peer)
{
    strangers.remove(peer);
    asio::post(io, [this, closed = &peer] {
        peers.erase(closed);
        stop_if_empty();
    });
}

// ---- sessions

std::shared_ptr<Session> SessionServer::Impl::open_session(const Json& params,
                                                           std::shared_ptr<Connection> control)
{
    Session::Viewer viewer = check_open_params(params);
    check_room();
    const std::string id = random_hex(session_id_bytes);
    auto session = std::make_shared<Session>(io, service, settings.limits, settings.silence_timeout, memory,
                                             id, random_hex(secret_bytes));
    viewer.name = printable(viewer.name) + " (" + control->peer() + ")";
    spdlog::debug("session {} opened by {}", session->name(), viewer.name);
    session->begin(std::move(control),
                   {.ended = [this, id] { session_ended(id); },
                    .finished = [this, id] { leaving.erase(id); },
                    .stats = [this] { return stats(); }},
                   viewer);
    sessions.emplace(id, session);
    return session;
}

Session::Viewer SessionServer::Impl::check_open_params(const Json& params) const
{
    Session::Viewer viewer{.name = "a viewer without a name"};
    model::JsonFields fields({&params, ""});
    bool speaks_ours = false;
    for (const model::JsonValue& version : fields["protocol"].elements())
        speaks_ours |= version.uint64() == protocol_version;
    if (const auto client = fields["client"]) viewer.name = client.text();
    if (const auto acknowledge = fields["acknowledge"]) viewer.is_acknowledging = acknowledge.boolean();
    const auto token = fields["token"];
    const std::string given = token ? token.text() : std::string();
    fields.refuse_others();
    if (!speaks_ours)
        throw RpcError(RpcCode::VersionNotSupported,
                       "protocol version not supported: this node speaks version " +
                           std::to_string(protocol_version),
                       {{"supported", {protocol_version}}});
    if (!settings.token.empty() && !same_secret(settings.token, given))
        throw RpcError(RpcCode::NotAuthorised, given.empty() ? "it asks for a token" : "the token is wrong");
    return viewer;
}

void SessionServer::Impl::check_room() const
{
    const std::size_t limit = settings.limits.max_sessions;
    if (sessions.size() >= limit) throw limit_error("max_sessions", limit, sessions.size() + 1);
    // A session that ended while its threads compute still uses them.
    if (leaving.size() >= limit)
        throw limit_error("max_sessions", limit, sessions.size() + leaving.size() + 1);
}

Json SessionServer::Impl::describe(const Session& session) const
{
    const NodeLimits& limits = settings.limits;
    return {{"protocol", protocol_version},
            {"session", session.id()},
            {"secret", session.secret()},
            {"node", settings.node_name + " " + FARFIELD_VERSION},
            {"heartbeat_ms", heartbeat_interval.count()},
            {"timeout_ms", settings.silence_timeout.count()},
            {"features", {"acknowledge"}},
            {"limits",
             {{"max_frame_bytes", limits.max_frame_bytes},
              {"max_particles", limits.max_particles},
              {"max_streams", limits.max_streams}}}};
}

NodeStats SessionServer::Impl::stats() const
{
    NodeStats stats{.connections = peers.size(), .strangers = strangers.size()};
    for (const auto& [id, session] : sessions) stats.sessions.push_back(session->stats());
    return stats;
}

std::shared_ptr<Session> SessionServer::Impl::session_to_attach(const Json& params)
{
    model::JsonFields fields({&params, ""});
    const std::string& id = fields["session"].text();
    const std::string& secret = fields["secret"].text();
    fields.refuse_others();
    const auto found = sessions.find(id);
    if (found == sessions.end()) throw RpcError(RpcCode::NotFound, "there is no such session (any more)");
    if (!same_secret(found->second->secret(), secret))
        throw RpcError(RpcCode::NotAuthorised, "the session's secret is wrong");
    return found->second;
}

void SessionServer::Impl::session_ended(const std::string& id)
{
    auto node = sessions.extract(id);
    if (!node.empty()) leaving.insert(std::move(node));
}

// ---- the end

void SessionServer::Impl::end_sessions(const std::string& why)
{
    const auto open = sessions;  // each leaves the map as it ends
    for (const auto& [id, session] : open) session->shut_down(why);
}

void SessionServer::Impl::stop(const std::string& message)
{
    if (std::exchange(stopping, true)) return;
    error_code ignored;
    acceptor.close(ignored);
    accept_timer.cancel();
    end_sessions(message);
    for (const auto& [address, peer] : peers)
        if (peer->is_stranger()) peer->close_when_sent(message);
    stop_if_empty();
}

void SessionServer::Impl::stop_if_empty()
{
    if (stopping && peers.empty()) io.stop();
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
    asio::post(impl_->io, [this, make = std::move(make)] { impl_->add_connection(make); });
}

void SessionServer::run()
{
    for (;;) {
        try {
            impl_->io.run();
            return;
        } catch (const std::exception& error) {
            // Whatever one session met (no memory left, say), the others go on.
            spdlog::error("an event could not be handled: {}", error.what());
        }
    }
}

void SessionServer::stop(std::string message)
{
    asio::post(impl_->io, [this, message = std::move(message)] { impl_->stop(message); });
}

}  // namespace farfield::net
