#include <array>

#include "net/message/byte_order.h"
#include "net/relay/core.h"

namespace farfield::net::relay {

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

}  // namespace farfield::net::relay
