// The part of Relay that notifies sessions of changes.
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

#include "model/fields/json_fields.h"
#include "net/message/clock.h"
#include "net/relay/program/relay.h"

namespace farfield::net::relay {

void Relay::look_at_inputs()
{
    for (const model::RelayInput& input : inputs_.look(InputWatch::Time::clock::now())) announce(input);
    if (hosts_)
        if (const auto lost = hosts_->news(now())) announce(*lost);
    std::erase_if(watchers_, [](const auto& session) { return session->has_ended(); });
    look_at_clock();
}

// Detects changes of the system's clock: the relay's times advance evenly (now_ns()), so that times in logs
// and in other programs may then disagree.
void Relay::look_at_clock()
{
    constexpr std::int64_t least_ns = ns_per_second;
    const std::int64_t ahead_ns = ahead_of_system_ns(), change_ns = ahead_ns - ahead_of_system_ns_;
    if (std::abs(change_ns) < least_ns) return;
    ahead_of_system_ns_ = ahead_ns;
    warn_(fmt::format("the clock of this system was set {} by {:.3f} s; times of this relay go on as before, "
                      "until it is started anew",
                      change_ns > 0 ? "back" : "forward", 1e-9 * static_cast<double>(std::abs(change_ns))));
}

void Relay::announce(const model::RelayInput& input)
{
    const char* const what = input.input.starts_with("hosts:") ? "output" : "input";
    warn_(fmt::format("{} '{}': {}{}{}", what, input.input,
                      model::input_state_names[static_cast<std::size_t>(input.state)],
                      input.message.empty() ? "" : ": ", input.message));
    for (const auto& session : watchers_) session->send("entities.input", model::write(input));
}

void Relay::announce_clock()
{
    for (const auto& session : watchers_) session->send("relay.clock", model::write(clock_.now()));
}

void Relay::watch(std::shared_ptr<const Notices> session)
{
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(watchers_, session) == watchers_.end()) watchers_.push_back(std::move(session));
}

void Relay::watch_congestion(std::uint32_t subscriber, ProgramEvents::Notify notify)
{
    const std::lock_guard lock(mutex_);
    listeners_.at(subscriber).notify = std::move(notify);
}

void Relay::report_congestion()
{
    for (auto& [subscriber, listener] : listeners_) {
        if (!listener.notify) continue;
        const model::EntitiesCongestion now = core_.congestion_of(subscriber);
        if (now.level != std::exchange(listener.reported_level, now.level))
            listener.notify("entities.congestion", model::write(now));
    }
}

// Writes at most one line a second.
void Relay::report_sources()
{
    const std::uint64_t time = now();
    std::vector<std::uint32_t> fast;
    for (const SourceAccount& source : core_.sources())
        if (source.rate.is_above(time)) fast.push_back(source.source);
    const auto is_new = [this](std::uint32_t source) {
        return std::ranges::find(fast_sources_, source) == fast_sources_.end();
    };
    const auto first = std::ranges::find_if(fast, is_new);
    if (first != fast.end()) {
        if (time < warned_rate_ns_ + ns_per_second) return;
        warned_rate_ns_ = time;
        const std::string others = fast.size() > 1 ? fmt::format(" (and {} others)", fast.size() - 1) : "";
        warn_(fmt::format("source {}{} sends more than --max-source-rate: of its entities only the newest "
                          "state waits",
                          source_name(*first), others));
    }
    fast_sources_ = std::move(fast);
}

}  // namespace farfield::net::relay
