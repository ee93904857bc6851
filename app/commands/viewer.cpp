#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/node_options.h"
#include "app/viewer/window/run_viewer.h"
#include "model/calls/jobs.h"

namespace farfield::app {
namespace {

struct ViewerArguments {
    NodeOptions node;
    RelayOption relay;
    std::string dataset;
    std::string job;
    std::string terrain;
    std::string open;
    std::string screenshot;
    std::uint64_t quit_after_frames = 0;
};

int open_viewer(const ViewerArguments& arguments)
{
    const auto settings = arguments.node.client_settings();
    ViewerOptions options;
    if (!arguments.node.node.empty()) options.host = settings.host;
    options.port = settings.port;
    options.token = settings.token;
    options.relay = arguments.relay.client_settings();
    options.dataset = arguments.job.empty() ? arguments.dataset : model::dataset_of_job(arguments.job);
    options.terrain = arguments.terrain;
    options.open = arguments.open;
    if (!arguments.screenshot.empty()) options.screenshot = arguments.screenshot;
    options.quit_after_frames = arguments.quit_after_frames;
    return run_viewer(options);
}

}  // namespace

void add_viewer_command(CLI::App& program, Action& action)
{
    auto arguments = std::make_shared<ViewerArguments>();
    program.add_option("node", arguments->node.node, "Open the viewer, connected to this node")
        ->type_name("HOST[:PORT]");
    arguments->node.add_token_to(program);
    arguments->relay.add_to(program);
    program.add_option("--dataset", arguments->dataset, "Dataset that the viewer opens")->type_name("NAME");
    program
        .add_option("--job", arguments->job,
                    "Survey of travel times that the node inverts, below its data or mine:SEED")
        ->type_name("DATA")
        ->excludes("--dataset");
    program.add_option("--terrain", arguments->terrain, "Terrain that the viewer opens")->type_name("NAME");
    program.add_option("--open", arguments->open, "Saved session or script that the viewer opens")
        ->type_name("FILE");
    program
        .add_option(
            "--quit-after-frames", arguments->quit_after_frames,
            "Close after so many frames, over terrain alone no later than when it is seen in full; without "
            "any, when something goes wrong")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
        ->type_name("N");
    program
        .add_option("--screenshot", arguments->screenshot, "PNG of the window, written just before it closes")
        ->type_name("FILE");
    program.set_version_flag("--version", "farfield " FARFIELD_VERSION);
    program.footer("Examples:\n"
                   "  farfield 127.0.0.1:7117\n"
                   "  farfield --relay 127.0.0.1:7118\n"
                   "  farfield play assets/scripts/demo.toml --report report --headless\n"
                   "Exit codes: 0 done, 1 failed at run time, 2 wrong usage.");
    program.require_subcommand(0, 1);
    action = [arguments] { return open_viewer(*arguments); };
}

}  // namespace farfield::app
