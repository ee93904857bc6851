#include <array>
#include <bit>
#include <utility>

#include "net/message/byte_order.h"
#include "net/relay/core.h"

namespace farfield::net::relay {

namespace {

/// Bytes of a record of kind 4.
std::array<std::byte, 8> level_bytes(std::uint8_t level, model::CongestionReason reason, std::uint32_t relay)
{
    std::array<std::byte, 8> bytes;
    store_big(bytes.data(),
              std::uint64_t{level} << 56U | std::uint64_t{static_cast<std::uint8_t>(reason)} << 48U | relay);
    return bytes;
}

}  // namespace

model::EntitiesCongestion RelayCore::congestion_of(std::uint32_t id) const
{
    const bool is_host = is_of_hosts(id / subscribers_per_word);
    const Subscriber& subscriber = is_host ? hosts_->path() : *subscribers_[id];
    const Endings& endings =
        is_host ? hosts_->endings(id % subscribers_per_word) : subscriber.queue().endings();
    return {.level = subscriber.level(), .reason = subscriber.reason(), .dropped = endings.policy};
}

HostStart RelayCore::add_host(const model::EntitiesParams& params, std::uint64_t now_ns)
{
    const HostStart start = hosts_->add(params);
    const std::uint32_t id = subscriber_of(start.host);
    set_bit(present_, id, true);
    ++present_count_;
    set_addresses(id, true);
    cells_.changed(id);
    review(id, now_ns);
    return start;
}

void RelayCore::remove_host(std::uint32_t host)
{
    forget_subscriber(subscriber_of(host));
    Endings endings = hosts_->endings(host);
    endings.policy += std::exchange(endings.waiting, 0);
    ended_.endings += endings;
    ++ended_.subscribers;
    hosts_->remove(host);
}

void RelayCore::count_unwanted_of_hosts(const Message& message, Endings& of_source)
{
    hosts_->note_offered();
    const bool is_of_host =
        message.publisher < path() && is_of_hosts(message.publisher / subscribers_per_word);
    const std::uint64_t unwanted = present_[session_words_] & ~wanted_hosts();
    const std::uint64_t own = is_of_host ? unwanted & mask_bit(message.publisher) : 0;
    hosts_->count_own(own);
    hosts_->count_filtered(unwanted & ~own);
    of_source.own += static_cast<std::uint64_t>(std::popcount(own));
    of_source.filtered += static_cast<std::uint64_t>(std::popcount(unwanted & ~own));
}

void RelayCore::push_made_to_hosts(std::uint64_t mask, MessageHandle handle, bool has_priority,
                                   std::uint64_t now_ns)
{
    handle->hosts = mask;
    hosts_->note_made(mask);
    const auto count = static_cast<std::uint64_t>(std::popcount(mask));
    sources_[handle->account].endings.offered += count;
    sources_[handle->account].endings.waiting += count;
    hosts_->push(handle, has_priority, false, std::nullopt, now_ns);
}

// Queues a copy, since the message itself may wait with another mask.
void RelayCore::push_copy_to_hosts(std::uint64_t mask, MessageHandle handle, std::uint64_t now_ns)
{
    if (mask == 0) return;
    const auto copy = store_.put({.bytes = handle->bytes(),
                                  .kind = handle->kind,
                                  .flags = handle->flags,
                                  .source = handle->source,
                                  .arrival_ns = handle->arrival_ns},
                                 true);
    (*copy)->account = handle->account;
    (*copy)->entity = handle->entity;
    (*copy)->form = handle->form;
    push_made_to_hosts(mask, *copy, false, now_ns);
}

void RelayCore::report_level(std::uint64_t now_ns)
{
    const Subscriber& path = hosts_->path();
    if (path.level() == reported_level_ || hosts_->present() == 0) return;
    reported_level_ = path.level();
    const auto bytes = level_bytes(path.level(), path.reason(), bundles_.relay);
    const auto handle = store_.put({.bytes = bytes, .kind = RecordKind::Control, .arrival_ns = now_ns}, true);
    push_made_to_hosts(hosts_->present(), *handle, true, now_ns);
}

}  // namespace farfield::net::relay
