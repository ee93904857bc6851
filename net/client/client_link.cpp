#include "net/client/client_link.h"

#include <algorithm>
#include <utility>

#include "model/fields/json_fields.h"

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

// ---- calls

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

// ---- frames, credits, heartbeats

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

void ClientLink::send_grants(FrameIntake::Acknowledge which)
{
    if (is_interrupted_) return;
    const auto send = [this](const FrameIntake::Grant& grant) {
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
    send_grants(FrameIntake::Acknowledge::All);
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

}  // namespace farfield::net
