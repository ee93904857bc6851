#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace farfield::net::relay {

/// Messages that a relay has sent lately, each with its sender: the same bytes from another sender are what
/// another relay, whose input is an output of this one, has sent back. The same bytes from the same sender
/// are that one's news, as of an entity that stands. Of more messages than it holds the ones sent longest ago
/// are forgotten. Allocates nothing after it was made. Threads: any.
class SentMessages {
public:
    /// After so long, the same bytes are news from any sender: a sender that was started again has another
    /// port.
    static constexpr std::uint64_t memory_ns = 5'000'000'000;

    /// seed: a secret number, so that no message can be made to be taken for another one.
    explicit SentMessages(std::uint64_t seed) : seed_{seed}, entries_(slots) {}

    /// A message that came in. sender: address << 16 | port. False: it is one that was sent lately and that
    /// another sender had brought, or none: it is not to be taken.
    [[nodiscard]] bool admits(std::span<const std::byte> bytes, std::uint64_t sender, std::uint64_t now_ns);
    /// Tells a message that no sender has brought lately: one that was made here.
    [[nodiscard]] bool began_here(std::span<const std::byte> bytes, std::uint64_t now_ns);
    /// A message that is sent, before it is.
    void note(std::span<const std::byte> bytes, std::uint64_t now_ns);

private:
    static constexpr std::size_t slots = 1 << 17, probes = 8;

    struct Entry {
        std::uint64_t hash = 0;    ///< 0: free
        std::uint64_t sender = 0;  ///< that brought it; 0: it began here
        std::uint64_t time_ns = 0;
        bool is_sent = false;
    };

    /// That of the message, or the one that is to be used for it.
    [[nodiscard]] Entry& entry_of(std::uint64_t hash);
    [[nodiscard]] std::uint64_t hash_of(std::span<const std::byte> bytes) const;

    const std::uint64_t seed_;
    std::mutex mutex_;
    std::vector<Entry> entries_;
};

}  // namespace farfield::net::relay
