#include "relay/hosts/host_session.h"

#include <stdexcept>

#include "model/calls/relay.h"
#include "model/fields/json_fields.h"
#include "model/programs/bundles/entity_bundle.h"
#include "net/message/clock.h"
#include "net/message/printable.h"
#include "relay/core/bundle_rule.h"
#include "relay/masks/mask.h"

#include <poll.h>
#include <sys/socket.h>

namespace farfield::net::relay {

namespace {

/// Interval of reports on the number of messages when no bundle needs acknowledgement.
constexpr std::uint64_t report_interval_ns = ns_per_second;

SocketSettings host_socket_settings(const Endpoint& at)
{
    SocketSettings settings;
    settings.bind = is_multicast(at.address) ? Endpoint{0, at.port} : at;
    settings.only_multicast = is_multicast(at.address);
    settings.shares_port = is_multicast(at.address);
    return settings;
}

}  // namespace

HostReceiver::HostReceiver(const Endpoint& at, const std::string& interface)
    : socket_{host_socket_settings(at)}
{
    if (!is_multicast(at.address)) return;
    const Interface on = interface.empty() ? Interface{} : find_interface(interface);
    (void)socket_.join(at.address, on);  // there is always room for one group
}

bool HostReceiver::wait(std::chrono::milliseconds at_most) const
{
    pollfd news{.fd = socket_.descriptor(), .events = POLLIN, .revents = 0};
    return ::poll(&news, 1, static_cast<int>(at_most.count())) > 0;
}

/// Accepts another relay after a silence: a forged datagram before the first true one must not block it.
void HostReceiver::forget_silent_relay()
{
    constexpr std::uint64_t silence = 3 * silence_ns;
    if (relay_.port != 0 && now_ns() > heard_ns_ + silence) relay_ = {};
}

void HostReceiver::report_if_due()
{
    const std::uint64_t time = now_ns();
    if (relay_.port == 0 || (!intake_->must_report() && time - reported_ns_ < report_interval_ns)) return;
    reported_ns_ = time;
    const sockaddr_in to = to_system(relay_);
    intake_->report([&](const HostReport& report) {
        const auto bytes = encode_report(report);
        (void)::sendto(socket_.descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT,
                       reinterpret_cast<const sockaddr*>(&to), sizeof to);
    });
}

namespace {

HostTicket ticket_of(const Json& answer)
{
    model::JsonFields fields({&answer, ""});
    return {.host = fields["host"].uint32({.max = subscribers_per_word - 1}),
            .path = fields["path"].uint32(),
            .key = fields["key"].uint64(),
            .next_bundle = fields["bundle"].uint64(),
            .messages_before = fields["messages"].uint64()};
}

Endpoint address_of(const model::RelayInfo& info)
{
    if (!info.hosts || info.hosts->state == model::InputState::Failed)
        throw std::runtime_error(info.hosts ? printable(info.hosts->message, 400)
                                            : "the relay was started without --hosts");
    const auto address = parse_ipv4(info.hosts->address);
    if (!address || info.hosts->port == 0 || info.hosts->port > 65'535)
        throw std::runtime_error("relay.info: expected an IPv4 address and a port for hosts");
    return {*address, static_cast<std::uint16_t>(info.hosts->port)};
}

bool is_of_loopback(const std::string& host)
{
    const auto address = parse_ipv4(host);
    return host == "localhost" || (address && *address >> 24U == loopback_ipv4 >> 24U);
}

}  // namespace

HostSession::HostSession(const ClientSettings& relay, Json params, const HostSessionSettings& settings)
    : client_{relay,
              {.frame_arrived = {},
               .notified = [this](const std::string& method, const Json& news) { note(method, news); },
               .lost = [this](const std::string& why) { fail(why); }}}
{
    open(std::move(params), relay, settings);
}

HostSession::~HostSession()
{
    client_.close();
}

// Joins the group first, so that no message from the start on is missed.
void HostSession::open(Json params, const ClientSettings& relay, const HostSessionSettings& settings)
{
    const auto info = model::read_answer<model::RelayInfo>(client_.call("relay.info", Json::object()));
    const bool is_local = settings.interface.empty() && is_of_loopback(relay.host);
    receiver_.emplace(settings.at ? *settings.at : address_of(info), is_local ? "lo" : settings.interface);
    params["hosts"] = true;
    const Json answer = client_.call("program.start", {{"program", "entities"},
                                                       {"policy", "every"},
                                                       {"slot_bytes", model::bundle_preamble_bytes},
                                                       {"params", std::move(params)}});
    stream_ = static_cast<std::uint32_t>(model::number_or(answer, "stream", 0));
    ticket_ = ticket_of(answer);
    receiver_->begin(ticket_);
}

void HostSession::note(const std::string& method, const Json& params)
{
    if (method == "program.ended" || method == "session.ended")
        fail(model::text_or(params, "message", "the relay ended the stream"));
}

void HostSession::fail(const std::string& why)
{
    const std::lock_guard lock(mutex_);
    failure_ = printable(why, 400);
}

void HostSession::expect_alive()
{
    const std::lock_guard lock(mutex_);
    if (!failure_.empty()) throw std::runtime_error(failure_);
}

}  // namespace farfield::net::relay
