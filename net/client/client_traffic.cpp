#include "net/client/client_link.h"

// What a ClientLink does many times a second: frames, credits, heartbeats.
namespace farfield::net {

namespace {
/// The first round trips follow each other at once, so that the clock's offset is known from the first frames
/// on.
constexpr std::uint64_t echoes_in_a_row = 8;

Placement within(std::uint64_t limit, const char* limit_name, const MessageHeader& header,
                 Placement::Kind kind)
{
    if (header.payload_bytes <= limit) return {.kind = kind, .memory = {}, .reason = {}};
    return {.kind = Placement::Kind::Refuse,
            .memory = {},
            .reason = "a message of type " + std::to_string(static_cast<int>(header.type)) + " has " +
                      std::to_string(header.payload_bytes) + " bytes: at most " + std::to_string(limit) +
                      " are allowed (" + limit_name + ")"};
}
}  // namespace

Placement ClientLink::place(const End& end, const MessageHeader& header)
{
    if (header.type == MessageType::Control)
        return within(max_control_bytes, "max_control_bytes", header, Placement::Kind::Buffered);
    if (is_frame(header.type) && &end == &data_) return intake_.place(header);
    return within(max_skipped_bytes, "max_skipped_bytes", header, Placement::Kind::Skip);
}

void ClientLink::received(const End& end, const MessageHeader& header, std::span<const std::byte> payload)
{
    if (header.type == MessageType::Control)
        return control_received(end, {reinterpret_cast<const char*>(payload.data()), payload.size()});
    if (header.type == MessageType::Echo) {
        if (&end == &control_) echo_replied(header);
        return;
    }
    intake_.received(header);
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
    if (intake_.detach(stream)) data_.connection->forget_placed_memory();
}

void ClientLink::send_grants()
{
    intake_.raise_grants([this](const FrameIntake::Grant& grant) {
        data_.connection->send(
            {.type = MessageType::Credit, .stream = grant.stream, .sequence = grant.frames}, {});
    });
}

void ClientLink::beat()
{
    if (is_lost() || closed_ || data_.is_gone) return;
    send_echo(control_);
    send_echo(data_);
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

// Only those of the control connection are measured: on the other, a reply waits behind frames.
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
    frames_unclaimed_.store(intake_.frames_unclaimed(), relaxed);
}

LinkFigures ClientLink::figures() const noexcept
{
    constexpr auto relaxed = std::memory_order_relaxed;
    return {.round_trip_ms = round_trip_ms_.load(relaxed),
            .clock_offset_ns = clock_offset_ns_.load(relaxed),
            .bytes_received = bytes_received_.load(relaxed),
            .frames_received = frames_received_.load(relaxed),
            .frames_unclaimed = frames_unclaimed_.load(relaxed)};
}

}  // namespace farfield::net
