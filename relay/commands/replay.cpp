#include <CLI/CLI.hpp>
#include <chrono>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <stop_token>

#include "model/fields/json.h"
#include "net/transport/stop_signals.h"
#include "relay/commands/commands.h"
#include "relay/commands/host_port.h"
#include "relay/commands/validators.h"
#include "relay/core/congestion.h"
#include "relay/files/pdu_sender.h"
#include "relay/peers/session_sender.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {
namespace {

struct ReplayOptions {
    FileSpec file;
    std::string to, token_file;
    double seconds = 0.0;
    bool as_json = false;
};

/// Longest time to play; 0 seconds: no limit.
std::uint64_t limit_ns_of(double seconds)
{
    if (seconds <= 0.0) return std::numeric_limits<std::uint64_t>::max();
    return static_cast<std::uint64_t>(seconds * static_cast<double>(ns_per_second));
}

std::unique_ptr<PlayedOutput> output_of(const ReplayOptions& options, std::stop_token stop)
{
    if (is_input_spec(options.to)) return std::make_unique<PduSender>(options.to);
    return std::make_unique<SessionSender>(session_at(options.to, options.token_file), std::move(stop));
}

int run(ReplayOptions options)
{
    StopSignals signals;
    std::stop_source stop;
    signals.call([&stop] { stop.request_stop(); });
    options.file.format = format_of(options.file.file);
    FilePlayback playback{options.file};
    const std::unique_ptr<PlayedOutput> to = output_of(options, stop.get_token());
    const auto begun = std::chrono::steady_clock::now();
    play(
        playback, stop.get_token(), limit_ns_of(options.seconds),
        [&to](const PlayedMessage& message) { to->take(message); }, [&to] { to->flush(); });
    to->finish();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    if (options.as_json)
        fmt::print("{}\n", model::Json{{"sent", to->sent()},
                                       {"malformed", to->malformed()},
                                       {"left_out", to->left_out()},
                                       {"seconds", seconds}}
                               .dump());
    else
        fmt::print("sent {} messages in {:.2f} s; {} malformed, {} left out\n", to->sent(), seconds,
                   to->malformed(), to->left_out());
    return 0;
}

}  // namespace

void add_replay_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* command = program.add_subcommand(
        "replay", "Sends the PDUs of a recording or a capture, each in a datagram of its own, or to a relay");
    command->add_option("file", options->file.file, "A recording (.ffr), or a capture (pcap, pcapng)")
        ->required();
    command
        ->add_option(
            "--to", options->to,
            "dis:GROUP|ADDR[:3000][@IFACE], or HOST[:PORT] of a relay that takes all messages in bundles")
        ->required();
    command->add_option("--token-file", options->token_file, "File with the token that the relay asks for");
    command->add_option("--speed", options->file.speed, "So many times as fast as it came")
        ->check(within(1e-3, 1e3))
        ->capture_default_str();
    command->add_option("--from", options->file.from_seconds, "Begins so many seconds after its beginning")
        ->check(within(0.0, 1e9))
        ->capture_default_str();
    command->add_flag("--loop", options->file.loops, "Begins again at its end");
    command->add_option("--seconds", options->seconds, "Ends after so long; 0: at its end")
        ->check(within(0.0, 86'400.0));
    command->add_flag("--json", options->as_json, "The summary as JSON");
    command->footer(fmt::format("A relay that grants no bundle for {} s ends it with an error.\n"
                                "Example: farfield-relay replay exercise.ffr --to dis:239.1.2.3@lo --from 60",
                                longest_wait_for_grant.count()));
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::net::relay
