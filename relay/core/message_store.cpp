#include "relay/core/message_store.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace farfield::net::relay {

namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20U;

}  // namespace

StateForm form_of(const Message& message)
{
    if (message.kind == RecordKind::Name) return StateForm::Name;
    if (message.kind == RecordKind::Values) return StateForm::Values;
    if (!is_state(message)) return StateForm::None;
    return message.pdu_type == pdu_entity_state ? StateForm::Whole : StateForm::Update;
}

MessageStore::MessageStore(std::size_t max_bytes) : max_bytes_{max_bytes} {}

std::optional<MessageHandle> MessageStore::put(const Message& message, bool always)
{
    if (message.bytes.size() > max_message_bytes) return std::nullopt;
    const std::size_t needed = sizeof(StoredMessage) + message.bytes.size();
    std::uint8_t number = 0;
    while (slot_bytes[number] < needed) ++number;
    SizeClass& size = sizes_[number];
    if (!always && bytes_in_use_ + slot_bytes[number] > max_bytes_) return std::nullopt;
    if (size.unused.empty()) grow(number);
    std::byte* const slot = size.unused.back();
    size.unused.pop_back();
    bytes_in_use_ += slot_bytes[number];
    ++messages_;
    auto* stored = new (slot) StoredMessage{.references = 1,
                                            .source = message.source,
                                            .arrival_ns = message.arrival_ns,
                                            .length = static_cast<std::uint16_t>(message.bytes.size()),
                                            .kind = message.kind,
                                            .flags = message.flags,
                                            .size_class = number};
    if (!message.bytes.empty()) std::memcpy(stored + 1, message.bytes.data(), message.bytes.size());
    return stored;
}

// Reserves room in the list of free slots for all of them: so free() never allocates.
void MessageStore::grow(std::size_t number)
{
    SizeClass& size = sizes_[number];
    const std::size_t slots = chunk_bytes / slot_bytes[number];
    size.chunks.push_back(std::make_unique_for_overwrite<std::byte[]>(slots * slot_bytes[number]));
    const std::size_t all = size.chunks.size() * slots;
    if (size.unused.capacity() < all) size.unused.reserve(std::max(all, 2 * size.unused.capacity()));
    std::byte* const begin = size.chunks.back().get();
    for (std::size_t i = slots; i > 0; --i) size.unused.push_back(begin + (i - 1) * slot_bytes[number]);
}

}  // namespace farfield::net::relay
