#include "compute_node/commands/commands.h"
#include "compute_node/commands/options/validators.h"
#include "compute_node/commands/serving.h"
#include "compute_node/node/replay_service.h"

#include <CLI/CLI.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <string>

namespace farfield::node {

namespace {

struct ReplayOptions {
    ServingOptions serving;
    std::string file;
    ReplaySettings replay;
};

/// Throws unless a node made the recording: a relay's has bundles of entities alone.
void expect_of_node(const net::Recording& recording, const std::string& file)
{
    const auto is_of_entities = [](const net::RecordedStream& stream) {
        return stream.start.program == "entities";
    };
    if (std::ranges::all_of(recording.head().streams, is_of_entities))
        recording.refuse("it is of a relay's entities, expected one of a node; replay it with: "
                         "farfield-relay replay " +
                         file + " --to HOST[:PORT]");
}

std::unique_ptr<net::Service> open_recording(const ReplayOptions& options)
{
    const auto recording = std::make_shared<const net::Recording>(options.file);
    expect_of_node(*recording, options.file);
    if (recording->bytes_cut() > 0)
        spdlog::warn("'{}' was cut: {} bytes after its last whole frame are left out", options.file,
                     recording->bytes_cut());
    if (recording->frames() == 0)
        throw std::runtime_error("recording '" + options.file +
                                 "' holds no whole frame; expected at least one");
    return std::make_unique<ReplayService>(recording, options.replay);
}

int run(const ReplayOptions& options)
{
    return serve(
        [&options] {
            return Served{nullptr, nullptr, nullptr, open_recording(options)};
        },
        options.serving);
}

}  // namespace

void add_replay_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* command = program.add_subcommand("replay", "Serves a recording as the compute node does");
    command->add_option("FILE", options->file, "Recording (.ffr)")->required();
    command
        ->add_option("--rate", options->replay.rate,
                     "Frames a second; 0: as fast as viewers take them; default: the recorded pace")
        ->check(at_least(0));
    command->add_flag("--loop", options->replay.loop, "Begins again after the last frame");
    add_serving_options(*command, options->serving);
    command->footer("Example: farfield-node replay office.ffr --rate 30 --loop");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::node
