#include "net/client/client_link.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/client/reach/dial_listener.h"
#include "net/client/reach/tls_connect.h"
#include "net/client/reach/way_stream.h"
#include "net/transport/tcp_stream.h"

/// The opening of a client's session: its connections, and the first calls on them.
namespace farfield::net {

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
    if (in_time) throw std::runtime_error(node_ + " is no usable Farfield node: " + failure_);
    throw std::runtime_error(node_ + " did not answer within " + std::to_string(answer_patience().count()) +
                             " ms; is it a Farfield node?");
}

}  // namespace farfield::net
