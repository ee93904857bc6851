#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace farfield::net::relay {

/// Messages that a relay has sent lately, each with its sender. The same bytes from another sender mean that
/// another relay, whose input is an output of this one, has sent them back. The same bytes from the same
/// sender are its news, as of a standing entity. When it is full, the messages sent longest ago are
/// forgotten. Allocates only in the constructor. Threads: any.
class SentMessages {
public:
    /// Time after which the same bytes are news from any sender: a restarted sender has another
    /// port.
    static constexpr std::uint64_t memory_ns = 5'000'000'000;

    /// seed: a secret number, so that no message can be crafted to be taken for another one.
    explicit SentMessages(std::uint64_t seed) : seed_{seed}, entries_(slots) {}

    /// Tests a received message. sender: address << 16 | port. False: the message was sent lately, after it
    /// came from another sender or began here, and must not be taken.
    [[nodiscard]] bool admits(std::span<const std::byte> bytes, std::uint64_t sender, std::uint64_t now_ns);
    /// True for a message that no sender has brought lately: it was made here.
    [[nodiscard]] bool began_here(std::span<const std::byte> bytes, std::uint64_t now_ns);
    /// Notes a message before it is sent.
    void note(std::span<const std::byte> bytes, std::uint64_t now_ns);

private:
    static constexpr std::size_t slots = 1 << 17, probes = 8;

    struct Entry {
        std::uint64_t hash = 0;    ///< 0: free
        std::uint64_t sender = 0;  ///< the one that brought it; 0: it began here
        std::uint64_t time_ns = 0;
        bool is_sent = false;
    };

    /// The entry of the message, or the one to be used for it.
    [[nodiscard]] Entry& entry_of(std::uint64_t hash);
    [[nodiscard]] std::uint64_t hash_of(std::span<const std::byte> bytes) const;

    const std::uint64_t seed_;
    std::mutex mutex_;
    std::vector<Entry> entries_;
};

}  // namespace farfield::net::relay
