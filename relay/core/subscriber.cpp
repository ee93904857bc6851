#include "relay/core/subscriber.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>

#include "relay/core/bundle_builder.h"

namespace farfield::net::relay {

namespace {

constexpr std::uint64_t step_ns = 5 * ns_per_ms;
constexpr std::uint32_t steps_of_credit = 20;              ///< 100 ms
constexpr double queue_seconds = 0.25;                     ///< time in which a queue at full load is sent
constexpr double least_bytes_per_second = 256.0 * 1024.0;  ///< assumed before anything was sent
constexpr double memory_seconds = 1.0;
/// Size of a bundle under congestion, in time on the link or in bytes: newer states replace older ones in the
/// queue, but not in a bundle on its way. A viewer's credits are for eight bundles, which keep the whole link
/// in use up to a round trip of 0.8 s.
constexpr double bundle_seconds = 0.1;
constexpr std::size_t least_bundle_bytes = 8 << 10;
/// Intervals of one entity's states: at level 2 near and far from the interest's middle, and at level 3.
constexpr std::uint64_t near_interval_ns = ns_per_second / 5, far_interval_ns = ns_per_second,
                        last_interval_ns = 5 * ns_per_second;
constexpr double near_km = 10.0;
/// Bytes of datagrams that are sent at once, without waiting for the time of a bundle.
constexpr std::size_t full_burst_bytes = 64 << 10;
constexpr std::size_t much_bytes = 1 << 20;  ///< memory of one subscriber's queue
/// Time, at each level, of a round through all that waits at full load.
constexpr std::array<double, Congestion::most + 1> most_round_seconds{queue_seconds, 2.0, 5.0, 5.0};

std::uint64_t interval_of_rate(double rate)
{
    const double ns = static_cast<double>(ns_per_second) / rate;
    return static_cast<std::uint64_t>(std::min(ns, 1e18));
}

std::uint64_t core_clock_ns()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
}

}  // namespace

Subscriber::Subscriber(const SubscriberSettings& settings, const BundleSettings& bundles, MessageStore& store,
                       SourceAccounts& sources, std::uint64_t now_ns)
    : settings_{settings},
      bundle_settings_{bundles},
      store_{store},
      interest_{settings.params},
      queue_{store, sources, settings.hosts, settings.peer ? model::record_route_bytes : 0,
             settings.keeps_all},
      rule_{bundles.mode, bundles.interval_ns, now_ns},
      bobo_{bundles.medium_bytes},
      ticked_ns_{now_ns}
{
    update_modes();
}

void Subscriber::set_params(const model::EntitiesParams& params)
{
    settings_.params = params;
    interest_ = Interest{params};
    update_modes();
}

void Subscriber::update_modes()
{
    is_limited_ = level_ >= 2 || settings_.params.rate > 0.0 || settings_.params.far;
    takes_all_ = !is_limited_ && bundle_settings_.policy == RelayPolicy::Farfield;
    queue_.set_conflating(settings_.conflates || is_limited_ || level_ >= 1);
}

std::uint64_t Subscriber::interval_ns(const MessagePlace& place) const
{
    std::uint64_t interval = 0;
    const model::EntitiesParams& params = settings_.params;
    if (params.rate > 0.0) interval = interval_of_rate(params.rate);
    const double km = interest_.km_from_middle(place);
    if (params.far && km > params.far->km) interval = std::max(interval, interval_of_rate(params.far->rate));
    if (level_ == 2) interval = std::max(interval, km > near_km ? far_interval_ns : near_interval_ns);
    if (level_ == 3) interval = std::max(interval, last_interval_ns);
    return interval;
}

void Subscriber::push_selected(MessageHandle handle, std::uint8_t flags, const MessagePlace& place,
                               std::uint64_t now_ns)
{
    const StoredMessage& message = *handle;
    const bool has_priority = (flags & model::record_priority) != 0;
    if (bundle_settings_.policy == RelayPolicy::Bobo1997) {
        if (!bobo_.admits(has_priority, message.length, now_ns)) return queue_.leave_out(handle);
    } else if (level_ >= (message.is_surplus ? 1 : Congestion::most) && !has_priority &&
               message.form == StateForm::None) {
        return queue_.leave_out(handle);
    }
    queue_.push(handle, flags, is_limited_ ? interval_ns(place) : 0, now_ns);
    note_waiting(now_ns);
}

void Subscriber::note_waiting(std::uint64_t now_ns)
{
    if (queue_.messages() == 0)
        waiting_since_ns_ = never_ns;
    else if (waiting_since_ns_ == never_ns)
        waiting_since_ns_ = now_ns;
}

// Load: the largest of three, namely the queue against the rate at which it empties, the time without credit
// in the last 100 ms, and the bytes sent against the link.
double Subscriber::load(std::uint64_t now_ns)
{
    const std::uint64_t elapsed_ns = now_ns - ticked_ns_;
    const double seconds = static_cast<double>(elapsed_ns) / static_cast<double>(ns_per_second);
    const double rate = static_cast<double>(sent_bytes_) / seconds;
    // Rate at which it takes bytes; times with nothing to send do not count.
    if (sent_bytes_ > 0 || queue_.messages() > 0) {
        busy_seconds_ = std::min(busy_seconds_ + seconds, memory_seconds);
        bytes_per_second_ += (rate - bytes_per_second_) * (1.0 - std::exp(-seconds / busy_seconds_));
    }
    sent_bytes_ = 0;
    ticked_ns_ = now_ns;

    const std::uint64_t steps =
        std::min<std::uint64_t>(std::max<std::uint64_t>(elapsed_ns / step_ns, 1), steps_of_credit);
    const bool is_stopped = !has_credit() && queue_.messages() > 0;
    for (std::uint64_t step = 0; step < steps; ++step)
        without_credit_ = (without_credit_ << 1U | (is_stopped ? 1U : 0U)) & ((1U << steps_of_credit) - 1);

    const double link = settings_.link_bytes_per_second;
    const double drain = link > 0.0 ? link : std::max(bytes_per_second_, least_bytes_per_second);
    const double queued = static_cast<double>(queue_.bytes()) / (drain * queue_seconds);
    const double of_link = link > 0.0 ? rate / link : 0.0;
    const double stopped = std::popcount(without_credit_) / static_cast<double>(steps_of_credit);
    // Without credits a queue grows without end: the cause is then not the link.
    const bool is_of_receiver = stopped > Congestion::high || stopped > std::max(queued, of_link);
    reason_ = is_of_receiver ? model::CongestionReason::Receiver : model::CongestionReason::Link;
    const double load = std::max({queued, of_link, stopped});
    if (level_ == 0 || load <= Congestion::low) return load;
    // Newer states replace waiting ones, so a full link is no reason for the next level; only a round through
    // all that waits that takes too long is; it is endless when nothing is taken any more.
    const double taken = std::max(link > 0.0 ? link : bytes_per_second_, 1.0);
    const double round = static_cast<double>(queue_.bytes()) / (taken * most_round_seconds[level_]);
    return std::max(std::min(load, Congestion::high), round);
}

void Subscriber::tick(std::uint64_t now_ns, bool is_relay_full)
{
    if (now_ns <= ticked_ns_) return;
    const std::uint8_t before = level_;
    const double found = load(now_ns);
    // Memory is short because of subscribers for which much waits; the others keep up.
    const bool fills_relay = is_relay_full && queue_.bytes_in_memory() > much_bytes;
    if (fills_relay) reason_ = model::CongestionReason::Relay;
    if (bundle_settings_.policy == RelayPolicy::Farfield && !settings_.keeps_all)
        level_ = congestion_.update(fills_relay ? 1.0 : found, now_ns);
    if (level_ == 0) reason_ = model::CongestionReason::None;
    if (level_ != before) update_modes();
    queue_.move_due(now_ns);
    note_waiting(now_ns);
}

std::size_t Subscriber::most_bytes() const
{
    if (level_ == 0) return settings_.bundle_bytes;
    const auto of_link = static_cast<std::size_t>(bytes_per_second_ * bundle_seconds);
    return std::min(settings_.bundle_bytes, std::max(of_link, least_bundle_bytes));
}

std::uint64_t Subscriber::due_ns() const
{
    if (!has_credit()) return never_ns;
    const std::size_t full = settings_.hosts != nullptr ? full_burst_bytes : most_bytes();
    const bool is_full = continues_ || queue_.bytes() + model::bundle_preamble_bytes >= full;
    const std::uint64_t due = std::min(rule_.due_ns(waiting_since_ns_, is_full),
                                       waiting_since_ns_ == never_ns ? queue_.first_held_ns() : never_ns);
    return link_free_ns_ > step_ns ? std::max(due, link_free_ns_ - step_ns) : due;
}

Subscriber::Fit Subscriber::that_fit(std::size_t bytes) const
{
    const std::uint32_t most = rule_.is_off() ? 1 : model::max_bundle_messages;
    const std::size_t prefix = settings_.hosts != nullptr ? model::record_mask_bytes
                               : settings_.peer           ? model::record_route_bytes
                                                          : 0;
    std::size_t left = bytes - model::bundle_preamble_bytes;
    Fit fit;
    queue_.visit([&](const SubscriberQueue::Waiting& waiting) {
        const std::size_t cost = bytes_in_bundle(waiting.length + prefix, 0);
        if (fit.messages == most || cost > left) return false;
        left -= cost;
        ++fit.messages;
        fit.has_priority = fit.has_priority || (waiting.flags & model::record_priority) != 0;
        return true;
    });
    return fit;
}

std::span<const std::byte> Subscriber::write(std::span<std::byte> buffer, std::uint32_t messages,
                                             std::uint64_t now_ns)
{
    const std::uint64_t began_ns = core_clock_ns();
    BundleBuilder builder(buffer, messages);
    const bool is_peer = settings_.peer.has_value();
    const std::uint8_t prefix = settings_.hosts != nullptr ? model::record_masked : std::uint8_t{0};
    queue_.deliver(messages, [&builder, is_peer, prefix](const SubscriberQueue::Waiting& waiting) {
        const StoredMessage& message = *waiting.handle;
        const int flags = message.flags | (waiting.flags & ~SubscriberQueue::picture) | prefix;
        Record record{.bytes = message.bytes(),
                      .kind = message.kind,
                      .flags = static_cast<std::uint8_t>(flags),
                      .source = message.source,
                      .arrival_ns = message.arrival_ns,
                      .mask = message.hosts};
        if (is_peer && message.route.number != 0) {
            record.flags |= model::record_routed;
            record.route = message.route;
            record.route.is_picture = (waiting.flags & SubscriberQueue::picture) != 0;
        }
        (void)builder.add(record);  // that_fit() has checked that it fits
    });
    return builder.finish({.level = level(),
                           .reason = reason_,
                           .number = bundles_,
                           .compute_ns = core_clock_ns() - began_ns,
                           .closed_at_ns = now_ns,
                           .messages_before = sent_messages_,
                           .dropped = queue_.endings().policy,
                           .relay = bundle_settings_.relay});
}

std::optional<BuiltBundle> Subscriber::build(std::uint64_t now_ns, std::span<std::byte> buffer)
{
    if (buffer.size() < model::bundle_preamble_bytes) return std::nullopt;
    queue_.move_due(now_ns);
    note_waiting(now_ns);
    if (due_ns() > now_ns) return std::nullopt;
    const Fit fit = that_fit(std::min({buffer.size(), most_bytes(), model::max_bundle_bytes}));
    if (fit.messages == 0 && queue_.messages() > 0) return std::nullopt;  // the buffer is too small for it
    const BuiltBundle built{.payload = write(buffer, fit.messages, now_ns),
                            .messages = fit.messages,
                            .number = bundles_,
                            .has_priority = fit.has_priority};
    note_sent(built, now_ns);
    return built;
}

void Subscriber::note_sent(const BuiltBundle& built, std::uint64_t now_ns)
{
    sent_messages_ += built.messages;
    sent_bytes_ += built.payload.size();
    ++bundles_;
    if (settings_.needs_credits) --credits_;
    rule_.sent(now_ns);
    waiting_since_ns_ = queue_.messages() > 0 ? now_ns : never_ns;
    if (settings_.hosts == nullptr) return;
    continues_ = queue_.messages() > 0 && !rule_.is_off();
    if (const double link = settings_.link_bytes_per_second; link > 0.0)
        link_free_ns_ = std::max(link_free_ns_, now_ns) +
                        static_cast<std::uint64_t>(static_cast<double>(built.payload.size()) / link *
                                                   static_cast<double>(ns_per_second));
}

}  // namespace farfield::net::relay
