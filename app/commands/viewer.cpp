#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <netdb.h>
#include <stdexcept>
#include <utility>

#include "app/commands/commands.h"
#include "app/commands/data_options.h"
#include "app/commands/node_options.h"
#include "app/document/document_file.h"
#include "app/own_node/own_files.h"
#include "app/sites/sites.h"
#include "app/viewer/window/run_viewer.h"
#include "model/calls/entities.h"
#include "model/calls/jobs.h"
#include "model/data/block_names.h"
#include "model/data/near_names.h"
#include "net/client/sharing/invitation.h"
#include "net/message/printable.h"

namespace farfield::app {
namespace {

/// True when the word has the form of an address, and no file has that name: a file "exec:x" may come from a
/// shell's "*".
bool is_address(const std::string& word)
{
    std::error_code ignored;
    return (net::is_way(word) || net::is_invitation(word)) && !std::filesystem::exists(word, ignored);
}

struct ViewerArguments {
    std::vector<std::string> shown;  ///< a node, or files and folders
    NodeOptions node;
    DataOptions data;
    RelayOption relay;
    std::string entity;
    std::string sight_to;
    std::string recording;
    std::string dataset;
    std::string job;
    std::string terrain;
    std::string open;
    std::string screenshot;
    std::uint64_t quit_after_frames = 0;

    /// Takes the words after "--": arguments of the node where one is named, else files.
    void take(const std::vector<std::string>& rest)
    {
        if (shown.size() == 1 && (is_address(shown.front()) || find_site(shown.front())))
            node.arguments = rest;
        else
            shown.insert(shown.end(), rest.begin(), rest.end());
    }
};

/// True when the words are files and folders. A single word that is no file is a node.
bool are_files(const std::vector<std::string>& shown)
{
    if (shown.size() != 1) return !shown.empty();
    return !is_address(shown.front()) && is_own_file(shown.front());
}

/// Accepts a node's name, or the name of a missing file. Throws std::runtime_error for other words.
void expect_host(const std::string& shown)
{
    const auto refuse = [&](const char* why) {
        if (const std::string near = model::near_path(shown); !near.empty())
            throw std::runtime_error(fmt::format("'{}' is no file or folder here, and {}; did you mean '{}'?",
                                                 net::printable(shown), why, net::printable(near)));
        throw std::runtime_error(
            fmt::format("'{}' is no file or folder here, and {}; expected files, folders, "
                        "HOST, HOST:PORT, [ADDRESS]:PORT, unix:PATH, exec:COMMAND, ssh://HOST or a site of "
                        "sites.toml",
                        net::printable(shown), why));
    };
    if (shown.find(':') == std::string::npos && shown.find(' ') != std::string::npos)
        refuse("no host's name looks like this");
    const std::string host = host_port_argument(shown).host;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), nullptr, nullptr, &found) == EAI_NONAME) refuse("no host has this name");
    if (found != nullptr) ::freeaddrinfo(found);
}

/// Reads an entity id; nullopt for an empty text. Throws CLI::ValidationError.
std::optional<net::dis::EntityId> entity_id_of(const char* option, const std::string& text)
{
    if (text.empty()) return std::nullopt;
    constexpr unsigned bits = 16;
    try {
        const std::uint64_t key = model::read<model::EntitiesGetCall>(net::Json{{"entity", text}}).entity.id;
        return net::dis::EntityId{static_cast<std::uint16_t>(key >> (2 * bits)),
                                  static_cast<std::uint16_t>(key >> bits), static_cast<std::uint16_t>(key)};
    } catch (const std::exception& fault) {
        throw CLI::ValidationError(option, fault.what());
    }
}

/// Takes --velocity and --blocks, for the files or else for the named dataset.
void choose_of_dataset(const ViewerArguments& arguments, ViewerOptions& options)
{
    if (arguments.data.given() == nullptr) return;
    if (options.files.empty() && arguments.dataset.empty())
        throw CLI::RequiresError(arguments.data.given(), "FILE or --dataset");
    options.velocity = arguments.data.velocity;
    options.blocks = arguments.data.blocks;
    (void)model::with_blocks({}, options.blocks);  // throws its error before a window opens
}

/// Opens a saved session that is the only argument.
void take_session(ViewerArguments& arguments)
{
    std::error_code error;
    const bool is_one = arguments.shown.size() == 1 && arguments.open.empty() &&
                        arguments.shown.front().ends_with(session_ending) &&
                        std::filesystem::is_regular_file(arguments.shown.front(), error);
    if (is_one) arguments.open = std::exchange(arguments.shown, {}).front();
}

int open_viewer(ViewerArguments arguments)
{
    take_session(arguments);
    std::vector<std::string> files;
    if (are_files(arguments.shown)) {
        const OwnFiles own = own_files(arguments.shown);  // or throws before a window opens
        if (!own.blocks.empty() && !arguments.data.blocks.empty())
            throw CLI::ExcludesError("FILE#NAMES", "--blocks");
        files = arguments.shown;
    } else if (!arguments.shown.empty()) {
        const std::string& node = arguments.shown.front();
        if (!is_address(node) && !find_site(node)) expect_host(node);
        arguments.node.node = arguments.shown.front();
    }
    ViewerOptions options = viewer_of(arguments.node.client_settings());
    if (arguments.node.node.empty() && !options.listener) options.host.reset();
    options.files = files;
    choose_of_dataset(arguments, options);
    options.relay = arguments.relay.client_settings();
    if (!arguments.entity.empty() && !options.relay && arguments.recording.empty())
        throw CLI::RequiresError("--entity", "--relay or --recording");
    options.entity = entity_id_of("--entity", arguments.entity);
    options.sight_to = entity_id_of("--sight-to", arguments.sight_to);
    options.recording = arguments.recording;
    options.vertical = arguments.relay.vertical;
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
    program
        .add_option("shown", arguments->shown,
                    "Open the viewer on these files and folders, or connected to this node")
        ->type_name("FILE|FOLDER... or HOST[:PORT]|unix:PATH|exec:COMMAND|ssh://HOST|SITE|INVITATION");
    arguments->node.add_token_to(program);
    arguments->node.add_listen_to(program);
    arguments->relay.add_to(program);
    auto* entity =
        program
            .add_option("--entity", arguments->entity,
                        "Entity of the relay, or of the recording, that is selected in the dock at the start")
            ->type_name("SITE:APPLICATION:ENTITY");
    program
        .add_option("--sight-to", arguments->sight_to,
                    "Other entity, to which the selected one has a line of sight over the terrain")
        ->type_name("SITE:APPLICATION:ENTITY")
        ->needs(entity);
    program
        .add_option("--recording", arguments->recording,
                    "Entities that were recorded (farfield-relay record), which the viewer shows")
        ->type_name("FILE.ffr");
    program.add_option("--dataset", arguments->dataset, "Dataset that the viewer opens")->type_name("NAME");
    arguments->data.add_to(program);
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
    program.footer(
        "Examples:\n"
        "  farfield my_case/\n"
        "  farfield wing.vtm --velocity Momentum --blocks inner,3\n"
        "  farfield 127.0.0.1:7117\n"
        "  farfield ssh://ada@cluster/~/bin/farfield-node -- --data /scratch/flows\n"
        "  farfield cluster     (a site of ~/.config/farfield/sites.toml or /etc/farfield)\n"
        "  farfield --listen 0.0.0.0:7117 --token-file token     (for farfield-node serve --dial)\n"
        "  farfield --relay 127.0.0.1:7118\n"
        "  farfield --recording exercise.ffr\n"
        "  farfield play assets/scripts/demo.toml --report report --headless\n"
        "Exit codes: 0 done, 1 failed at run time, 2 wrong usage.");
    program.require_subcommand(0, 1);
    action = [arguments](const auto& rest) {
        arguments->take(rest);
        return open_viewer(*arguments);
    };
}

}  // namespace farfield::app
