#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace farfield::net::relay {

/// The endings by which messages are counted. Always: offered = delivered + own + filtered + conflated +
/// policy + late + waiting.
struct Endings {
    std::uint64_t offered = 0;    ///< all messages that the core took, once for each subscriber present
    std::uint64_t delivered = 0;  ///< sent in a bundle
    std::uint64_t own = 0;        ///< sent by the subscriber itself
    std::uint64_t filtered = 0;   ///< outside of the subscriber's interest
    std::uint64_t conflated = 0;  ///< replaced by a newer state of the entity while it waited
    std::uint64_t policy = 0;     ///< left out under congestion, or for lack of memory
    std::uint64_t late = 0;       ///< a state that is older than one that came before
    std::uint64_t waiting = 0;
    friend bool operator==(const Endings&, const Endings&) = default;

    Endings& operator+=(const Endings& other)
    {
        offered += other.offered, delivered += other.delivered, own += other.own;
        filtered += other.filtered, conflated += other.conflated, policy += other.policy;
        late += other.late, waiting += other.waiting;
        return *this;
    }
    [[nodiscard]] std::uint64_t sum() const
    {
        return delivered + own + filtered + conflated + policy + late + waiting;
    }
};

/// Counts the messages of a source, in windows of a quarter of a second. Threads: one.
class SourceRate {
public:
    static constexpr std::uint64_t window_ns = 250'000'000;

    /// Counts a message. True when more than `most` came in this window, or in the one before.
    /// now_ns: messages out of order count in the present window.
    bool note(std::uint64_t now_ns, std::uint64_t most)
    {
        if (now_ns >= begin_ns_ + window_ns) begin_window(now_ns, most);
        ++messages_;
        is_above_ = was_above_ || messages_ > most;
        return is_above_;
    }
    /// Result of note() for the last message.
    [[nodiscard]] bool is_above() const { return is_above_; }
    /// The same result, but false when that message came two windows ago or earlier.
    [[nodiscard]] bool is_above(std::uint64_t now_ns) const
    {
        return is_above_ && now_ns < begin_ns_ + 2 * window_ns;
    }

private:
    void begin_window(std::uint64_t now_ns, std::uint64_t most)
    {
        was_above_ = messages_ > most && now_ns < begin_ns_ + 2 * window_ns;
        begin_ns_ = now_ns / window_ns * window_ns;
        messages_ = 0;
    }

    std::uint64_t begin_ns_ = 0;
    std::uint64_t messages_ = 0;  ///< messages since begin_ns_
    bool was_above_ = false, is_above_ = false;
};

/// Counters of one source, SITE:APPLICATION.
struct SourceAccount {
    std::uint32_t source = 0;  ///< site << 16 | application
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    Endings endings = {};  ///< totals of all subscribers
    SourceRate rate = {};
};

/// Text of a source, SITE:APPLICATION.
[[nodiscard]] inline std::string source_name(std::uint32_t source)
{
    return std::to_string(source >> 16U) + ':' + std::to_string(source & 0xFFFFU);
}

/// Accounts by source. All sources beyond max_sources, and messages without a source, share one account.
/// Allocates only in the constructor. Threads: one.
class SourceAccounts {
public:
    static constexpr std::size_t max_sources = 4'096;
    static constexpr std::uint32_t others = 0;  ///< number of the shared account

    SourceAccounts();

    /// The number of the source's account, which never changes.
    [[nodiscard]] std::uint32_t number_of(std::uint32_t source);
    [[nodiscard]] SourceAccount& operator[](std::uint32_t number) { return accounts_[number]; }
    [[nodiscard]] const SourceAccount& operator[](std::uint32_t number) const { return accounts_[number]; }
    /// Accounts: the shared one first, then all others in order of their first message.
    [[nodiscard]] const std::vector<SourceAccount>& all() const { return accounts_; }
    /// The accounts with the most messages, in descending order, at most `most`.
    [[nodiscard]] std::vector<SourceAccount> busiest(std::size_t most) const;

private:
    std::vector<SourceAccount> accounts_;
    std::vector<std::uint32_t> numbers_;  ///< [2 * max_sources], by hash; 0: free
};

}  // namespace farfield::net::relay
