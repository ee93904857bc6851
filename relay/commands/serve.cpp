#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "net/message/messages.h"
#include "net/message/printable.h"
#include "net/service/token.h"
#include "net/session/session_server.h"
#include "net/transport/stop_signals.h"
#include "relay/commands/commands.h"
#include "relay/commands/validators.h"
#include "relay/service/relay_service.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {
namespace {

constexpr std::array policies{"farfield", "bobo1997"};

struct ServeOptions {
    ServeOptions()
    {
        server.port = default_relay_port;
        server.node_name = "farfield-relay";
        relay.core.max_source_rate = 20'000;
    }

    ServerSettings server;
    std::string token_file, json_token_file, peer_token_file;
    RelaySettings relay;
    double bundle_ms = 5.0;
    std::string bundle = "adaptive", policy = policies[0];
    double stale_seconds = 12.0, standing_stale_seconds = 144.0;
    std::string record;
    double link_mbps = 0.0;
};

std::uint64_t ns_of(double seconds)
{
    return static_cast<std::uint64_t>(seconds * static_cast<double>(ns_per_second));
}

constexpr std::array bundle_modes{"adaptive", "fixed", "off"};
constexpr double bytes_per_megabit = 125'000.0;

/// Logs to standard error, since standard output belongs to the ready line.
void log_to_standard_error()
{
    const auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("farfield-relay", sink));
    spdlog::set_pattern("%Y-%m-%d %H:%M:%S.%e %^%l%$ %v");
}

/// Number of sessions besides those of subscribers, UDP hosts and peers: `status` and the like.
constexpr std::uint32_t other_sessions = 16;

/// Raises limits: each subscriber, UDP host and peer has a session of its own, with two connections.
void make_room(const RelaySettings& relay, NodeLimits& limits)
{
    const std::uint32_t hosts = relay.hosts.empty() ? 0 : subscribers_per_word;
    limits.max_sessions = static_cast<std::uint32_t>(relay.core.max_subscribers) + hosts +
                          static_cast<std::uint32_t>(max_peers) + other_sessions;
    limits.max_connections = 2 * limits.max_sessions + limits.max_strangers;
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;  // the usual 1,024 are too few for these, groups and JSON connections
    (void)::setrlimit(RLIMIT_NOFILE, &files);
}

/// Number of inputs that work; failed ones are named in the log.
std::ptrdiff_t open_inputs(const Relay& relay)
{
    return std::ranges::count_if(relay.info().inputs, [](const model::RelayInput& input) {
        return input.state != model::InputState::Failed;
    });
}

int run(ServeOptions options)
{
    log_to_standard_error();
    StopSignals signals;
    if (!options.token_file.empty()) options.server.token = read_token_file(options.token_file);
    const auto* const mode = std::find(bundle_modes.begin(), bundle_modes.end(), options.bundle);
    BundleSettings& bundles = options.relay.core.bundles;
    bundles.mode = static_cast<BundleMode>(mode - bundle_modes.begin());
    bundles.policy = options.policy == policies[0] ? RelayPolicy::Farfield : RelayPolicy::Bobo1997;
    bundles.interval_ns = static_cast<std::uint64_t>(options.bundle_ms * static_cast<double>(ns_per_ms));
    options.relay.core.entity_times = {.stale_ns = ns_of(options.stale_seconds),
                                       .standing_stale_ns = ns_of(options.standing_stale_seconds)};
    options.relay.warn = [](const std::string& text) { spdlog::warn("{}", text); };
    if (!options.json_token_file.empty())
        options.relay.is_json_token = [token = read_token_file(options.json_token_file)](
                                          std::string_view given) { return same_secret(token, given); };
    if (options.relay.inputs.empty() && options.relay.peers.empty())
        throw std::runtime_error("expected --in SPEC or --peer HOST[:PORT], at least one");
    if (!options.peer_token_file.empty()) options.relay.peer_token = read_token_file(options.peer_token_file);
    if (!options.record.empty())
        options.relay.record = RecordSettings{
            options.record, [](const std::string& why) { spdlog::error("{}", printable(why, 1000)); }};
    options.relay.link_bytes_per_second = options.link_mbps * bytes_per_megabit;
    Relay relay{options.relay};
    for (const model::RelayInput& input : relay.info().inputs)
        if (input.state == model::InputState::Failed) spdlog::error("{}", input.message);
    for (const model::RelayOutput& output : relay.info().outputs)
        if (output.state == model::InputState::Failed) spdlog::error("{}", output.message);
    if (const auto hosts = relay.info().hosts; hosts && hosts->state == model::InputState::Failed)
        spdlog::error("{}", hosts->message);
    RelayService service{relay};
    make_room(options.relay, options.server.limits);
    SessionServer server{service, options.server};
    signals.call([&server] { server.stop("the relay is shutting down"); });
    fmt::print("farfield-relay ready host={} port={} protocol={} inputs={}\n", server.host(), server.port(),
               protocol_version, open_inputs(relay));
    std::fflush(stdout);
    server.run();
    return 0;
}

}  // namespace

void add_serve_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<ServeOptions>();
    CLI::App* command = program.add_subcommand(
        "serve", "Receives messages of entities and sends them to sessions in bundles");
    command->add_option(
        "--in", options->relay.inputs,
        "Input (may be repeated): dis:[GROUP|ADDR|any][:3000][@IFACE], "
        "groups:BASE/COUNT:PORT@IFACE, json:udp:[ADDR:]PORT, json:tcp:[ADDR:]PORT or json:- "
        "(with ,alt=geoid and ,anchor=LON,LAT[,ALT[,HEADING]]), ffr:FILE or pcap:FILE (with "
        "[,speed=1][,loop][,from=0]; of a capture with [,port=N][,group=ADDR] what was sent there), "
        "peer:HOST[:PORT] (bundles of another relay, one way)");
    command->add_option(
        "--peer", options->relay.peers,
        "HOST[:PORT] of another relay, with another --id (may be repeated): each has what the "
        "other one's subscribers want");
    command->add_option("--peer-token-file", options->peer_token_file,
                        "File with the token that peers ask for");
    command->add_option(
        "--out", options->relay.outputs,
        "Output (may be repeated): dis:GROUP|ADDR[:3000][@IFACE][,bundle], to which all PDUs go "
        "that did not come from there");
    CLI::Option* const hosts = command->add_option(
        "--hosts", options->relay.hosts,
        "GROUP:PORT[@IFACE] or ADDR:PORT[@IFACE], to which bundles go as datagrams that all UDP hosts share "
        "(listen --hosts)");
    command
        ->add_option("--link-mbps", options->link_mbps,
                     "Mbit/s of the link to UDP hosts: no more is sent to them; 0: unknown")
        ->check(within(0.0, 1e6))
        ->needs(hosts);
    command
        ->add_option("--mtu", options->relay.mtu_bytes,
                     "Bytes of a datagram with several PDUs (,bundle), or to UDP hosts")
        ->check(CLI::Range(std::size_t{288}, DatagramSender::most_bytes))
        ->capture_default_str();
    command
        ->add_option("--host", options->server.bind_address,
                     "Address to listen on; other than loopback needs --token-file")
        ->capture_default_str();
    command->add_option("--port", options->server.port, "Port to listen on; 0 takes any free one")
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    command->add_option("--token-file", options->token_file,
                        "File with the token that sessions must give (readable by its owner, and at most its "
                        "group)");
    command
        ->add_option("--exercise", options->relay.admission.exercises,
                     "Exercises of which PDUs are taken, N,...; without, all")
        ->delimiter(',')
        ->check(CLI::Range(0, 255));
    command
        ->add_option("--sites", options->relay.admission.sites,
                     "Sites of which PDUs are taken, N,...; without, all")
        ->delimiter(',')
        ->check(CLI::Range(0, 65'535));
    command->add_option("--json-site", options->relay.json_site, "Site of the entities of JSON lines")
        ->check(CLI::Range(1, 65'534))
        ->capture_default_str();
    command->add_option("--json-token", options->json_token_file,
                        "File with the token that is the first line of each json:tcp: connection, where it "
                        "listens beyond loopback");
    command->add_option("--id", options->relay.core.bundles.relay, "Number of this relay in bundles")
        ->capture_default_str();
    command->add_option("--bundle", options->bundle, "When bundles are closed")
        ->check(CLI::IsMember(std::vector<std::string>(bundle_modes.begin(), bundle_modes.end())))
        ->capture_default_str();
    command
        ->add_option("--policy", options->policy,
                     "What is left out under congestion; bobo1997: as the thesis has it, for comparison")
        ->check(CLI::IsMember(std::vector<std::string>(policies.begin(), policies.end())))
        ->capture_default_str();
    command->add_option("--bundle-ms", options->bundle_ms, "Time from one bundle to the next, ms")
        ->check(within(1.0, 1000.0))
        ->capture_default_str();
    command->add_option("--shards", options->relay.shards, "Threads that receive")
        ->check(CLI::Range(std::size_t{1}, max_shards))
        ->capture_default_str();
    command->add_option("--record", options->record, "Records all to this file (.ffr), which is made anew");
    command->add_option("--max-entities", options->relay.core.max_entities, "Entities that are known at once")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
        ->capture_default_str();
    command
        ->add_option(
            "--max-source-rate", options->relay.core.max_source_rate,
            "Messages a second of one source (site and application); of one that sends more only the "
            "newest state of each entity waits; 0: no limit")
        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1'000'000'000}))
        ->capture_default_str();
    command
        ->add_option("--stale", options->stale_seconds,
                     "s without news until an entity is stale; after twice as long it is removed")
        ->check(within(0.1, 86'400.0))
        ->capture_default_str();
    command->add_option("--standing-stale", options->standing_stale_seconds, "The same of one that stands")
        ->check(within(0.1, 86'400.0))
        ->capture_default_str();
    command->add_option("--max-subscribers", options->relay.core.max_subscribers, "Streams at the same time")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->footer("Example: farfield-relay serve --in dis:239.1.2.3@lo");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::net::relay
