#include "relay/service/sent_messages.h"

#include <xxhash.h>

#include <algorithm>

namespace farfield::net::relay {

std::uint64_t SentMessages::hash_of(std::span<const std::byte> bytes) const
{
    return std::max<std::uint64_t>(XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed_), 1);
}

SentMessages::Entry& SentMessages::entry_of(std::uint64_t hash)
{
    Entry* oldest = &entries_[hash % slots];
    for (std::size_t step = 0; step < probes; ++step) {
        Entry& entry = entries_[(hash + step) % slots];
        if (entry.hash == hash || entry.hash == 0) return entry;
        if (entry.time_ns < oldest->time_ns) oldest = &entry;
    }
    return *oldest;
}

bool SentMessages::admits(std::span<const std::byte> bytes, std::uint64_t sender, std::uint64_t now_ns)
{
    const std::uint64_t hash = hash_of(bytes);
    const std::lock_guard lock(mutex_);
    Entry& entry = entry_of(hash);
    const bool is_lately = entry.hash == hash && now_ns < entry.time_ns + memory_ns;
    if (is_lately && entry.sender != sender) return !entry.is_sent;
    entry = {.hash = hash, .sender = sender, .time_ns = now_ns, .is_sent = is_lately && entry.is_sent};
    return true;
}

bool SentMessages::began_here(std::span<const std::byte> bytes, std::uint64_t now_ns)
{
    const std::uint64_t hash = hash_of(bytes);
    const std::lock_guard lock(mutex_);
    const Entry& entry = entry_of(hash);
    return entry.hash != hash || now_ns >= entry.time_ns + memory_ns || entry.sender == 0;
}

void SentMessages::note(std::span<const std::byte> bytes, std::uint64_t now_ns)
{
    const std::uint64_t hash = hash_of(bytes);
    const std::lock_guard lock(mutex_);
    Entry& entry = entry_of(hash);
    const bool is_lately = entry.hash == hash && now_ns < entry.time_ns + memory_ns;
    entry = {.hash = hash, .sender = is_lately ? entry.sender : 0, .time_ns = now_ns, .is_sent = true};
}

}  // namespace farfield::net::relay
