#include "relay/hosts/sent_bundles.h"

#include <algorithm>

#include "relay/core/bundle_reader.h"

namespace farfield::net::relay {

namespace {

constexpr std::size_t memory_bytes = 8 << 20, least_slots = 64;
/// Longest credible round trip: a host that claims a longer one would keep others from their repeats.
constexpr std::uint64_t most_round_trip_ns = 2 * ns_per_second;
/// Number of round trips in the moving average.
constexpr std::uint64_t memory_of_round_trips = 8;

/// Calls use(mask) for each message with priority.
void for_priority(std::span<const std::byte> datagram, auto&& use)
{
    const auto bundle = BundleReader::open(datagram.subspan(header_bytes));
    if (!bundle) return;
    for (std::uint32_t i = 0; i < bundle->messages(); ++i)
        if (const Record record = bundle->record(i); (record.flags & model::record_priority) != 0)
            use(record.mask);
}

}  // namespace

SentBundles::SentBundles(std::size_t most_bytes)
    : most_bytes_{most_bytes},
      slots_(std::max(memory_bytes / most_bytes, least_slots)),
      memory_{std::make_unique_for_overwrite<std::byte[]>(slots_.size() * most_bytes)}
{}

void SentBundles::add(std::uint64_t number, std::span<const std::byte> datagram, std::uint64_t now_ns)
{
    if (end_ - first_ == slots_.size()) {  // no room: the oldest counts as lost
        for_each_bit(slot(first_).awaited, 0, [&](std::uint32_t host) { lose(first_, host); });
        ++first_;
    }
    Sent& sent = slot(end_);
    sent = {.number = number,
            .awaited = 0,
            .sent_ns = now_ns,
            .repeats = 0,
            .bytes = static_cast<std::uint32_t>(datagram.size())};
    for_priority(datagram, [&sent](std::uint64_t mask) { sent.awaited |= mask; });
    std::ranges::copy(datagram, memory_of(end_).begin());
    ++end_;
    next_due_ns_ = std::min(next_due_ns_, due_ns(sent));
}

void SentBundles::take(const HostReport& report, std::uint64_t now_ns)
{
    HostAccount& account = accounts_[report.host].shown;
    account.received = std::max(account.received, report.messages);
    if (report.bundle_time_ns != 0 && report.bundle_time_ns <= now_ns) {
        const std::uint64_t took = std::min(now_ns - report.bundle_time_ns, most_round_trip_ns);
        account.round_trip_ns = account.round_trip_ns == 0
                                    ? took
                                    : account.round_trip_ns - account.round_trip_ns / memory_of_round_trips +
                                          took / memory_of_round_trips;
    }
    for (std::uint64_t place = first_; place != end_; ++place) {
        Sent& sent = slot(place);
        if (sent.number > report.bundle) break;
        const std::uint64_t back = report.bundle - sent.number;
        const bool has_come = back == 0 || (back <= 64 && (report.before >> (back - 1) & 1U) != 0);
        if (has_come) acknowledge(sent, report.host);
    }
    drop_done();
}

void SentBundles::acknowledge(Sent& sent, std::uint32_t host)
{
    if ((sent.awaited & mask_bit(host)) == 0) return;
    sent.awaited &= ~mask_bit(host);
    Account& account = accounts_[host];
    if (account.misses > 0) --account.misses;
}

void SentBundles::clear(std::uint32_t host)
{
    for (std::uint64_t place = first_; place != end_; ++place) slot(place).awaited &= ~mask_bit(host);
    accounts_[host] = {};
    drop_done();
}

std::uint64_t SentBundles::wait_ns(std::uint32_t host) const
{
    return std::max(2 * accounts_[host].shown.round_trip_ns, least_wait_ns);
}

std::uint64_t SentBundles::hopeless() const
{
    std::uint64_t mask = 0;
    for (std::uint32_t host = 0; host < hosts; ++host)
        if (accounts_[host].misses >= most_misses) mask |= mask_bit(host);
    return mask;
}

bool SentBundles::must_repeat(const Sent& sent, std::uint64_t now_ns) const
{
    bool must = false;
    if (sent.repeats < most_repeats)
        for_each_bit(sent.awaited & ~hopeless(), 0,
                     [&](std::uint32_t host) { must = must || now_ns >= sent.sent_ns + wait_ns(host); });
    return must;
}

std::uint64_t SentBundles::due_ns(const Sent& sent) const
{
    std::uint64_t due = never_ns;
    for_each_bit(sent.awaited, 0,
                 [&](std::uint32_t host) { due = std::min(due, sent.sent_ns + wait_ns(host)); });
    return due;
}

// Gives up hosts for which the datagram is not sent again after its last repeat.
void SentBundles::give_up(std::uint64_t place, std::uint64_t now_ns)
{
    Sent& sent = slot(place);
    const std::uint64_t mask = sent.repeats < most_repeats ? sent.awaited & hopeless() : sent.awaited;
    for_each_bit(mask, 0, [&](std::uint32_t host) {
        if (now_ns >= sent.sent_ns + wait_ns(host)) lose(place, host);
    });
}

void SentBundles::lose(std::uint64_t place, std::uint32_t host)
{
    slot(place).awaited &= ~mask_bit(host);
    Account& account = accounts_[host];
    if (account.misses < most_misses) ++account.misses;
    for_priority(datagram_of(place), [&](std::uint64_t mask) {
        account.shown.lost += mask >> host & 1U;
        lost_ += mask >> host & 1U;
    });
}

void SentBundles::drop_done()
{
    while (first_ != end_ && slot(first_).awaited == 0) ++first_;
}

}  // namespace farfield::net::relay
