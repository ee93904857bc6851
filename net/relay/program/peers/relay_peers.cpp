// The part of Relay for publishers and other relays.
#include <algorithm>
#include <fmt/format.h>

#include "net/relay/program/relay.h"
#include "net/session/token.h"

namespace farfield::net::relay {
namespace {

[[noreturn]] void refuse_id(std::uint32_t id, const char* why)
{
    throw RpcError(RpcCode::InvalidParams,
                   fmt::format("relay id {}: {}; each relay needs an --id of its own", id, why));
}

}  // namespace

void Relay::add_peers(const RelaySettings& settings)
{
    const auto& inputs = inputs_.list();
    for (std::uint32_t input = 0; input < inputs.size(); ++input) {
        const InputSpec spec = parse_input_spec(inputs[input].input);
        const auto* const peer = std::get_if<PeerSpec>(&spec);
        if (peer == nullptr) continue;
        ClientSettings relay;
        relay.host = peer->host;
        relay.port = peer->port;
        relay.token = settings.peer_token;
        relay.client_name = fmt::format("farfield-relay {}", id_);
        links_.push_back(std::make_shared<PeerLink>(
            *this, PeerLinkSettings{.relay = relay,
                                    .name = inputs[input].input,
                                    .input = static_cast<std::uint8_t>(input),
                                    .sends_too = input >= settings.inputs.size()}));
    }
    if (links_.size() > max_peers) throw model::LimitError("max_peers", max_peers, links_.size());
}

std::uint32_t Relay::accept(const SubscriberSettings& settings)
{
    const std::lock_guard lock(mutex_);
    if (!settings.peer) return add_subscriber(settings);
    const std::uint32_t id = *settings.peer;
    if (id == id_) refuse_id(id, "this relay has the same one");
    if (std::ranges::any_of(accepted_, [id](const auto& peer) { return peer.second == id; }))
        refuse_id(id, "another peer of this relay has the same one");
    if (accepted_.size() + links_.size() >= max_peers)
        throw model::LimitError("max_peers", max_peers, accepted_.size() + links_.size() + 1);
    const std::uint32_t subscriber = add_subscriber(settings);
    accepted_[subscriber] = id;
    return subscriber;
}

void Relay::expect_another(std::uint32_t peer) const
{
    const std::lock_guard lock(mutex_);
    if (peer == id_) refuse_id(peer, "this relay has the same one");
    for (const InterestWatch& watch : watches_)
        if (watch.is_link && watch.peer == peer)
            refuse_id(peer, "another peer of this relay has the same one");
}

void Relay::add_publisher(std::uint32_t number, PublisherSettings settings)
{
    const std::lock_guard lock(mutex_);
    publishers_.add(number, std::move(settings));
}

void Relay::remove_publisher(std::uint32_t number)
{
    const std::lock_guard lock(mutex_);
    publishers_.remove(number);
}

void Relay::set_publisher(std::uint32_t subscriber, std::string secret)
{
    const std::lock_guard lock(mutex_);
    listeners_.at(subscriber).publisher = std::move(secret);
}

std::uint32_t Relay::publisher_of(std::string_view secret) const
{
    for (const auto& [subscriber, listener] : listeners_)
        if (!listener.publisher.empty() && same_secret(listener.publisher, secret)) return subscriber;
    throw RpcError(
        RpcCode::NotAuthorised,
        "parameter 'publisher': expected what program.start answered for the program 'entities' with "
        "\"publish\": true, of a stream that still runs");
}

model::PublishedEntities Relay::publish(const model::EntitiesPublishCall& call)
{
    model::PublishedEntities published;
    {
        const std::lock_guard lock(mutex_);
        const LineOrigin origin{.input = session_input, .publisher = publisher_of(call.publisher)};
        for (std::uint32_t i = 0; i < call.objects.size(); ++i) {
            try {
                if (!take_entity(read_json_entity(call.objects[i], {}), origin))
                    throw std::runtime_error(no_room_for_id);
                ++published.taken;
            } catch (const std::exception& error) {
                published.refused.push_back({i, error.what()});
            }
        }
    }
    wake_thread();
    return published;
}

void Relay::note_input(std::uint32_t input, model::InputState state, const std::string& message)
{
    const std::lock_guard lock(mutex_);
    if (inputs_.note(input, state, message)) announce(inputs_.list()[input]);
}

// ---- interest

InterestShapes Relay::interest_without(std::uint32_t peer) const
{
    std::vector<InterestShapes> interests;
    for (std::uint32_t id = 0; id < core_.path(); ++id)
        if (core_.has(id) && core_.peer_of(id) != peer) interests.push_back(core_.params(id).interest);
    return union_of(interests);
}

model::RelayInterest Relay::interest_for(std::uint32_t peer, const std::shared_ptr<const Notices>& session)
{
    const std::lock_guard lock(mutex_);
    InterestWatch watch{.key = session.get(), .peer = peer, .sent = interest_without(peer)};
    if (session) {
        watch.send = [session](const InterestShapes& interest) {
            session->send("relay.interest", model::write(model::RelayInterest{.interest = interest}));
        };
        watch.has_ended = [session] { return session->has_ended(); };
        std::erase_if(watches_, [&](const InterestWatch& one) { return one.key == watch.key; });
        watches_.push_back(watch);
    }
    return {.interest = watch.sent};
}

void Relay::watch_interest(const PeerLink* link, std::uint32_t peer,
                           std::function<void(const InterestShapes&)> send)
{
    {
        const std::lock_guard lock(mutex_);
        watches_.push_back({.key = link, .peer = peer, .is_link = true, .sent = {}, .send = std::move(send)});
        has_new_interest_ = true;
    }
    wake_thread();
}

void Relay::forget_interest(const PeerLink* link)
{
    const std::lock_guard lock(mutex_);
    std::erase_if(watches_, [link](const InterestWatch& one) { return one.key == link; });
}

void Relay::report_interest()
{
    if (!std::exchange(has_new_interest_, false)) return;
    std::erase_if(watches_, [](const InterestWatch& one) { return one.has_ended && one.has_ended(); });
    for (InterestWatch& watch : watches_) {
        InterestShapes interest = interest_without(watch.peer);
        if (interest == watch.sent) continue;
        watch.sent = std::move(interest);
        watch.send(watch.sent);
    }
}

}  // namespace farfield::net::relay
