#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "relay/core/bundle_rule.h"
#include "relay/hosts/host_report.h"
#include "relay/masks/mask.h"

namespace farfield::net::relay {

/// Datagrams with messages of priority, until all hosts that want them have acknowledged them: repeated after
/// two round trips, at most five times. What a host has not acknowledged then counts as lost to it. For
/// a host that acknowledges nothing for long, no datagram is repeated: that would cost the other hosts.
/// Allocates nothing after construction. Threads: one.
class SentBundles {
public:
    static constexpr std::uint32_t hosts = subscribers_per_word;
    static constexpr std::uint64_t least_wait_ns = 10 * ns_per_ms;
    static constexpr std::uint32_t most_repeats = 5;
    /// Consecutive bundles, about, that a host may leave unacknowledged before none is repeated for it.
    static constexpr std::uint8_t most_misses = 64;

    /// Counts of bundles that one host had to acknowledge.
    struct HostAccount {
        std::uint64_t lost = 0;      ///< messages with priority that were lost
        std::uint64_t received = 0;  ///< messages, by its last report
        std::uint64_t round_trip_ns = 0;
    };

    /// most_bytes: of a datagram.
    explicit SentBundles(std::size_t most_bytes);

    /// Adds a datagram with a masked EntityBundle that has messages with priority; numbers must increase.
    void add(std::uint64_t number, std::span<const std::byte> datagram, std::uint64_t now_ns);
    /// Takes a report. now_ns: by the clock of time_ns in the datagrams' headers.
    void take(const HostReport& report, std::uint64_t now_ns);
    /// A host was added or removed at this bit: it has to acknowledge no earlier bundle.
    void clear(std::uint32_t host);

    /// Calls send(datagram) for each one that is due again; counts lost messages.
    void repeat(std::uint64_t now_ns, auto&& send)
    {
        next_due_ns_ = never_ns;
        for (std::uint64_t place = first_; place != end_; ++place) {
            Sent& sent = slot(place);
            if (sent.awaited == 0) continue;
            give_up(place, now_ns);
            if (must_repeat(sent, now_ns)) {
                send(datagram_of(place));
                ++sent.repeats;
                sent.sent_ns = now_ns;
                ++repeated_;
            }
            next_due_ns_ = std::min(next_due_ns_, due_ns(sent));
        }
        drop_done();
    }
    /// Time of the next work for repeat(), or never_ns; may be too early.
    [[nodiscard]] std::uint64_t next_due_ns() const { return next_due_ns_; }

    [[nodiscard]] const HostAccount& account(std::uint32_t host) const { return accounts_[host].shown; }
    /// Lost messages with priority of all hosts, including removed ones.
    [[nodiscard]] std::uint64_t lost() const { return lost_; }
    [[nodiscard]] std::uint64_t repeated() const { return repeated_; }
    [[nodiscard]] std::size_t waiting() const { return static_cast<std::size_t>(end_ - first_); }

private:
    struct Sent {
        std::uint64_t number = 0;
        std::uint64_t awaited = 0;  ///< mask of hosts that have to acknowledge it
        std::uint64_t sent_ns = 0;  ///< time when it was last sent
        std::uint32_t repeats = 0;
        std::uint32_t bytes = 0;
    };
    struct Account {
        HostAccount shown;
        std::uint8_t misses = 0;
    };

    [[nodiscard]] Sent& slot(std::uint64_t place) { return slots_[place % slots_.size()]; }
    [[nodiscard]] std::span<std::byte> memory_of(std::uint64_t place)
    {
        return {memory_.get() + place % slots_.size() * most_bytes_, most_bytes_};
    }
    [[nodiscard]] std::span<const std::byte> datagram_of(std::uint64_t place)
    {
        return memory_of(place).first(slot(place).bytes);
    }
    [[nodiscard]] std::uint64_t wait_ns(std::uint32_t host) const;
    [[nodiscard]] std::uint64_t hopeless() const;
    [[nodiscard]] bool must_repeat(const Sent& sent, std::uint64_t now_ns) const;
    [[nodiscard]] std::uint64_t due_ns(const Sent& sent) const;
    void give_up(std::uint64_t place, std::uint64_t now_ns);
    void lose(std::uint64_t place, std::uint32_t host);
    void acknowledge(Sent& sent, std::uint32_t host);
    void drop_done();

    std::size_t most_bytes_;
    std::vector<Sent> slots_;
    std::unique_ptr<std::byte[]> memory_;  ///< [slots_, most_bytes_]
    std::uint64_t first_ = 0, end_ = 0;    ///< place numbers; slot: number modulo the slots
    std::array<Account, hosts> accounts_{};
    std::uint64_t next_due_ns_ = never_ns;
    std::uint64_t repeated_ = 0, lost_ = 0;
};

}  // namespace farfield::net::relay
