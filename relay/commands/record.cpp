#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <memory>
#include <stop_token>

#include "model/fields/json.h"
#include "net/message/printable.h"
#include "net/transport/stop_signals.h"
#include "relay/commands/commands.h"
#include "relay/commands/host_port.h"
#include "relay/commands/validators.h"
#include "relay/peers/bundle_stream.h"
#include "relay/service/relay.h"

namespace farfield::net::relay {
namespace {

using Clock = std::chrono::steady_clock;

struct RecordOptions {
    std::string from, file, token_file;
    double seconds = 0.0;
    bool as_json = false;
};

/// Duration of a recording: until signals stop it, or for so many seconds.
class RecordingTime {
public:
    explicit RecordingTime(double seconds) : seconds_{seconds}
    {
        signals_.call([this] { stop_.request_stop(); });
    }

    void begin() { begun_ = Clock::now(); }
    [[nodiscard]] bool is_over() const
    {
        return stop_.stop_requested() ||
               (seconds_ > 0.0 && std::chrono::duration<double>(Clock::now() - begun_).count() >= seconds_);
    }

    /// Waits so long, or until a signal ends the recording.
    void wait(std::chrono::milliseconds at_most)
    {
        std::unique_lock lock(mutex_);
        stopped_.wait_for(lock, stop_.get_token(), at_most, [] { return false; });
    }

private:
    double seconds_;
    std::stop_source stop_;
    std::mutex mutex_;
    std::condition_variable_any stopped_;
    Clock::time_point begun_ = Clock::now();
    StopSignals signals_;  ///< last, since its thread uses all members above
};

constexpr std::chrono::milliseconds patience{100};

void warn(const std::string& why)
{
    fmt::print(stderr, "farfield-relay: {}\n", printable(why, 1000));
}

/// Records the bundles of a relay. why_lost: reason of a lost connection; unchanged if none was lost.
RecorderStats record_session(const RecordOptions& options, RecordingTime& time, std::string& why_lost)
{
    BundleStream bundles{session_at(options.from, options.token_file), Json::object(), Policy::Every};
    const auto info =
        model::read_answer<model::RelayInfo>(bundles.client().call("relay.info", Json::object()));
    BundleRecorder recorder{
        options.file, {.relay = info.relay, .inputs = info.inputs, .times = info.times}, warn};
    time.begin();
    try {
        while (!time.is_over())
            if (const auto bundle = bundles.next(patience)) recorder.push(bundle->payload());
    } catch (const std::exception& error) {
        why_lost = error.what();  // bundles received until then are recorded
    }
    recorder.finish();
    return recorder.stats();
}

/// Records an input of its own. why_lost: reason why it failed; unchanged if it did not.
RecorderStats record_input(const RecordOptions& options, RecordingTime& time, std::string& why_lost)
{
    Relay relay{{.inputs = {options.from}, .record = RecordSettings{options.file, warn}}};
    time.begin();
    const auto goes_on = [&relay] {
        const model::InputState state = relay.info().inputs[0].state;
        return state != model::InputState::Ended && state != model::InputState::Failed;
    };
    while (!time.is_over() && goes_on()) time.wait(patience);
    if (const model::RelayInput input = relay.info().inputs[0]; input.state == model::InputState::Failed)
        why_lost = input.message;
    return relay.end_recording();
}

int run(const RecordOptions& options)
{
    RecordingTime time{options.seconds};
    std::string why_lost;
    const RecorderStats stats = is_own_input(options.from) ? record_input(options, time, why_lost)
                                                           : record_session(options, time, why_lost);
    if (options.as_json)
        fmt::print("{}\n", model::Json{{"messages", stats.messages},
                                       {"recorded", stats.recorded},
                                       {"lost", stats.lost},
                                       {"bundles", stats.bundles},
                                       {"bytes", stats.bytes},
                                       {"entities", stats.entities}}
                               .dump());
    else
        fmt::print("recorded {} messages of {} in {} bundles, {} lost; {} entities, {} bytes\n",
                   stats.recorded, stats.messages, stats.bundles, stats.lost, stats.entities, stats.bytes);
    std::fflush(stdout);
    if (!why_lost.empty()) warn(why_lost);
    return stats.failure.empty() && why_lost.empty() ? 0 : 1;
}

}  // namespace

void add_record_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<RecordOptions>();
    CLI::App* command =
        program.add_subcommand("record", "Records all that a relay sends, or an input receives");
    command
        ->add_option("from", options->from,
                     "HOST[:PORT] of a relay, or an input: dis:..., groups:..., ffr:FILE, pcap:FILE")
        ->required();
    command->add_option("file", options->file, "The recording (.ffr), which is made anew")->required();
    command->add_option("--token-file", options->token_file, "File with the token that the relay asks for");
    command->add_option("--seconds", options->seconds, "Ends after so long; 0: with a signal")
        ->check(within(0.0, 86'400.0));
    command->add_flag("--json", options->as_json, "The summary as JSON");
    command->footer("Example: farfield-relay record 127.0.0.1 exercise.ffr --seconds 600");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::net::relay
