#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <string>

#include "model/calls/entities.h"
#include "model/calls/relay.h"
#include "model/calls/relay_stats.h"
#include "net/client/client.h"
#include "net/message/printable.h"
#include "net/transport/stop_signals.h"
#include "relay/commands/commands.h"
#include "relay/commands/host_port.h"

namespace farfield::net::relay {
namespace {

constexpr std::chrono::seconds watch_interval{1};

struct StatusOptions {
    std::string relay, token_file;
    std::uint32_t sources = 0;
    bool has_entities = false;
    bool is_watching = false;
    bool as_json = false;
};

/// `format` with a count in it; empty when the count is 0.
std::string where_any(fmt::string_view format, std::uint64_t count)
{
    return count > 0 ? fmt::format(fmt::runtime(format), count) : "";
}

void print(const model::RelayRecorderStats& recorder)
{
    fmt::print("recorder: messages {} = recorded {} + lost {} + waiting {}; {} bundles, {} bytes{}\n",
               recorder.messages, recorder.recorded, recorder.lost, recorder.waiting, recorder.bundles,
               recorder.bytes, recorder.failure.empty() ? "" : "; " + printable(recorder.failure, 400));
}

void print(const model::RelayHostsStats& hosts)
{
    fmt::print(
        "hosts {}: offered {} = delivered {} + conflated {} + policy {} + waiting {}; {} bundles, level "
        "{}; {} datagrams, {} again, {} failed; priority lost {}, reports {}, false {}\n",
        printable(hosts.hosts, 200), hosts.offered, hosts.delivered, hosts.conflated, hosts.policy,
        hosts.waiting, hosts.bundles, hosts.level, hosts.datagrams, hosts.repeated, hosts.failed,
        hosts.priority_lost, hosts.reports, hosts.false_reports);
    for (const model::RelayHostStats& one : hosts.present)
        fmt::print(
            "host {}: offered {} = delivered {} + own {} + filtered {} + conflated {} + policy {} + late "
            "{} + waiting {}; received {}, priority lost {}, round trip {}\n",
            one.host, one.offered, one.delivered, one.own, one.filtered, one.conflated, one.policy, one.late,
            one.waiting, one.received, one.priority_lost,
            one.round_trip_ms > 0.0 ? fmt::format("{:.2f} ms", one.round_trip_ms) : "-");
}

void print(const model::RelayPublisherStats& one)
{
    fmt::print(
        "from {}{}: received {} = malformed {} + duplicate {} + returned {} + departures {} + core {}; {} "
        "bundles, lost {}\n",
        printable(one.publisher, 200), one.relay ? fmt::format(" (relay {})", *one.relay) : "", one.received,
        one.malformed, one.duplicate, one.returned, one.departures, one.core, one.bundles, one.lost);
}

void print(const model::RelaySourceStats& one)
{
    fmt::print(
        "source {}: {} messages, {} bytes; offered {} = delivered {} + own {} + filtered {} + conflated {} + "
        "policy {} + late {} + waiting {}{}\n",
        printable(one.source, 20), one.messages, one.bytes, one.offered, one.delivered, one.own, one.filtered,
        one.conflated, one.policy, one.late, one.waiting, one.is_too_fast ? "; too fast" : "");
}

void print(const model::RelayClock& clock)
{
    if (clock.state == model::ClockState::Live) return;
    if (clock.time_ns == 0) return fmt::print("clock: recorded, has not begun\n");
    if (clock.rate == 0.0) return fmt::print("clock: recorded, has ended\n");
    const double passed_ns = static_cast<double>(now_ns()) - static_cast<double>(clock.at_ns);
    const double recorded_s = 1e-9 * (static_cast<double>(clock.time_ns) + passed_ns * clock.rate);
    fmt::print("clock: recorded, {:%Y-%m-%d %H:%M:%S} UTC now, {} times as fast\n",
               fmt::gmtime(static_cast<std::time_t>(recorded_s)), clock.rate);
}

void print(const model::RelayInfo& info, const model::RelayStats& stats)
{
    const std::string refused =
        stats.entities_refused > 0 ? fmt::format(", {} refused (max_entities)", stats.entities_refused) : "";
    fmt::print("relay {}: {} messages, {} entities{}\n", info.relay, stats.taken, stats.entities, refused);
    print(info.clock);
    for (std::size_t i = 0; i < info.inputs.size() && i < stats.inputs.size(); ++i) {
        const model::RelayInput& input = info.inputs[i];
        const model::RelayInputStats& of = stats.inputs[i];
        if (!input.message.empty())
            fmt::print("{}: {}: {}\n", printable(input.input, 200),
                       model::input_state_names[static_cast<std::size_t>(input.state)],
                       printable(input.message, 400));
        const bool is_publisher = std::ranges::any_of(
            stats.publishers, [&input](const auto& one) { return one.publisher == input.input; });
        if (input.state == model::InputState::Failed || is_publisher) continue;
        fmt::print("{}: received {} = malformed {} + ring {}{} + core {}; apart: kernel {}{}, malformed PDUs "
                   "{}{}{}{}\n",
                   printable(input.input, 200), of.received, of.malformed, of.ring,
                   where_any(" ({} with priority)", of.priority_ring), of.core, of.kernel,
                   of.kernel_joined > 0 ? " at least" : "", of.malformed_pdus,
                   where_any(", reflected {}", of.reflected), where_any(", of others {}", of.foreign),
                   where_any(", not to the group {}", of.strays));
        if (input.state == model::InputState::Ended) fmt::print("{}: ended\n", printable(input.input, 200));
    }
    for (const model::RelayOutput& output : info.outputs)
        if (output.state == model::InputState::Failed)
            fmt::print("{}: failed: {}\n", printable(output.output, 200), printable(output.message, 400));
    for (const model::RelayOutputStats& of : stats.outputs)
        fmt::print(
            "to {}: sent {}, left out {}, unchanged {}, failed {}; {} heartbeats ({} failed), {} datagrams\n",
            printable(of.output, 200), of.sent, of.left_out, of.unchanged, of.failed, of.heartbeats,
            of.heartbeats_failed, of.datagrams);
    if (info.hosts && info.hosts->state == model::InputState::Failed)
        fmt::print("hosts {}: failed: {}\n", printable(info.hosts->hosts, 200),
                   printable(info.hosts->message, 400));
    else if (stats.hosts)
        print(*stats.hosts);
    for (const model::RelaySubscriberStats& one : stats.subscribers)
        fmt::print(
            "subscriber {}: offered {} = delivered {} + own {} + filtered {} + conflated {} + policy {} "
            "+ late {} + waiting {}; {} bundles, level {}; {}\n",
            one.subscriber, one.offered, one.delivered, one.own, one.filtered, one.conflated, one.policy,
            one.late, one.waiting, one.bundles, one.level, printable(one.client, 200));
    if (stats.ended)
        fmt::print("{} ended subscribers: offered {} = delivered {} + own {} + filtered {} + conflated {} + "
                   "policy {} + late {}; {} bundles\n",
                   stats.ended->subscribers, stats.ended->offered, stats.ended->delivered, stats.ended->own,
                   stats.ended->filtered, stats.ended->conflated, stats.ended->policy, stats.ended->late,
                   stats.ended->bundles);
    for (const model::RelayPublisherStats& one : stats.publishers) print(one);
    for (const model::RelaySourceStats& one : stats.sources) print(one);
    if (stats.recorder) print(*stats.recorder);
}

std::string place_of_listed(const model::ListedEntity& entity)
{
    const auto number = [](const std::optional<double>& value, int decimals, const char* unit) {
        return value ? fmt::format("{:.{}f}{}", *value, decimals, unit) : std::string{"-"};
    };
    if (entity.x)
        return fmt::format("x {} y {} z {}", number(entity.x, 3, " m"), number(entity.y, 3, " m"),
                           number(entity.z, 3, " m"));
    return fmt::format("lon {} lat {} alt {}", number(entity.lon, 7, ""), number(entity.lat, 7, ""),
                       number(entity.alt, 1, " m"));
}

void print(const model::ListedEntity& entity)
{
    fmt::print("{:<17} {:<11} force {} kind {} domain {} {} speed {:.1f} m/s age {:.1f} s{}",
               entity.id.to_json().get<std::string>(), printable(entity.marking, 11), entity.force,
               entity.kind, entity.domain, place_of_listed(entity), entity.speed, entity.age,
               entity.stale ? " stale" : "");
    if (!entity.name.empty()) fmt::print(" '{}'", printable(entity.name, 256));
    fmt::print(" {}\n", printable(entity.input, 200));
}

/// Prints all pages of the list.
void print_entities(Client& client, bool as_json)
{
    model::EntitiesListCall call;
    do {
        const Json page = client.call("entities.list", model::write(call));
        const auto list = model::read_answer<model::EntityList>(page);
        if (as_json)
            for (const Json& entity : page.at("entities")) fmt::print("{}\n", entity.dump());
        else
            for (const model::ListedEntity& entity : list.entities) print(entity);
        call.after = list.next;
    } while (call.after);
}

void print_accounts(Client& client, std::uint32_t sources, bool as_json, int indent)
{
    const Json info = client.call("relay.info", Json::object());
    const Json stats = client.call("relay.stats", {{"sources", sources}});
    if (as_json)
        fmt::print("{}\n", Json{{"info", info}, {"stats", stats}}.dump(indent));
    else
        print(model::read_answer<model::RelayInfo>(info), model::read_answer<model::RelayStats>(stats));
}

void print_once(Client& client, const StatusOptions& options)
{
    constexpr int indent = 2, one_line = -1;
    if (options.has_entities)
        print_entities(client, options.as_json);
    else
        print_accounts(client, options.sources, options.as_json, options.is_watching ? one_line : indent);
    std::fflush(stdout);
}

/// Ends a wait from another thread.
class Stopping {
public:
    void stop()
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
        is_news_.notify_all();
    }
    /// Waits; true when it was stopped meanwhile.
    [[nodiscard]] bool wait_for(std::chrono::seconds time)
    {
        std::unique_lock lock(mutex_);
        return is_news_.wait_for(lock, time, [this] { return is_stopping_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable is_news_;
    bool is_stopping_ = false;
};

/// Prints the status each second until a signal.
void watch(const StatusOptions& options)
{
    Stopping stopping;
    StopSignals signals;
    Client client{session_at(options.relay, options.token_file), {}};
    signals.call([&stopping] { stopping.stop(); });
    do print_once(client, options);
    while (!stopping.wait_for(watch_interval));
}

int run(const StatusOptions& options)
{
    if (options.is_watching) {
        watch(options);
        return 0;
    }
    Client client{session_at(options.relay, options.token_file), {}};
    print_once(client, options);
    return 0;
}

}  // namespace

void add_status_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<StatusOptions>();
    CLI::App* command = program.add_subcommand("status", "Prints the accounts of a relay, or its entities");
    command->add_option("relay", options->relay, "HOST[:PORT]")->required();
    command->add_option("--token-file", options->token_file, "File with the token that the relay asks for");
    command->add_flag("--entities", options->has_entities, "A line for each entity instead");
    command
        ->add_option("--sources", options->sources,
                     "The accounts of so many sources (site and application) besides, the busiest first")
        ->check(CLI::Range(std::uint64_t{0}, model::max_listed_sources));
    command->add_flag("--watch", options->is_watching, "Again each second, until SIGINT");
    command->add_flag("--json", options->as_json, "As JSON; of entities and with --watch one object a line");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::net::relay
