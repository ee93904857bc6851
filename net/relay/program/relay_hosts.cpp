#include "net/relay/program/relay.h"

namespace farfield::net::relay {

// An output is a subscriber to everything except what comes by its own group. It joins no address groups.
void Relay::start_outputs()
{
    const std::lock_guard lock(mutex_);
    for (const Outputs::Open& output : outputs_.open()) {
        SubscriberSettings settings;
        settings.client = "output " + output.sender->text();
        settings.params.history = model::EntityHistory::None;
        settings.left_out_inputs = output.same_inputs;
        const std::uint32_t subscriber = core_.add_subscriber(settings, now());
        outputs_.set_subscriber(output, subscriber);
        DisOutput* const sender = output.sender.get();
        listeners_[subscriber].wake = [sender] { sender->wake(); };
        sender->start([this, subscriber](std::span<std::byte> memory) { return build(subscriber, memory); },
                      warn_);
    }
}

void Relay::start_hosts()
{
    HostSender* const sender = hosts_ ? hosts_->sender() : nullptr;
    if (sender == nullptr) return;
    const std::uint32_t path = core_.path();
    {
        const std::lock_guard lock(mutex_);
        listeners_[path].wake = [sender] { sender->wake(); };
    }
    sender->start([this, path](std::span<std::byte> memory) { return build(path, memory); }, warn_);
}

HostTicket Relay::add_host(const model::EntitiesParams& params)
{
    const std::lock_guard lock(mutex_);
    if (!hosts_ || hosts_->sender() == nullptr)
        throw RpcError(RpcCode::InvalidParams,
                       "parameter 'hosts': this relay was started without --hosts, or "
                       "it cannot send there; relay.info says so");
    const HostStart start = core_.add_host(params, now());
    try {
        inputs_.use(params);
    } catch (...) {
        core_.remove_host(start.host);
        throw;
    }
    listeners_[core_.subscriber_of(start.host)] = {};
    has_new_interest_ = true;
    return {.host = start.host,
            .path = hosts_->sender()->path(),
            .key = hosts_->sender()->add(start.host),
            .next_bundle = start.next_bundle,
            .messages_before = start.messages_before};
}

void Relay::remove_host(std::uint32_t host, const model::EntitiesParams& params)
{
    const std::lock_guard lock(mutex_);
    listeners_.erase(core_.subscriber_of(host));
    core_.remove_host(host);
    hosts_->sender()->remove(host);
    has_new_interest_ = true;
    inputs_.release(params);
}

std::uint32_t Relay::subscriber_of_host(std::uint32_t host) const
{
    return core_.subscriber_of(host);
}

}  // namespace farfield::net::relay
