#include "net/client/client_link.h"

#include "model/fields/json_fields.h"
#include "net/client/events_lost.h"
#include "net/client/reach/dial_listener.h"
#include "net/client/reach/known_nodes.h"
#include "net/client/reach/tls_connect.h"
#include "net/client/reach/way_stream.h"
#include "net/transport/tcp_stream.h"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>

namespace farfield::net {

namespace asio = boost::asio;

namespace {
/// The first echoes follow each other at once, so that the clock offset is known from the first frames on.
constexpr std::uint64_t echoes_in_a_row = 8;

ReceiveTarget within(std::uint64_t limit, const char* limit_name, const MessageHeader& header,
                     ReceiveTarget::Kind kind)
{
    if (header.payload_bytes <= limit) return {.kind = kind, .memory = {}, .reason = {}};
    return {.kind = ReceiveTarget::Kind::Refuse,
            .memory = {},
            .reason = "a message of type " + std::to_string(static_cast<int>(header.type)) + " has " +
                      std::to_string(header.payload_bytes) + " bytes: at most " + std::to_string(limit) +
                      " are allowed (" + limit_name + ")"};
}
}  // namespace

ClientLink::ClientLink(asio::io_context& io, const ClientSettings& settings, ClientEvents events)
    : io_(io),
      settings_(settings),
      events_(std::move(events)),
      node_(settings.node()),
      slots_released_(std::make_shared<WakeEvent>(io)),
      heartbeat_(io)
{
    if (!settings_.claim) return;
    next_id_ = first_id_missing_ = ids_reserved_ = static_cast<std::int64_t>(settings_.claim->first_id);
}

ClientLink::~ClientLink()
{
    if (control_.connection) control_.connection->abandon();
    if (data_.connection) data_.connection->abandon();
    slots_released_->close();
}

// Calls.

void ClientLink::call(std::int64_t id, const std::string& method, const Json& params, Client::Answer answer)
{
    if (is_lost() || closed_)
        return answer(RpcError(RpcCode::Failed, "not connected to " + node_ + " any more"), nullptr);
    if (!is_interrupted_) return call_on(control_, id, method, params, std::move(answer));
    note_id(id);
    calls_.emplace(id, WaitingCall{std::move(answer), call_text(id, method, params)});
}

/// Records the id of a call: ids are taken on any thread, so calls may arrive out of order.
void ClientLink::note_id(std::int64_t id)
{
    ids_ahead_.insert(id);
    while (ids_ahead_.erase(first_id_missing_) > 0) ++first_id_missing_;
    if (is_claim_kept_ && id >= ids_reserved_) keep_claim();
}

std::int64_t ClientLink::answered_up_to() const
{
    return std::min(first_id_missing_, calls_.empty() ? first_id_missing_ : calls_.begin()->first) - 1;
}

void ClientLink::call_on(const End& end, std::int64_t id, const std::string& method, const Json& params,
                         Client::Answer answer)
{
    const auto answered = answered_up_to();
    note_id(id);
    std::string text = call_text(id, method, params, answered);
    end.connection->send_control(text);
    if (!settings_.resume) text.clear();
    calls_.emplace(id, WaitingCall{std::move(answer), std::move(text)});
}

void ClientLink::control_received(const End& end, std::string_view text)
{
    try {
        const auto message = parse_answer(text);
        if (const auto* notification = std::get_if<RpcNotification>(&message)) return notified(*notification);
        const auto& answer = std::get<RpcAnswer>(message);
        if (answer.id.is_number_integer())
            return answered(answer.id.get<std::int64_t>(), answer.error, answer.result);
        if (!answer.error) return;
        refused(*answer.error);
        throw std::runtime_error(std::string("the node reports: ") + answer.error->what());
    } catch (const std::exception& error) {
        end.connection->close(error.what());
    }
}

void ClientLink::answered(std::int64_t id, const std::optional<RpcError>& error, const Json& result)
{
    auto found = calls_.extract(id);
    if (!found.empty() && !error) subscribed(result);
    if (!found.empty() && found.mapped().answer) found.mapped().answer(error, result);
}

/// Takes an answer to program.start or program.subscribe; it tells the subscription's number unless it is 1.
void ClientLink::subscribed(const Json& answer)
{
    if (!answer.is_object() || !answer.contains("subscription")) return;
    const auto stream = static_cast<std::uint32_t>(model::number_or(answer, "stream", 0));
    const auto number = static_cast<std::uint16_t>(model::number_or(answer, "subscription", 1));
    if (intake_.subscribed(stream, number)) data_.connection->forget_placed_memory(stream);
    send_grants();
}

/// Handles a refused Credit. One refused again after a resume would be refused for ever: gives up its stream.
void ClientLink::refused(const RpcError& error)
{
    if (!error.data.is_object() || !error.data.contains("stream")) return;
    const auto stream = static_cast<std::uint32_t>(model::number_or(error.data, "stream", 0));
    if (std::exchange(refused_, stream) != stream) return;
    refused_.reset();
    intake_.give_up(stream);
    notified({"program.ended", {{"stream", stream}, {"reason", "failed"}, {"message", error.what()}}, 0});
}

void ClientLink::notified(const RpcNotification& notification)
{
    const auto& [method, params, event] = notification;
    heard_ = std::max(heard_, event);
    if (method == "session.taken") last_words_ = "another viewer has resumed the session";
    if (method == "session.ended") {
        has_ended_ = true;
        last_words_ = model::text_or(params, "message", last_words_);
    }
    if (method == "program.ended") {
        intake_.ended(static_cast<std::uint32_t>(model::number_or(params, "stream", 0)));
        send_grants();
    }
    if (events_.notified) events_.notified(method, params);
}

// Frames, credits, heartbeats.

ReceiveTarget ClientLink::receive_target(const End& end, const MessageHeader& header)
{
    if (carries_data(end))
        intake_.message_begins([&end](std::uint32_t stream) { return end.connection->is_receiving(stream); });
    if (header.type == MessageType::Control)
        return within(max_control_bytes, "max_control_bytes", header, ReceiveTarget::Kind::Buffered);
    if (header.type == MessageType::Credit && carries_data(end))
        return within(max_skipped_bytes, "max_skipped_bytes", header, ReceiveTarget::Kind::Buffered);
    if (is_frame(header.type) && carries_data(end)) return intake_.receive_target(header);
    return within(max_skipped_bytes, "max_skipped_bytes", header, ReceiveTarget::Kind::Skip);
}

void ClientLink::received(const End& end, const MessageHeader& header, std::span<const std::byte> payload)
{
    if (header.type == MessageType::Control)
        return control_received(end, {reinterpret_cast<const char*>(payload.data()), payload.size()});
    if (header.type == MessageType::Echo) {
        if (&end == &control_) echo_replied(header);
        return;
    }
    if (header.type == MessageType::Credit) {
        if (events_.granted) events_.granted(header.stream, header.sequence);
        return;
    }
    intake_.received(header);
    if (refused_ == header.stream) refused_.reset();
    if (intake_.is_acknowledgement_due()) send_grants();
    publish_figures();
    if (events_.frame_arrived) events_.frame_arrived(header.stream);
}

void ClientLink::attach(std::uint32_t stream, FrameRing& ring)
{
    intake_.attach(stream, ring);
    send_grants();
}

void ClientLink::detach(std::uint32_t stream)
{
    if (intake_.detach(stream)) data_.connection->forget_placed_memory(stream);
}

void ClientLink::send(std::uint32_t stream, MessageType type, std::span<const std::byte> payload)
{
    if (is_lost() || closed_ || is_interrupted_) return;
    data_.connection->send({.type = type, .stream = stream, .sequence = sent_[stream]++}, payload);
}

void ClientLink::send_grants(FrameReceiver::Acknowledge which)
{
    if (is_interrupted_) return;
    const auto send = [this](const FrameReceiver::Grant& grant) {
        data_.connection->send({.type = MessageType::Credit,
                                .flags = grant.subscription,
                                .stream = grant.stream,
                                .interaction = grant.received,
                                .sequence = grant.frames},
                               {});
    };
    intake_.raise_grants(send, which);
}

void ClientLink::beat()
{
    if (is_lost() || closed_ || is_interrupted_ || data_.has_ended) return;
    send_echo(control_);
    if (!carries_data(control_)) send_echo(data_);
    send_grants(FrameReceiver::Acknowledge::All);
    publish_figures();
    heartbeat_.expires_after(terms_.heartbeat);
    auto beaten = [this](const boost::system::error_code& error) {
        if (!error) beat();
    };
    heartbeat_.async_wait(RecycledHandler(heartbeat_memory_, beaten));
}

void ClientLink::send_echo(const End& end)
{
    MessageHeader echo{.type = MessageType::Echo, .time_ns = now_ns()};
    if (&end == &control_) {
        echo.sequence = echoes_sent_++;
        echo_sent_ns_[echo.sequence % echoes_remembered] = echo.time_ns;
    }
    end.connection->send(echo, {});
}

// Measures only replies on the control connection: on the data connection a reply waits behind frames.
void ClientLink::echo_replied(const MessageHeader& reply)
{
    const bool is_remembered =
        reply.sequence < echoes_sent_ && reply.sequence + echoes_remembered >= echoes_sent_;
    if (!is_remembered) return;
    meter_.add(echo_sent_ns_[reply.sequence % echoes_remembered], now_ns(), reply.time_ns);
    publish_figures();
    if (meter_.samples() < echoes_in_a_row) send_echo(control_);
}

void ClientLink::publish_figures()
{
    constexpr auto relaxed = std::memory_order_relaxed;
    round_trip_ms_.store(meter_.round_trip_ms(), relaxed);
    clock_offset_ns_.store(meter_.clock_offset_ns(), relaxed);
    bytes_received_.store(data_.connection->bytes_received(), relaxed);
    frames_received_.store(intake_.frames_received(), relaxed);
    last_frame_ns_.store(intake_.last_received_ns(), relaxed);
    frames_unclaimed_.store(intake_.frames_unclaimed(), relaxed);
}

LinkFigures ClientLink::figures() const noexcept
{
    constexpr auto relaxed = std::memory_order_relaxed;
    return {.round_trip_ms = round_trip_ms_.load(relaxed),
            .clock_offset_ns = clock_offset_ns_.load(relaxed),
            .bytes_received = bytes_received_.load(relaxed),
            .frames_received = frames_received_.load(relaxed),
            .last_frame_ns = last_frame_ns_.load(relaxed),
            .frames_unclaimed = frames_unclaimed_.load(relaxed),
            .resumes = resumes_.load(relaxed),
            .interrupted_ms = interrupted_ms_.load(relaxed)};
}

// The opening of a client's session: its connections, and the first calls on them.

namespace {

/// Time to wait for a node that dials the viewer: it tries again after at most 10 s.
constexpr std::chrono::milliseconds node_patience{12'000};

void print_note(const std::string& line)
{
    std::fputs((line + "\n").c_str(), stderr);
}

}  // namespace

void ClientLink::open()
{
    const auto deadline = Clock::now() + settings_.connect_timeout;
    const std::stop_callback wake(settings_.cancelled, [this] { boost::asio::post(io_, [] {}); });
    if (!settings_.listener) return open_by(deadline);
    for (;;) {
        try {
            return open_by(deadline);
        } catch (const RpcError&) {
            throw;
        } catch (const std::runtime_error&) {
            if (settings_.cancelled.stop_requested() || Clock::now() >= deadline) throw;
        }
        failure_.clear();  // reason of a node that went away; another may come
        if (control_.connection) control_.connection->abandon();
        control_.has_ended = true;
    }
}

void ClientLink::open_by(Deadline deadline)
{
    start_control(deadline);
    deadline = std::min(deadline, Clock::now() + answer_patience());
    session_ = open_session(deadline);
    try {
        terms_ = read_terms(session_, settings_.is_single);
    } catch (const model::FieldError& error) {
        throw std::runtime_error(node_ +
                                 " is no usable Farfield node: its answer to session.open: " + error.what());
    }
    intake_.set_max_unclaimed_bytes(terms_.max_frame_bytes);

    keep_claim();
    attach_data(deadline);
    slots_released_->start([this] { send_grants(); });
    go_on();
}

Json ClientLink::call_alone(const std::string& method, Json params)
{
    const auto deadline = Clock::now() + settings_.connect_timeout;
    const std::stop_callback wake(settings_.cancelled, [this] { boost::asio::post(io_, [] {}); });
    if (!settings_.token.empty()) params["token"] = settings_.token;
    start_end(control_, connect(deadline));
    return call_and_run(control_, method, params, deadline);
}

Json ClientLink::open_session(Deadline deadline)
{
    Json params = open_params();
    if (settings_.claim) return take_over(*settings_.claim, std::move(params), deadline);
    if (settings_.join) params["join"] = model::write(*settings_.join);
    return call_and_run(control_, "session.open", params, deadline);
}

Json ClientLink::open_params() const
{
    Json params{{"protocol", {protocol_version}}, {"client", settings_.client_name}};
    if (!settings_.label.empty()) params["name"] = settings_.label;
    if (settings_.resume) params["acknowledge"] = true;
    if (!settings_.token.empty()) params["token"] = settings_.token;
    if (settings_.is_single) params["channel"] = "single";
    return params;
}

void ClientLink::start_control(Deadline deadline)
{
    start_end(control_, connect(deadline));
    if (!settings_.is_single) return;
    data_.connection = control_.connection;
    data_.has_ended = false;
}

void ClientLink::attach_data(Deadline deadline)
{
    if (settings_.is_single) return data_.connection->use_parts(terms_.part_bytes);
    if (settings_.listener)
        control_.connection->send_control(notification_text("session.dial", Json::object()));
    start_end(data_, connect(deadline));
    (void)call_and_run(data_, "session.attach", {{"session", terms_.id}, {"secret", terms_.secret}},
                       deadline);
}

/// Starts heartbeats and the watch for silence, once all connections are open.
void ClientLink::go_on()
{
    open_ = true;
    for (auto* end : {&control_, &data_}) end->connection->expect_traffic_every(settings_.silence_timeout);
    beat();
}

/// Waits for a node to dial a listening viewer. The first connection may take long; the second was asked for,
/// or the node comes again soon.
std::unique_ptr<ByteStream> ClientLink::accept_node(Deadline deadline)
{
    const bool is_second = control_.connection && !control_.has_ended;
    const auto given_up = [this, is_second] {
        return settings_.cancelled.stop_requested() || closed_ || (is_second && control_.has_ended);
    };
    if (is_second) deadline = std::min(deadline, Clock::now() + node_patience);
    return settings_.listener->accept(
        io_, {.deadline = deadline,
              .is_given_up = given_up,
              .epoch = is_second ? session_.value("epoch", std::string()) : std::string(),
              .refused = events_.noted});
}

std::chrono::milliseconds ClientLink::answer_patience() const
{
    return settings_.listener ? node_patience : settings_.connect_timeout;
}

std::unique_ptr<ByteStream> ClientLink::connect(Deadline deadline)
{
    if (settings_.connect) return settings_.connect(io_);
    if (settings_.listener) return accept_node(deadline);
    if (settings_.way) return stream_by(io_, *settings_.way, events_.noted ? events_.noted : print_note);
    auto socket = connect_to(io_, address_.empty() ? settings_.host : address_, settings_.port, deadline,
                             settings_.cancelled);
    address_ = socket.remote_endpoint().address().to_string();
    if (settings_.tls)
        return secure(io_, std::move(socket), *settings_.tls, {settings_.host, settings_.port}, deadline,
                      settings_.cancelled);
    return std::make_unique<TcpStream>(std::move(socket));
}

void ClientLink::start_end(End& end, std::unique_ptr<ByteStream> stream)
{
    if (end.connection) end.connection->abandon();
    end.has_ended = false;
    end.connection = std::make_shared<Connection>(io_, std::move(stream), end);
    end.connection->start();
}

Json ClientLink::call_and_run(const End& end, const std::string& method, const Json& params,
                              Deadline deadline)
{
    std::optional<Json> result;
    std::optional<RpcError> refusal;
    const std::int64_t id = next_id();
    call_on(end, id, method, params, [&](std::optional<RpcError> error, const Json& answer) {
        refusal = std::move(error);
        result = answer;
    });
    const auto& cancelled = settings_.cancelled;
    const bool in_time = run_until(
        io_, deadline, [&] { return result || !failure_.empty() || closed_ || cancelled.stop_requested(); });
    calls_.erase(id);
    if (cancelled.stop_requested()) throw std::runtime_error("connecting to " + node_ + " was cancelled");
    if (refusal) {
        const bool is_alone = !params.contains("protocol") && !params.contains("secret");
        const std::string what = is_alone ? method : "the session";
        throw RpcError(refusal->code, node_ + " refused " + what + ": " + refusal->what(), refusal->data);
    }
    if (result) return *result;
    // What TLS says is of the way there, not of the program that listens.
    if (in_time && failure_.starts_with("TLS: ")) throw std::runtime_error(node_ + ": " + failure_);
    if (in_time) throw std::runtime_error(node_ + " is no usable Farfield node: " + failure_);
    throw std::runtime_error(node_ + " did not answer within " + std::to_string(answer_patience().count()) +
                             " ms; is it a Farfield node?");
}

// The client's session between two pairs of connections.

namespace {

constexpr std::chrono::milliseconds first_pause{250}, longest_pause{5000};
constexpr double pause_growth = 1.6;
constexpr double jitter = 0.2;
/// Calls that may be made before a claim is stored anew.
constexpr std::int64_t ids_per_claim = 1 << 16;

/// A pause varied at random, so that the viewers of a restarted node do not all return at once.
std::chrono::milliseconds jittered(std::chrono::milliseconds pause)
{
    std::random_device random;
    const double factor = std::uniform_real_distribution(1.0 - jitter, 1.0 + jitter)(random);
    return std::chrono::duration_cast<std::chrono::milliseconds>(pause * factor);
}

/// True when the node does not have the session, or refuses it to this viewer. A session that another viewer
/// has taken over is not gone: its claim stays valid there.
bool is_no_more(const RpcError& refusal)
{
    return refusal.code == RpcCode::NotFound && model::text_or(refusal.data, "reason", "") != "taken";
}

}  // namespace

void ClientLink::interrupt(const std::string& why)
{
    if (std::exchange(is_interrupted_, true)) return;
    interrupted_at_ = Clock::now();
    is_retry_wanted_ = false;
    heartbeat_.cancel();
    io_.stop();  // for reconnect()
    if (events_.interrupted) events_.interrupted({.why = why, .kept_for = terms_.grace});
}

void ClientLink::reconnect()
{
    std::string failure = "the connection broke";
    const Deadline end = interrupted_at_ + terms_.grace;
    for (auto pause = first_pause; !closed_ && !is_lost();
         pause = std::min(std::chrono::duration_cast<std::chrono::milliseconds>(pause * pause_growth),
                          longest_pause)) {
        (void)run_until(io_, Clock::now() + jittered(pause),
                        [this] { return closed_ || is_retry_wanted_ || !last_words_.empty(); });
        is_retry_wanted_ = false;
        if (closed_) return;
        has_ended_ = has_ended_ || Clock::now() > end;
        if (!last_words_.empty() || has_ended_) break;
        try {
            try_to_reconnect(Clock::now() + answer_patience());
            return;
        } catch (const RpcError& refusal) {
            failure = refusal.what();
            has_ended_ = is_no_more(refusal);
            break;
        } catch (const NotTrusted& refusal) {
            failure = refusal.what();
            break;
        } catch (const ConnectionRefused& refusal) {
            failure = refusal.what();
            if (!settings_.awaits_restart) break;
        } catch (const std::exception& error) {
            failure = error.what();  // a further try may succeed
        }
    }
    is_interrupted_ = false;
    if (!closed_) lose(failure);
}

void ClientLink::try_to_reconnect(Deadline deadline)
{
    open_ = false;
    failure_.clear();
    data_.connection->abandon();  // its further bytes would count for the next connection
    if (control_.has_ended) resume_session(deadline);
    intake_.begin_connection();
    sent_.clear();
    attach_data(deadline);
    for (const auto& [id, call] : calls_) control_.connection->send_control(call.text);
    const auto interrupted_for = Clock::now() - interrupted_at_;
    interrupted_ms_ += std::chrono::duration<double, std::milli>(interrupted_for).count();
    ++resumes_;
    is_interrupted_ = false;
    go_on();
    send_grants();
    if (events_.resumed) events_.resumed();
}

void ClientLink::resume_session(Deadline deadline)
{
    start_control(deadline);
    Json params = open_params();
    params["resume"] = {
        {"session", terms_.id}, {"secret", terms_.secret}, {"heard", heard_}, {"answered", answered_up_to()}};
    control_.has_ended = true;  // until the answer has come: a further try needs a new connection
    const Json answer = call_and_run(control_, "session.open", params, deadline);
    if (!failure_.empty()) throw std::runtime_error(failure_);
    terms_ = read_terms(answer, settings_.is_single);
    keep_claim();
    control_.has_ended = false;
    for (const Json& event : answer.value("events", Json::array()))
        notified({event.at("method").get<std::string>(), event.value("params", Json::object()),
                  event.value("event", std::uint64_t{0})});
    if (answer.value("events_lost", false)) catch_up(answer);
}

/// Reports the session's present state: the single events that were missed are not known.
void ClientLink::catch_up(const Json& resumed)
{
    notified({events_lost, resumed, 0});
    const auto streams = resumed.find("streams");
    if (streams == resumed.end()) return;  // a node may leave them out
    std::set<std::uint32_t> running;
    for (const Json& program : *streams) {
        running.insert(static_cast<std::uint32_t>(model::number_or(program, "stream", 0)));
        if (!program.contains("start")) continue;
        const Json& start = program.at("start");
        notified({"program.updated",
                  {{"stream", program.at("stream")},
                   {"params", start.value("params", Json::object())},
                   {"interaction", start.value("interaction", 0)},
                   {"rate", start.value("rate", 0.0)},
                   {"state", program.value("state", Json::object())}},
                  0});
    }
    for (const std::uint32_t stream : intake_.running())
        if (!running.contains(stream))
            notified({"program.ended",
                      {{"stream", stream},
                       {"reason", "stopped"},
                       {"message", "it ended while this viewer was away"}},
                      0});
}

// A session that another process opened.

/// Resumes a session that another process opened: events and calls before it do not matter to this one.
Json ClientLink::take_over(const SessionClaim& claim, Json params, Deadline deadline)
{
    params["resume"] = {{"session", claim.session},
                        {"secret", claim.secret},
                        {"heard", claim.heard},
                        {"answered", claim.first_id - 1}};
    heard_ = claim.heard;
    terms_.id = claim.session;
    terms_.secret = claim.secret;
    keep_claim(claim.epoch);  // a later try must not reuse this try's id
    try {
        Json answer = call_and_run(control_, "session.open", params, deadline);
        for (const Json& event : answer.value("events", Json::array()))
            heard_ = std::max(heard_, event.value("event", std::uint64_t{0}));
        return answer;
    } catch (const RpcError& refusal) {
        if (is_no_more(refusal)) drop_claim();
        throw;
    }
}

void ClientLink::keep_claim()
{
    if (terms_.grace.count() > 0) keep_claim(model::text_or(session_, "epoch", ""));
}

void ClientLink::keep_claim(const std::string& epoch)
{
    if (!settings_.claim_store) return;
    ids_reserved_ = first_id_missing_ + ids_per_claim;
    if (!ids_ahead_.empty()) ids_reserved_ += *ids_ahead_.rbegin() - first_id_missing_;
    is_claim_kept_ = true;
    settings_.claim_store->keep({.session = terms_.id,
                                 .secret = terms_.secret,
                                 .epoch = epoch,
                                 .heard = heard_,
                                 .first_id = static_cast<std::uint64_t>(ids_reserved_)});
}

void ClientLink::drop_claim()
{
    if (settings_.claim_store) settings_.claim_store->drop();
}

// The end of a client's session.

namespace {
/// Time that a lost data connection waits for the control connection to tell the reason.
constexpr std::chrono::milliseconds last_words_patience{250};
}  // namespace

void ClientLink::connection_closed(End& end, const std::string& why)
{
    end.has_ended = true;
    if (carries_data(control_)) data_.has_ended = true;
    if (!open_) {
        failure_ = why;
    } else if (closed_) {
        if (control_.has_ended && data_.has_ended) lose(why);
    } else if (settings_.resume && terms_.grace.count() > 0 && last_words_.empty()) {
        interrupt(why);
    } else if (&end == &control_ || !last_words_.empty()) {
        lose(why);
    } else {
        heartbeat_.expires_after(last_words_patience);
        heartbeat_.async_wait([this, why](const boost::system::error_code& error) {
            if (!error) lose(why);
        });
    }
}

void ClientLink::lose(const std::string& why)
{
    if (lost_.exchange(true, std::memory_order_acq_rel)) return;
    heartbeat_.cancel();
    control_.connection->abandon();
    data_.connection->abandon();
    publish_figures();
    if (has_ended_) drop_claim();
    const auto message =
        last_words_.empty() ? "lost " + node_ + ": " + why : node_ + " ended the session: " + last_words_;
    fail_calls(message);
    if (closed_)
        finish_closing();
    else if (events_.lost)
        events_.lost(message);
}

void ClientLink::fail_calls(const std::string& why)
{
    for (auto calls = std::exchange(calls_, {}); auto& [id, call] : calls)
        if (call.answer) call.answer(RpcError(RpcCode::Failed, why), nullptr);
}

void ClientLink::finish_closing()
{
    fail_calls("the session with " + node_ + " is closed");
    is_closed_ = true;
    closed_();
}

void ClientLink::close(bool leaves_running, std::function<void()> closed)
{
    closed_ = std::move(closed);
    if (is_lost() || is_interrupted_) return finish_closing();
    heartbeat_.cancel();
    if (!leaves_running) {
        const char* const bye =
            session_.contains("member") ? "session.leave" : "session.close";  // other members stay
        control_.connection->send_control(call_text(next_id(), bye, Json::object()));
        drop_claim();
    }
    for (auto* end : {&control_, &data_}) end->connection->close_when_sent("closed");
    if (control_.has_ended && data_.has_ended) lose("closed");
}

}  // namespace farfield::net
