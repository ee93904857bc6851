#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace farfield::net::relay {

/// The names under which messages end. Always: offered = delivered + own + filtered + conflated + policy +
/// late + waiting.
struct Endings {
    std::uint64_t offered = 0;    ///< all that the core took, once for each subscriber there was
    std::uint64_t delivered = 0;  ///< in a bundle
    std::uint64_t own = 0;        ///< sent by the subscriber itself
    std::uint64_t filtered = 0;   ///< outside of its interest
    std::uint64_t conflated = 0;  ///< a newer state of the entity took its place while it waited
    std::uint64_t policy = 0;     ///< left out under congestion, or for want of memory
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

/// How many messages a source sends, in windows of a quarter of a second. Threads: one.
class SourceRate {
public:
    static constexpr std::uint64_t window_ns = 250'000'000;

    /// One more. Whether there are more than `most` in this window, or were in the one before.
    /// now_ns: those that come out of order count in the window at hand.
    bool note(std::uint64_t now_ns, std::uint64_t most)
    {
        if (now_ns >= begin_ns_ + window_ns) begin_window(now_ns, most);
        ++messages_;
        is_above_ = was_above_ || messages_ > most;
        return is_above_;
    }
    /// Of the last message.
    [[nodiscard]] bool is_above() const { return is_above_; }
    /// The same, unless it came two windows ago or earlier.
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
    std::uint64_t messages_ = 0;  ///< since then
    bool was_above_ = false, is_above_ = false;
};

/// The account of one source, SITE:APPLICATION.
struct SourceAccount {
    std::uint32_t source = 0;  ///< site << 16 | application
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    Endings endings = {};  ///< of all subscribers together
    SourceRate rate = {};
};

/// SITE:APPLICATION.
[[nodiscard]] inline std::string source_name(std::uint32_t source)
{
    return std::to_string(source >> 16U) + ':' + std::to_string(source & 0xFFFFU);
}

/// Accounts by source. Of sources above max_sources, and of messages without a source, there is one together.
/// Allocates when it is made only. Threads: one.
class SourceAccounts {
public:
    static constexpr std::size_t max_sources = 4'096;
    static constexpr std::uint32_t others = 0;  ///< number of the account of all others

    SourceAccounts();

    /// The number of the account, which stays.
    [[nodiscard]] std::uint32_t number_of(std::uint32_t source);
    [[nodiscard]] SourceAccount& operator[](std::uint32_t number) { return accounts_[number]; }
    [[nodiscard]] const SourceAccount& operator[](std::uint32_t number) const { return accounts_[number]; }
    /// Of the others first, then in the order in which they came.
    [[nodiscard]] const std::vector<SourceAccount>& all() const { return accounts_; }
    /// Those with the most messages, in this order, at most `most`.
    [[nodiscard]] std::vector<SourceAccount> busiest(std::size_t most) const;

private:
    std::vector<SourceAccount> accounts_;
    std::vector<std::uint32_t> numbers_;  ///< [2 * max_sources], by hash; 0: free
};

}  // namespace farfield::net::relay
