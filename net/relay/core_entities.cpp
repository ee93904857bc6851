#include <array>

#include "net/message/byte_order.h"
#include "net/relay/core.h"

namespace farfield::net::relay {

namespace {

/// The record of kind 3.
std::array<std::byte, 8> departure_bytes(std::uint64_t entity, DepartureReason reason)
{
    std::array<std::byte, 8> bytes;
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

// What a whole state alone has, and the entity's place where the message has none.
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
        for_each_bit(entities_.known_to(number)[word], word,
                     [&](std::uint32_t id) { push_departure(id, number, reason, now_ns); });
    for (const auto& subscriber : subscribers_)
        if (subscriber) subscriber->queue().forget(number);
    entities_.remove(number);
}

void RelayCore::lose_input(std::uint8_t input, std::uint64_t now_ns)
{
    for (std::uint32_t number = 0; number < entities_.end(); ++number)
        if (entities_[number].id != 0 && entities_[number].input == input)
            remove_entity(number, DepartureReason::SourceLost, now_ns);
}

void RelayCore::push_departure(std::uint32_t id, std::uint32_t number, DepartureReason reason,
                               std::uint64_t now_ns)
{
    const std::uint64_t entity = entities_[number].id;
    const auto bytes = departure_bytes(entity, reason);
    const auto handle = store_.put({.bytes = bytes,
                                    .kind = RecordKind::Gone,
                                    .source = static_cast<std::uint32_t>(entity >> 16U),
                                    .arrival_ns = now_ns},
                                   true);
    if (!handle) return;
    (*handle)->entity = number;
    push_made(id, *handle, true, now_ns);
}

// Its name and values came when it was not of their interest.
void RelayCore::push_beside(std::uint32_t number, std::uint64_t now_ns)
{
    for (const StateForm form : {StateForm::Values, StateForm::Name}) {
        const MessageHandle handle = entities_[number].newest(form);
        if (handle == no_message) continue;
        for (std::size_t word = 0; word < words_; ++word)
            for_each_bit(entered_[word], word, [&](std::uint32_t id) {
                store_.add_references(handle, 1);
                push_made(id, handle, false, now_ns);
            });
    }
}

void RelayCore::push_history(std::uint32_t id, std::uint32_t number, std::uint64_t now_ns)
{
    for (const MessageHandle handle : entities_[number].kept) {
        if (handle == no_message) continue;
        store_.add_references(handle, 1);
        push_made(id, handle, false, now_ns);
    }
    set_bit(entities_.known_to(number), id, true);
}

void RelayCore::push_made(std::uint32_t id, MessageHandle handle, bool has_priority, std::uint64_t now_ns)
{
    ++made_[id];
    ++subscribers_[id]->endings().offered;
    ++sources_[handle->account].endings.offered;
    ++sources_[handle->account].endings.waiting;
    subscribers_[id]->push(handle, has_priority, std::nullopt, now_ns);
}

void RelayCore::review(std::uint32_t id, std::uint64_t now_ns)
{
    const Subscriber& subscriber = *subscribers_[id];
    const bool has_history = subscriber.params().history == model::EntityHistory::Newest;
    for (std::uint32_t number = 0; number < entities_.end(); ++number) {
        const Entity& entity = entities_[number];
        if (entity.id == 0 || entity.publisher == id) continue;
        const Message state = state_message_of(entity);
        const bool is_known = has_bit(entities_.known_to(number), id);
        const bool is_wanted = subscriber.interest().wants(state, place_of(state), is_known);
        if (is_wanted && !is_known && has_history) push_history(id, number, now_ns);
        if (is_wanted || !is_known) continue;
        push_departure(id, number, DepartureReason::OutOfInterest, now_ns);
        set_bit(entities_.known_to(number), id, false);
    }
}

}  // namespace farfield::net::relay
