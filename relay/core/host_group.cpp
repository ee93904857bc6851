#include "relay/core/host_group.h"

#include <bit>

#include "model/fields/errors.h"

namespace farfield::net::relay {

namespace {

SubscriberSettings path_settings(const HostPathSettings& settings, MaskedEndings& endings)
{
    SubscriberSettings path;
    path.bundle_bytes = settings.payload_bytes;
    path.link_bytes_per_second = settings.link_bytes_per_second;
    path.hosts = &endings;
    return path;
}

constexpr std::size_t overhead_bytes =
    model::bundle_preamble_bytes + model::bundle_entry_bytes + model::record_mask_bytes;

}  // namespace

HostGroup::HostGroup(const HostPathSettings& settings, const BundleSettings& bundles, MessageStore& store,
                     SourceAccounts& sources, std::uint64_t now_ns)
    : sources_{sources},
      path_{path_settings(settings, endings_), bundles, store, sources, now_ns},
      most_message_bytes_{(settings.payload_bytes - overhead_bytes) / model::bundle_alignment *
                          model::bundle_alignment},
      usual_{model::EntitiesParams{}}
{}

HostStart HostGroup::add(const model::EntitiesParams& params)
{
    const auto host = static_cast<std::uint32_t>(std::countr_one(present_));
    if (host == most) throw model::LimitError("max_hosts", most, std::uint64_t{most} + 1);
    hosts_[host] = std::make_unique<Host>(params);
    hosts_[host]->offered_before = offered_;
    endings_.clear(host);
    made_.clear(host);
    present_ |= mask_bit(host);
    set_params(host, params);
    return {.host = host, .next_bundle = path_.bundles(), .messages_before = path_.sent_messages()};
}

void HostGroup::set_params(std::uint32_t host, const model::EntitiesParams& params)
{
    hosts_[host]->params = params;
    hosts_[host]->interest = Interest{params};
    set_bit({&own_priority_, 1}, host, params.priority.has_value());
}

void HostGroup::remove(std::uint32_t host)
{
    const std::uint64_t bit = mask_bit(host);
    path_.queue().for_all([this, bit](MessageHandle handle) {
        if ((handle->hosts & bit) == 0) return;
        handle->hosts &= ~bit;
        Endings& of_source = sources_[handle->account].endings;
        ++of_source.policy;
        --of_source.waiting;
    });
    present_ &= ~bit;
    own_priority_ &= ~bit;
    hosts_[host].reset();
}

bool HostGroup::has_priority(std::uint64_t mask, const Message& message) const
{
    if ((mask & ~own_priority_) != 0 && usual_.has_priority(message)) return true;
    bool is_one = false;
    for_each_bit(mask & own_priority_, 0, [&](std::uint32_t host) {
        is_one = is_one || hosts_[host]->interest.has_priority(message);
    });
    return is_one;
}

void HostGroup::push(MessageHandle handle, bool has_priority, bool is_left_out, const MessagePlace& place,
                     std::uint64_t now_ns)
{
    endings_.waiting.add(handle->hosts);
    ++path_.endings().offered;
    if (is_left_out || handle->length > most_message_bytes_) return path_.queue().leave_out(handle);
    path_.push(handle, has_priority ? model::record_priority : std::uint8_t{0}, place, now_ns);
}

Endings HostGroup::endings(std::uint32_t host) const
{
    return {.offered = offered_ - hosts_[host]->offered_before + made_.count(host),
            .delivered = endings_.delivered.count(host),
            .own = endings_.own.count(host),
            .filtered = endings_.filtered.count(host),
            .conflated = endings_.conflated.count(host),
            .policy = endings_.policy.count(host),
            .late = endings_.late.count(host),
            .waiting = endings_.waiting.count(host)};
}

}  // namespace farfield::net::relay
