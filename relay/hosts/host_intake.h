#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "relay/core/bundle_reader.h"
#include "relay/hosts/host_report.h"
#include "relay/hosts/number_window.h"

namespace farfield::net::relay {

/// Sources that had messages in bundles after a given one. This is computed only when a bundle comes late, so
/// bundles in order cost only a note for each message; only then it allocates. Threads: one.
class SourceOrder {
public:
    static constexpr std::size_t remembered = 32'768;  ///< number of messages

    /// Notes that a message of this source was taken from this bundle.
    void note(std::uint64_t bundle, std::uint32_t source)
    {
        Noted& noted = noted_[count_++ % remembered];
        if (count_ > remembered) forgotten_ = std::max(forgotten_, noted.bundle + 1);
        noted = {bundle, source};
    }

    /// Finds the sources with messages in bundles after this one, for has_passed().
    void look_behind(std::uint64_t bundle)
    {
        passed_.clear();
        has_forgotten_ = forgotten_ > bundle + 1;
        const std::size_t count = std::min<std::uint64_t>(count_, remembered);
        for (std::size_t i = 0; i < count; ++i)
            if (noted_[i].bundle > bundle) passed_.push_back(noted_[i].source);
        std::ranges::sort(passed_);
    }
    /// True when the source had such messages, or may have had: too many came since.
    [[nodiscard]] bool has_passed(std::uint32_t source) const
    {
        return has_forgotten_ || std::ranges::binary_search(passed_, source);
    }

private:
    struct Noted {
        std::uint64_t bundle = 0;
        std::uint32_t source = 0;
    };

    std::vector<Noted> noted_ = std::vector<Noted>(remembered);
    std::uint64_t count_ = 0;
    std::uint64_t forgotten_ = 0;  ///< above all bundles with overwritten notes
    std::vector<std::uint32_t> passed_;
    bool has_forgotten_ = false;
};

/// Counters of a UDP host. The messages of the path since its start are
/// messages + late + not_mine + lost.
struct HostCounts {
    std::uint64_t datagrams = 0;
    std::uint64_t strangers = 0;  ///< datagrams that are no bundles of this path, or with numbers far off
    std::uint64_t malformed = 0;
    std::uint64_t again = 0;      ///< bundles that came before, or are too old to know
    std::uint64_t earlier = 0;    ///< bundles from before the host's start
    std::uint64_t bundles = 0;    ///< bundles, each counted once
    std::uint64_t messages = 0;   ///< messages taken
    std::uint64_t overtaken = 0;  ///< those with priority that came after a later message of their source
    std::uint64_t late = 0;       ///< the same without priority: not taken
    std::uint64_t not_mine = 0;   ///< messages without this host's bit
    std::uint64_t lost = 0;       ///< lost up to the last bundle that came; sent again, they may still come
};

/// Takes messages from datagrams for a UDP host: each bundle once, from it the messages with the host's bit,
/// in order for each source. Knows no socket. Threads: one.
class HostIntake {
public:
    explicit HostIntake(const HostTicket& ticket) : ticket_{ticket}, end_{ticket.messages_before} {}

    /// Calls use(record, preamble) for each message that is taken. True when the datagram is of this path.
    bool take(std::span<const std::byte> datagram, auto&& use)
    {
        const auto bundle = accept(datagram);
        if (!bundle) return is_of_path_;
        const model::BundlePreamble& preamble = bundle->preamble();
        const bool is_late = preamble.number < received_.highest();
        if (is_late) order_.look_behind(preamble.number);
        for (std::uint32_t i = 0; i < bundle->messages(); ++i) {
            const Record record = bundle->record(i);
            if ((record.mask >> ticket_.host & 1U) == 0) {
                ++counts_.not_mine;
                continue;
            }
            if (is_late && order_.has_passed(record.source)) {
                const bool has_priority = (record.flags & model::record_priority) != 0;
                ++(has_priority ? counts_.overtaken : counts_.late);
                if (!has_priority) continue;
            }
            ++counts_.messages;
            noted_.push_back(record.source);
            use(record, preamble);
        }
        note_sources(preamble.number);
        return true;
    }

    /// Counts a datagram from another sender than the relay.
    void pass_over() { ++counts_.datagrams, ++counts_.strangers; }
    /// True when a bundle must be acknowledged.
    [[nodiscard]] bool must_report() const { return !to_report_.empty(); }
    /// Calls send(HostReport) for all that must be acknowledged; at least once if anything ever came.
    void report(auto&& send)
    {
        sort_reports();
        if (to_report_.empty() && received_.has_any()) send(report_of({received_.highest(), 0}));
        std::uint64_t covered = 0;  // down from the last report
        bool is_first = true;
        for (const Answered& one : to_report_) {
            if (!is_first && one.bundle >= covered) continue;
            is_first = false;
            covered = one.bundle > 64 ? one.bundle - 64 : 0;
            send(report_of(one));
        }
        to_report_.clear();
    }

    [[nodiscard]] HostCounts counts() const;

private:
    struct Answered {
        std::uint64_t bundle = 0;
        std::uint64_t time_ns = 0;
    };

    /// The bundle; nullopt when its messages must not be taken. Sets is_of_path_ if it is of the path.
    [[nodiscard]] std::optional<BundleReader> accept(std::span<const std::byte> datagram);
    [[nodiscard]] bool is_far_off(std::uint64_t bundle);
    void note_sources(std::uint64_t bundle);
    void sort_reports();
    [[nodiscard]] HostReport report_of(const Answered& one) const;

    HostTicket ticket_;
    HostCounts counts_;
    NumberWindow received_;
    SourceOrder order_;
    std::vector<std::uint32_t> noted_;  ///< sources in the present bundle, which does not overtake itself
    std::vector<Answered> to_report_;
    std::uint64_t end_;             ///< messages of the path up to the end of the last bundle
    std::uint64_t in_bundles_ = 0;  ///< messages of the path that came
    std::uint64_t last_far_ = 0;    ///< the last number that was far off
    std::uint32_t agreeing_ = 0;    ///< consecutive numbers that were far off
    bool is_of_path_ = false;
};

}  // namespace farfield::net::relay
