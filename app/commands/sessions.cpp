#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/node_options.h"
#include "net/message/printable.h"
#include "net/service/node_stats.h"

namespace farfield::app {
namespace {

struct SessionsArguments {
    NodeOptions node;
    std::vector<std::string> ended;
    std::string resumed;
    bool takes = false;
    bool ends_kept = false;
    bool json = false;
};

std::string duration_text(double seconds)
{
    return fmt::format("{:%H:%M:%S}", std::chrono::seconds(static_cast<std::int64_t>(seconds)));
}

std::string text_of(const net::SessionStats& session)
{
    constexpr double mebibyte = 1024.0 * 1024.0;
    const char* const state = net::session_state_names.at(static_cast<std::size_t>(session.state));
    const bool is_kept = session.state == net::SessionState::Kept;
    return fmt::format("{:8}  {:7}  {:>8}  {:>8}  {:>7}  {:>7}  {:>10.1f}  {}", session.session, state,
                       duration_text(session.seconds), is_kept ? duration_text(session.left) : "",
                       session.members, session.streams.size(),
                       static_cast<double>(session.buffer_bytes) / mebibyte, net::printable(session.client));
}

/// Finds the session that a viewer of this user has left on this machine.
FoundSession left_session(const net::ClientSettings& settings, const std::string& name)
{
    const auto folder = own_sessions_folder();
    for (FoundSession& found : find_sessions(folder, settings.node()))
        if (found.record.claim.session.starts_with(name)) return std::move(found);
    throw std::runtime_error(fmt::format(
        "no viewer of this user and machine has left a session '{}' at {} (in {}); another viewer's "
        "session is joined by an invitation",
        net::printable(name), settings.node(), folder.string()));
}

int show(const SessionsArguments& arguments)
{
    const auto settings = arguments.node.client_settings();
    if (settings.join)
        throw std::runtime_error("an invitation is to one session, and lists none; farfield INVITATION joins "
                                 "it, and farfield sessions HOST[:PORT] lists those of its node");
    if (!arguments.resumed.empty()) {
        auto session = left_session(settings, arguments.resumed);
        if (!arguments.takes && is_viewed(session.record))
            throw std::runtime_error(fmt::format(
                "session '{}' is in a viewer that runs on this machine (process {}); --take takes "
                "it from that viewer",
                net::printable(arguments.resumed), session.record.viewer.number));
        auto viewer = viewer_of(settings);
        viewer.session = std::move(session);
        return run_viewer(viewer);
    }
    const auto list = [&] {
        const auto listed = net::call_alone(settings, "session.list", net::Json::object());
        return model::read_answer<net::SessionList>(listed).sessions;
    };
    auto sessions = list();
    auto ended = arguments.ended;
    for (const auto& session : sessions)
        if (arguments.ends_kept && session.state == net::SessionState::Kept) ended.push_back(session.session);
    for (const std::string& name : ended) (void)net::call_alone(settings, "session.end", {{"session", name}});
    if (!ended.empty()) sessions = list();
    if (arguments.json) {
        net::Json all = net::Json::array();
        for (const auto& session : sessions) all.push_back(model::write(session));
        fmt::print("{}\n", all.dump(2));
        return 0;
    }
    if (sessions.empty()) {
        fmt::print("There is no session at {}.\n", settings.node());
        return 0;
    }
    fmt::print("{:8}  {:7}  {:>8}  {:>8}  {:>7}  {:>7}  {:>10}  {}\n", "session", "state", "open for", "left",
               "viewers", "streams", "MiB", "last viewer");
    for (const auto& session : sessions) fmt::print("{}\n", text_of(session));
    return 0;
}

}  // namespace

void add_sessions_command(CLI::App& program, Action& action)
{
    auto arguments = std::make_shared<SessionsArguments>();
    auto* command = program.add_subcommand("sessions", "Lists the sessions of a node, resumes and ends them");
    command->add_option("node", arguments->node.node, "The node; 127.0.0.1:7117 by default")
        ->type_name("HOST[:PORT]|unix:PATH|SITE");
    command
        ->add_option("--resume", arguments->resumed,
                     "Opens the viewer on this session, which a viewer of this user has left here: it was "
                     "closed so, or it crashed")
        ->type_name("SESSION");
    command
        ->add_flag(
            "--take", arguments->takes,
            "With --resume: also from a viewer of this user that runs on this machine, which then has it no "
            "more")
        ->needs("--resume");
    command->add_option("--end", arguments->ended, "Ends this session, of which viewers hear so")
        ->type_name("SESSION");
    command->add_flag("--end-kept", arguments->ends_kept, "Ends all that are kept without a viewer");
    command->add_flag("--json", arguments->json, "Print one JSON document");
    arguments->node.add_token_to(*command);
    NodeOptions::refuse_listen_in(*command);
    command->footer("Examples:\n  farfield sessions cluster:7117\n  farfield sessions --end-kept\n  farfield "
                    "sessions cluster:7117 --resume "
                    "8b4ca509");
    command->callback([arguments, &action] {
        action = [arguments](const auto& rest) {
            arguments->node.arguments = rest;
            return show(*arguments);
        };
    });
}

}  // namespace farfield::app
