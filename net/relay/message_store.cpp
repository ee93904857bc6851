#include "net/relay/message_store.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace farfield::net::relay {

namespace {

/// Of the slots: an entity state without articulations, one with a few, and the longest message.
constexpr std::size_t small_slot = 256, middle_slot = 1'024,
                      large_slot = (max_message_bytes + sizeof(StoredMessage) + 63) / 64 * 64;
constexpr std::size_t chunk_bytes = std::size_t{1} << 20U;

}  // namespace

MessageStore::MessageStore(std::size_t max_bytes)
    : max_bytes_{max_bytes},
      sizes_{SizeClass{small_slot, chunk_bytes / small_slot},
             SizeClass{middle_slot, chunk_bytes / middle_slot},
             SizeClass{large_slot, chunk_bytes / large_slot}}
{}

std::optional<MessageHandle> MessageStore::put(const Message& message, bool always)
{
    if (message.bytes.size() > max_message_bytes) return std::nullopt;
    const std::size_t needed = sizeof(StoredMessage) + message.bytes.size();
    std::uint8_t number = 0;
    while (sizes_[number].slot_bytes < needed) ++number;
    SizeClass& size = sizes_[number];
    if (!always && bytes_in_use_ + size.slot_bytes > max_bytes_) return std::nullopt;
    if (size.unused.empty()) grow(size);
    std::byte* const slot = size.unused.back();
    size.unused.pop_back();
    bytes_in_use_ += size.slot_bytes;
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

// The list of free slots has room for all of them: free() never allocates.
void MessageStore::grow(SizeClass& size)
{
    size.chunks.push_back(std::make_unique_for_overwrite<std::byte[]>(size.slots_in_chunk * size.slot_bytes));
    const std::size_t all = size.chunks.size() * size.slots_in_chunk;
    if (size.unused.capacity() < all) size.unused.reserve(std::max(all, 2 * size.unused.capacity()));
    std::byte* const begin = size.chunks.back().get();
    for (std::size_t i = size.slots_in_chunk; i > 0; --i)
        size.unused.push_back(begin + (i - 1) * size.slot_bytes);
}

}  // namespace farfield::net::relay
