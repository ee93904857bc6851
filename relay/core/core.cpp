#include "relay/core/core.h"

#include "model/fields/errors.h"
#include "net/message/byte_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace farfield::net::relay {

namespace {

constexpr std::size_t most_sources = 1'000;
/// Time between two reports that one entity left an interest: until then it stays inside.
constexpr std::uint64_t leaving_interval_ns = 500 * ns_per_ms;

/// Messages in a window of SourceRate, from messages a second; 0 stays 0.
std::uint64_t in_window(std::uint64_t rate)
{
    constexpr std::uint64_t windows = ns_per_second / SourceRate::window_ns;
    return (rate + windows - 1) / windows;
}

SubscriberStats stats_of(std::uint32_t id, const Subscriber& subscriber, const Endings& endings,
                         std::uint64_t made)
{
    return {.id = id,
            .client = subscriber.client(),
            .endings = endings,
            .made = made,
            .bundles = subscriber.bundles(),
            .level = subscriber.level(),
            .reason = subscriber.reason()};
}

}  // namespace

RelayCore::RelayCore(const CoreSettings& settings)
    : store_{settings.max_store_bytes},
      bundles_{settings.bundles},
      max_subscribers_{std::min(settings.max_subscribers, max_subscribers)},
      max_entities_{settings.max_entities},
      most_in_window_{in_window(settings.max_source_rate)},
      number_{settings.number_before},
      session_words_{mask_words(max_subscribers_)},
      words_{session_words_ + (settings.hosts ? 1 : 0)},
      addresses_{words_},
      entities_{store_, settings.max_entities, words_, settings.entity_times},
      subscribers_(max_subscribers_),
      changes_(words_ * subscribers_per_word),
      made_(max_subscribers_),
      cells_{words_, [this](std::uint32_t id) { return interest_of(id); }}
{
    if (settings.hosts)
        hosts_ = std::make_unique<HostGroup>(*settings.hosts, bundles_, store_, sources_, std::uint64_t{0});
}

const Interest* RelayCore::interest_of(std::uint32_t id) const
{
    if (hosts_ && is_of_hosts(id / subscribers_per_word)) return hosts_->interest(id % subscribers_per_word);
    return id < max_subscribers_ && subscribers_[id] ? &subscribers_[id]->interest() : nullptr;
}

std::uint32_t RelayCore::add_subscriber(const SubscriberSettings& settings, std::uint64_t now_ns)
{
    const auto place = std::ranges::find_if(subscribers_, [](const auto& subscriber) { return !subscriber; });
    if (place == subscribers_.end())
        throw model::LimitError("max_subscribers", max_subscribers_, std::uint64_t{max_subscribers_} + 1);
    const auto id = static_cast<std::uint32_t>(place - subscribers_.begin());
    *place = std::make_unique<Subscriber>(settings, bundles_, store_, sources_, now_ns);
    made_[id] = 0;
    set_bit(present_, id, true);
    set_bit(peers_, id, settings.peer.has_value());
    ++present_count_;
    set_addresses(id, true);
    set_unwanted(id, settings.left_out_inputs);
    cells_.changed(id);
    review(id, now_ns);
    return id;
}

void RelayCore::update_subscriber(std::uint32_t id, const model::EntitiesParams& params)
{
    changes_[id] = params;
}

void RelayCore::change(std::uint32_t id, const model::EntitiesParams& params, std::uint64_t now_ns)
{
    set_addresses(id, false);
    if (hosts_ && is_of_hosts(id / subscribers_per_word))
        hosts_->set_params(id % subscribers_per_word, params);
    else
        subscribers_[id]->set_params(params);
    set_addresses(id, true);
    cells_.changed(id);
    review(id, now_ns);
}

void RelayCore::remove_subscriber(std::uint32_t id)
{
    set_unwanted(id, 0);
    forget_subscriber(id);
    Endings endings = subscribers_[id]->endings();
    endings.policy += std::exchange(endings.waiting, 0);
    ended_.endings += endings;
    ended_.bundles += subscribers_[id]->bundles();
    ++ended_.subscribers;
    subscribers_[id].reset();
}

void RelayCore::forget_subscriber(std::uint32_t id)
{
    set_addresses(id, false);
    set_bit(present_, id, false);
    set_bit(peers_, id, false);
    --present_count_;
    cells_.changed(id);
    for (std::uint32_t entity = 0; entity < entities_.end(); ++entity) {
        set_bit(entities_.known_to(entity), id, false);
        if (entities_[entity].publisher == id) entities_[entity].publisher = no_publisher;
    }
    changes_[id].reset();
}

void RelayCore::set_addresses(std::uint32_t id, bool is_added)
{
    for (const auto& [first, last] : interest_of(id)->addresses())
        is_added ? addresses_.add(id, first, last) : addresses_.remove(id, first, last);
}

void RelayCore::set_unwanted(std::uint32_t id, std::uint32_t inputs)
{
    for (std::uint32_t input = 0; input < max_inputs; ++input)
        set_bit(unwanted_[input], id, (inputs >> input & 1U) != 0);
}

// A message.

void RelayCore::take(const Message& message)
{
    ++taken_;
    ++by_input_[std::min(message.input, session_input)];
    // Addresses are no sources: 65,536 of them would displace the sources.
    const std::uint32_t account =
        message.kind == RecordKind::Addressed ? SourceAccounts::others : sources_.number_of(message.source);
    SourceAccount& source = sources_[account];
    ++source.messages;
    source.bytes += message.bytes.size();
    if (most_in_window_ != 0 && account != SourceAccounts::others)
        (void)source.rate.note(message.arrival_ns, most_in_window_);

    const std::uint32_t entity = message.entity != 0 ? number_of(message) : no_entity;
    const bool has_all = message.kind == RecordKind::Dis && message.pdu_type == pdu_entity_state;
    if (entity == no_entity || has_all)
        distribute(message, entity, account);
    else
        distribute(completed(message, entity), entity, account);
}

void RelayCore::distribute(const Message& message, std::uint32_t entity, std::uint32_t account)
{
    Endings& of_source = sources_[account].endings;
    const bool is_news = entity != no_entity && is_state(message);
    const bool is_late = is_news && !entities_.note(entity, message);
    const MessagePlace place = place_of(message);
    find_wanted(message, place, entity);
    if (is_news && !is_late) note_border(message, entity);
    count_unwanted(message, of_source);
    if (is_late)
        count_late(of_source);
    else
        spread(message, place, entity, account);
    if (is_news && !is_late) push_beside(entity, message.arrival_ns);
    if (message.kind == RecordKind::Dis && message.pdu_type == pdu_remove && entity != no_entity)
        remove_entity(entity, DepartureReason::Removed, message.arrival_ns);
}

void RelayCore::find_wanted(const Message& message, const MessagePlace& place, std::uint32_t entity)
{
    if (message.kind == RecordKind::Addressed) {
        const auto mask = addresses_.mask(static_cast<std::uint16_t>(message.source));
        std::ranges::copy(mask, wanted_.begin());
    } else {
        const auto masks = place ? cells_.masks(message.exercise, *place) : std::nullopt;
        for (std::size_t word = 0; word < words_; ++word) {
            wanted_[word] = masks ? masks->inside[word] : 0;
            const std::uint64_t known = entity != no_entity ? entities_.known_to(entity)[word] : 0;
            for_each_bit(masks ? masks->border[word] : present_[word], word, [&](std::uint32_t id) {
                const bool is_inside = (known & mask_bit(id)) != 0;
                if (interest_of(id)->wants(message, place, is_inside)) wanted_[word] |= mask_bit(id);
            });
        }
    }
    const MaskWords& unwanted = unwanted_[std::min(message.input, session_input)];
    for (std::size_t word = 0; word < words_; ++word) wanted_[word] &= ~unwanted[word];
    if (message.publisher < path()) set_bit(wanted_, message.publisher, false);
    if (message.route.number != 0) keep_from_peers(message);
}

// Never forwards to its origin, nor along a loop of relays.
void RelayCore::keep_from_peers(const Message& message)
{
    for (std::size_t word = 0; word < session_words_; ++word)
        for_each_bit(wanted_[word] & peers_[word], word, [&](std::uint32_t id) {
            if (message.route.hops_left == 0 || subscribers_[id]->peer() == message.route.origin)
                set_bit(wanted_, id, false);
        });
}

void RelayCore::for_wanted(auto&& use)
{
    for (std::size_t word = 0; word < session_words_; ++word) for_each_bit(wanted_[word], word, use);
}

void RelayCore::count_unwanted(const Message& message, Endings& of_source)
{
    of_source.offered += present_count_;
    if (hosts_) count_unwanted_of_hosts(message, of_source);
    for (std::size_t word = 0; word < session_words_; ++word) {
        for_each_bit(present_[word] & ~wanted_[word], word, [&](std::uint32_t id) {
            Endings& endings = subscribers_[id]->endings();
            ++endings.offered;
            if (id == message.publisher) {
                ++endings.own;
                ++of_source.own;
            } else {
                ++endings.filtered;
                ++of_source.filtered;
            }
        });
    }
}

void RelayCore::count_late(Endings& of_source)
{
    for_wanted([&](std::uint32_t id) {
        ++subscribers_[id]->endings().offered;
        ++subscribers_[id]->endings().late;
        ++of_source.late;
    });
    if (!hosts_) return;
    hosts_->count_late(wanted_hosts());
    of_source.late += static_cast<std::uint64_t>(std::popcount(wanted_hosts()));
}

void RelayCore::spread(const Message& message, const MessagePlace& place, std::uint32_t entity,
                       std::uint32_t account)
{
    const bool is_wanted = std::any_of(wanted_.begin(), wanted_.begin() + static_cast<std::ptrdiff_t>(words_),
                                       [](std::uint64_t word) { return word != 0; });
    const StateForm form = form_of(message);
    const bool is_kept = form != StateForm::None && entity != no_entity;
    if (!is_wanted && !is_kept) return;
    auto stored = store_.put(message, false);
    const bool is_full = !stored;
    if (is_full && is_wanted_with_priority(message)) stored = store_.put(message, true);
    if (!stored) return leave_out(account);
    const MessageHandle handle = *stored;
    handle->account = account;
    handle->is_surplus = account != SourceAccounts::others && sources_[account].rate.is_above();
    handle->route = message.route.number != 0
                        ? message.route
                        : Route{.number = ++number_, .origin = bundles_.relay, .hops_left = max_hops};
    handle->entity = entity;
    handle->form = entity != no_entity ? form : StateForm::None;
    if (is_kept && !is_full) entities_.keep(entity, handle);
    std::uint32_t count = 0;
    for (std::size_t word = 0; word < session_words_; ++word)
        count += static_cast<std::uint32_t>(std::popcount(wanted_[word]));
    const std::uint64_t hosts = wanted_hosts();
    store_.add_references(handle, count + (hosts != 0 ? 1U : 0U));
    sources_[account].endings.waiting += count + static_cast<std::uint32_t>(std::popcount(hosts));
    for_wanted([&](std::uint32_t id) {
        Subscriber& subscriber = *subscribers_[id];
        ++subscriber.endings().offered;
        const bool has_priority = subscriber.interest().has_priority(message);
        if (is_full && !has_priority) return subscriber.queue().leave_out(handle);
        subscriber.push(handle, has_priority ? model::record_priority : std::uint8_t{0}, place,
                        message.arrival_ns);
    });
    if (hosts != 0) {
        handle->hosts = hosts;
        const bool has_priority = hosts_->has_priority(hosts, message);
        hosts_->push(handle, has_priority, is_full && !has_priority, place, message.arrival_ns);
    }
    store_.release(handle);
}

bool RelayCore::is_wanted_with_priority(const Message& message) const
{
    for (std::uint32_t id = 0; id < max_subscribers_; ++id)
        if (has_bit(wanted_, id) && subscribers_[id]->interest().has_priority(message)) return true;
    return wanted_hosts() != 0 && hosts_->has_priority(wanted_hosts(), message);
}

void RelayCore::leave_out(std::uint32_t account)
{
    for_wanted([&](std::uint32_t id) {
        ++subscribers_[id]->endings().offered;
        ++subscribers_[id]->endings().policy;
        ++sources_[account].endings.policy;
    });
    if (!hosts_) return;
    hosts_->count_left_out(wanted_hosts());
    sources_[account].endings.policy += static_cast<std::uint64_t>(std::popcount(wanted_hosts()));
}

// Entities.

// Finds the subscribers whose interest the entity has entered or left.
void RelayCore::note_border(const Message& message, std::uint32_t number)
{
    const auto known = entities_.known_to(number);
    for (std::size_t word = 0; word < words_; ++word) {
        entered_[word] = wanted_[word] & ~known[word];
        const bool has_publisher = message.publisher / subscribers_per_word == word;
        const std::uint64_t own = has_publisher ? known[word] & mask_bit(message.publisher) : 0;
        if (const std::uint64_t left = known[word] & ~wanted_[word] & ~own; left != 0) {
            Entity& entity = entities_[number];
            if (entity.left_ns != 0 && message.arrival_ns - entity.left_ns < leaving_interval_ns) {
                wanted_[word] |= left;
            } else {
                entity.left_ns = message.arrival_ns;
                push_departures(left, word, number, DepartureReason::OutOfInterest, message.arrival_ns);
            }
        }
        known[word] = wanted_[word] | own;
    }
}

// Time.

void RelayCore::tick(std::uint64_t now_ns)
{
    const bool is_full = store_.is_almost_full();
    for (std::uint32_t id = 0; id < path(); ++id) {
        if (changes_[id]) {
            const model::EntitiesParams params = *std::exchange(changes_[id], std::nullopt);
            change(id, params, now_ns);
        }
        if (id < max_subscribers_ && subscribers_[id]) subscribers_[id]->tick(now_ns, is_full);
    }
    if (hosts_) {
        hosts_->path().tick(now_ns, is_full);
        report_level(now_ns);
    }
    while (const auto entity = entities_.next_timed_out(now_ns))
        remove_entity(*entity, DepartureReason::TimedOut, now_ns);
}

std::optional<BuiltBundle> RelayCore::build(std::uint32_t id, std::uint64_t now_ns,
                                            std::span<std::byte> buffer)
{
    return (id == path() ? hosts_->path() : *subscribers_[id]).build(now_ns, buffer);
}

std::uint64_t RelayCore::next_due_ns() const
{
    std::uint64_t due = never_ns;
    for (const auto& subscriber : subscribers_)
        if (subscriber) due = std::min(due, subscriber->due_ns());
    return hosts_ ? std::min(due, hosts_->due_ns()) : due;
}

CoreStats RelayCore::stats() const
{
    CoreStats stats{.taken = taken_,
                    .by_input = by_input_,
                    .subscribers = {},
                    .ended = ended_,
                    .hosts = {},
                    .path = {},
                    .sources = sources_.busiest(most_sources),
                    .entities = entities_.size(),
                    .entities_refused = entities_.refused()};
    for (std::uint32_t id = 0; id < max_subscribers_; ++id)
        if (const Subscriber* subscriber = subscribers_[id].get())
            stats.subscribers.push_back(stats_of(id, *subscriber, subscriber->queue().endings(), made_[id]));
    if (!hosts_) return stats;
    const Subscriber& path = hosts_->path();
    stats.path = stats_of(this->path(), path, path.queue().endings(), 0);
    for_each_bit(hosts_->present(), 0, [&](std::uint32_t host) {
        stats.hosts.push_back(stats_of(host, path, hosts_->endings(host), hosts_->made(host)));
    });
    return stats;
}

namespace {

/// Bytes of a record of kind 3.
std::array<std::byte, 8> departure_bytes(std::uint64_t entity, DepartureReason reason)
{
    std::array<std::byte, 8> bytes{};
    store_big(bytes.data(), entity << 16U | static_cast<std::uint64_t>(reason));
    return bytes;
}

}  // namespace

std::uint32_t RelayCore::number_of(const Message& message)
{
    if (const auto number = entities_.find(message.entity)) return *number;
    if (!is_state(message)) return no_entity;
    if (const auto victim = entities_.to_make_room(message.arrival_ns))
        remove_entity(*victim, DepartureReason::TimedOut, message.arrival_ns);
    return entities_.add(message.entity, message.arrival_ns).value_or(no_entity);
}

// Adds the fields that only a whole state has, and the entity's place if the message has none.
Message RelayCore::completed(const Message& message, std::uint32_t number) const
{
    const Entity& entity = entities_[number];
    Message whole = message;
    whole.force = entity.force;
    whole.entity_kind = entity.kind;
    whole.domain = entity.domain;
    if (!place_of(message)) {
        whole.longitude = entity.longitude;
        whole.latitude = entity.latitude;
    }
    return whole;
}

void RelayCore::remove_entity(std::uint32_t number, DepartureReason reason, std::uint64_t now_ns)
{
    for (std::size_t word = 0; word < words_; ++word)
        push_departures(entities_.known_to(number)[word], word, number, reason, now_ns);
    for (const auto& subscriber : subscribers_)
        if (subscriber) subscriber->queue().forget(number);
    if (hosts_) hosts_->path().queue().forget(number);
    entities_.remove(number);
}

void RelayCore::lose_input(std::uint8_t input, std::uint64_t now_ns)
{
    for (std::uint32_t number = 0; number < entities_.end(); ++number)
        if (entities_[number].id != 0 && entities_[number].input == input)
            remove_entity(number, DepartureReason::SourceLost, now_ns);
}

void RelayCore::lose_entity(std::uint64_t entity, std::uint32_t publisher, DepartureReason reason,
                            std::uint64_t now_ns)
{
    const auto number = entities_.find(entity);
    if (number && entities_[*number].publisher == publisher) remove_entity(*number, reason, now_ns);
}

void RelayCore::push_departures(std::uint64_t mask, std::size_t word, std::uint32_t number,
                                DepartureReason reason, std::uint64_t now_ns)
{
    if (mask == 0) return;
    if (is_of_hosts(word))
        return push_made_to_hosts(mask, departure_of(number, reason, now_ns), true, now_ns);
    for_each_bit(mask, word, [&](std::uint32_t id) {
        push_made(id, departure_of(number, reason, now_ns), model::record_priority, now_ns);
    });
}

MessageHandle RelayCore::departure_of(std::uint32_t number, DepartureReason reason, std::uint64_t now_ns)
{
    const std::uint64_t entity = entities_[number].id;
    const auto bytes = departure_bytes(entity, reason);
    const auto handle = store_.put({.bytes = bytes,
                                    .kind = RecordKind::Gone,
                                    .source = static_cast<std::uint32_t>(entity >> 16U),
                                    .arrival_ns = now_ns},
                                   true);
    (*handle)->entity = number;  // it is short: there is room
    return *handle;
}

// Sends its values and its name, which came when it was outside of the interest.
void RelayCore::push_beside(std::uint32_t number, std::uint64_t now_ns)
{
    for (const StateForm form : {StateForm::Values, StateForm::Name}) {
        const MessageHandle handle = entities_[number].newest(form);
        if (handle == no_message) continue;
        for (std::size_t word = 0; word < session_words_; ++word)
            for_each_bit(entered_[word], word, [&](std::uint32_t id) {
                store_.add_references(handle, 1);
                push_made(id, handle, SubscriberQueue::picture, now_ns);
            });
        if (hosts_) push_copy_to_hosts(entered_[session_words_], handle, now_ns);
    }
}

void RelayCore::push_history(std::uint32_t id, std::uint32_t number, std::uint64_t now_ns)
{
    for (const MessageHandle handle : entities_[number].kept) {
        if (handle == no_message) continue;
        if (is_of_hosts(id / subscribers_per_word)) {
            push_copy_to_hosts(mask_bit(id), handle, now_ns);
            continue;
        }
        store_.add_references(handle, 1);
        push_made(id, handle, SubscriberQueue::picture, now_ns);
    }
    set_bit(entities_.known_to(number), id, true);
}

void RelayCore::push_made(std::uint32_t id, MessageHandle handle, std::uint8_t flags, std::uint64_t now_ns)
{
    ++made_[id];
    ++subscribers_[id]->endings().offered;
    ++sources_[handle->account].endings.offered;
    ++sources_[handle->account].endings.waiting;
    subscribers_[id]->push(handle, flags, std::nullopt, now_ns);
}

void RelayCore::review(std::uint32_t id, std::uint64_t now_ns)
{
    const std::size_t word = id / subscribers_per_word;
    const model::EntitiesParams& params =
        is_of_hosts(word) ? hosts_->params(id % subscribers_per_word) : subscribers_[id]->params();
    const bool has_history = params.history == model::EntityHistory::Newest;
    for (std::uint32_t number = 0; number < entities_.end(); ++number) {
        const Entity& entity = entities_[number];
        if (entity.id == 0 || entity.publisher == id) continue;
        const Message state = state_message_of(entity);
        const bool is_known = has_bit(entities_.known_to(number), id);
        const bool is_wanted = interest_of(id)->wants(state, place_of(state), is_known);
        if (is_wanted && !is_known && has_history) push_history(id, number, now_ns);
        if (is_wanted || !is_known) continue;
        push_departures(mask_bit(id), word, number, DepartureReason::OutOfInterest, now_ns);
        set_bit(entities_.known_to(number), id, false);
    }
}

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
