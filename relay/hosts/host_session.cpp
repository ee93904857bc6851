#include "relay/hosts/host_session.h"

#include <stdexcept>

#include "model/calls/relay.h"
#include "model/fields/json_fields.h"
#include "model/programs/bundles/entity_bundle.h"
#include "net/message/printable.h"
#include "relay/masks/mask.h"

namespace farfield::net::relay {
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
