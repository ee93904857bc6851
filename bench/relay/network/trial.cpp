#include "bench/relay/network/trial.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <sched.h>
#include <system_error>
#include <thread>

#include "bench/relay/network/own_network.h"
#include "model/fields/json.h"

namespace farfield::net::relay {

namespace {

constexpr int operations_a_turn = 1'000;

void turn_for_ever(std::atomic<std::uint64_t>& turns, Channel& channel)
{
    const sched_param none{};
    if (::sched_setscheduler(0, SCHED_IDLE, &none) != 0)
        throw std::system_error(errno, std::generic_category(), "sched_setscheduler");
    channel.send(Json::object());
    volatile double value = 1.0;
    while (true) {
        double product = value;
        for (int i = 0; i < operations_a_turn; ++i) product = product * 0.999'999 + 1e-6;
        value = product;
        turns.fetch_add(1, std::memory_order_relaxed);
    }
}

}  // namespace

FloatLoop::FloatLoop(int core) : process_{core, [this](Channel& channel) { turn_for_ever(*turns_, channel); }}
{
    (void)process_.receive();
}

namespace {

using TrialClock = std::chrono::steady_clock;
constexpr auto read_as = std::memory_order_relaxed;

constexpr double settling_seconds = 0.1;  ///< time of a load before its CPU time counts
constexpr std::chrono::milliseconds quiet{350}, longest_wait{3'000}, look{5};
constexpr int most_steps = 10;  ///< steps down to a load without loss, at most
/// First step of the search, as part of the sender's maximum, and the largest step up.
constexpr double first_part = 0.2, most_growth = 1.7;

double seconds_since(TrialClock::time_point begun)
{
    return std::chrono::duration<double>(TrialClock::now() - begun).count();
}

void sleep(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

std::uint64_t difference(std::uint64_t a, std::uint64_t b)
{
    return a > b ? a - b : b - a;
}

/// Number of groups of each trial: it must not receive messages of an earlier one.
constexpr std::uint32_t groups_a_trial = 16'384;
Endpoint next_group()
{
    static std::uint32_t trials = 0;
    constexpr std::uint16_t port = 31'998;
    return {(239U << 24U) + groups_a_trial * (1 + trials++ % 1'000), port};
}

/// Group of the relay's UDP hosts: the last one of the trial.
std::string hosts_of(const Endpoint& group, const std::string& interface)
{
    const Endpoint last{group.address + groups_a_trial - 1, static_cast<std::uint16_t>(group.port - 1)};
    return to_text(last) + "@" + interface;
}

}  // namespace

Cores apart()
{
    const std::vector<int>& cores = usable_cores();
    if (cores.size() < 2) return {};
    return {.others = cores.front(), .receiver = cores.back()};
}

Trial::Trial(const Settings& settings)
    : settings_{settings}, group_{next_group()}, is_far_{settings.far_network >= 0}
{
    const std::string near = is_far_ ? to_text(OwnNetwork::near_address) : "127.0.0.1";
    if (needs_relay(settings.way))
        relay_.emplace(RelayProcessSettings{.group = group_,
                                            .has_pdus = settings.has_pdus,
                                            .groups = settings.groups,
                                            .mode = settings.mode,
                                            .host = near,
                                            .hosts = settings.way == Way::Udp ? hosts_of(group_, near) : ""},
                       settings.cores.others);
    receiver_.emplace(ReceiverSettings{.way = settings.way,
                                       .group = group_,
                                       .groups = settings.joined,
                                       .relay_port = relay_ ? relay_->port() : std::uint16_t{0},
                                       .streams = settings.streams,
                                       .params = settings.params,
                                       .most_bytes_per_second = settings.most_bytes_per_second,
                                       .network = settings.far_network,
                                       .through = is_far_ ? OwnNetwork::far_address : loopback_ipv4,
                                       .relay_host = near},
                      settings.cores.receiver);
}

Outcome Trial::while_sending(LoadSender& sender, double seconds, bool stops_relay)
{
    sleep(settling_seconds);
    const double cpu = receiver_->cpu_seconds();
    const std::uint64_t turns = settings_.loop != nullptr ? settings_.loop->turns() : 0;
    const auto begun = TrialClock::now();
    if (stops_relay && relay_) relay_->freeze(true);
    sleep(seconds);
    if (stops_relay && relay_) relay_->freeze(false);
    Outcome outcome;
    const double taken = seconds_since(begun);
    outcome.receiver_cpu = (receiver_->cpu_seconds() - cpu) / taken;
    if (settings_.loop != nullptr && settings_.loop_rate > 0.0)
        outcome.float_loss =
            1.0 - static_cast<double>(settings_.loop->turns() - turns) / taken / settings_.loop_rate;
    outcome.sent = sender.finish();
    return outcome;
}

void Trial::wait_until_quiet(std::uint64_t expected) const
{
    const auto begun = TrialClock::now();
    auto last_news = begun;
    std::uint64_t before = receiver_->counts().messages.load(read_as);
    while (before < expected && TrialClock::now() - last_news < quiet &&
           TrialClock::now() - begun < longest_wait) {
        std::this_thread::sleep_for(look);
        const std::uint64_t now = receiver_->counts().messages.load(read_as);
        if (now != before) last_news = TrialClock::now();
        before = now;
    }
}

Outcome Trial::measure(Load load, bool stops_relay)
{
    load.to = group_;
    load.groups = settings_.groups;
    if (is_far_ && !relay_) load.through = OwnNetwork::near_address;
    const double measured_seconds = load.seconds;
    load.seconds += 2.0 * settling_seconds;
    const ReceiverCounts& counts = receiver_->counts();
    const std::uint64_t messages = counts.messages.load(read_as),
                        with_priority = counts.with_priority.load(read_as),
                        bundles = counts.bundles.load(read_as);
    const auto ages = receiver_->ages();
    LoadSender sender{load, settings_.cores.others};
    Outcome outcome = while_sending(sender, measured_seconds, stops_relay);
    sent_ += outcome.sent.messages;
    wait_until_quiet(messages + outcome.sent.messages * settings_.streams);
    outcome.received = counts.messages.load(read_as) - messages;
    outcome.with_priority = counts.with_priority.load(read_as) - with_priority;
    outcome.bundles = counts.bundles.load(read_as) - bundles;
    const auto ages_after = receiver_->ages();
    outcome.age_p50_ms = age_below(ages, ages_after, 0.5);
    outcome.age_p99_ms = age_below(ages, ages_after, 0.99);
    return outcome;
}

std::uint64_t Trial::accounting_gap()
{
    if (!relay_) return 0;
    const model::RelayStats stats = relay_->stats();
    std::uint64_t gap = 0;
    dropped_by_system_ = 0;
    for (const model::RelayInputStats& input : stats.inputs) {
        gap += difference(input.received, input.malformed + input.ring + input.core);
        gap += difference(input.core, input.messages);
        gap += difference(sent_, input.received + input.kernel);
        dropped_by_system_ += input.kernel;
    }
    std::uint64_t delivered = 0;
    for (const model::RelaySubscriberStats& one : stats.subscribers) {
        delivered += one.delivered;
        gap += difference(one.offered, one.delivered + one.own + one.filtered + one.conflated + one.policy +
                                           one.late + one.waiting);
    }
    if (settings_.way != Way::Udp)
        return gap + difference(delivered, receiver_->counts().messages.load(read_as));
    for (const model::RelayHostStats& one : stats.hosts->present) {
        gap += difference(one.offered, one.delivered + one.own + one.filtered + one.conflated + one.policy +
                                           one.late + one.waiting);
        gap += difference(one.delivered, receiver_->counts().messages.load(read_as) +
                                             receiver_->counts().lost.load(read_as));
    }
    return gap;
}

std::optional<Outcome> most_without_loss(Trial& trial, Load load, int steps)
{
    load.rate = as_fast_as_it_can;
    const Outcome fastest = trial.measure(load);
    if (fastest.lost() == 0) return fastest;
    const double taken = static_cast<double>(fastest.received) / fastest.sent.seconds;
    double low = 0.0, high = fastest.sent.rate();
    std::optional<Outcome> best;
    load.rate = std::max(0.9 * taken, first_part * high);
    for (int step = 0; step < steps || (!best && step < most_steps); ++step) {
        const Outcome outcome = trial.measure(load);
        if (outcome.lost() == 0) {
            low = load.rate;
            best = outcome;
        } else {
            high = load.rate;
        }
        load.rate = low > 0.0 ? std::min(std::sqrt(low * high), most_growth * low) : 0.7 * high;
    }
    return best;
}

double idle_rate(const FloatLoop& loop, double seconds)
{
    const std::uint64_t turns = loop.turns();
    const auto begun = TrialClock::now();
    sleep(seconds);
    return static_cast<double>(loop.turns() - turns) / seconds_since(begun);
}

}  // namespace farfield::net::relay
