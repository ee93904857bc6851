#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/node_options.h"
#include "app/doctor/doctor.h"

namespace farfield::app {
namespace {

struct DoctorArguments {
    NodeOptions node;
    bool json = false;
};

int examine(const DoctorArguments& arguments)
{
    const auto print = [&arguments](const Finding& finding) {
        if (arguments.json) return;
        fmt::print("{}\n", finding_text(finding));
        std::fflush(stdout);
    };
    const auto diagnosis = diagnose(arguments.node.client_settings(), print);
    if (arguments.json) fmt::print("{}\n", model::write(diagnosis).dump(2));
    return is_well(diagnosis) ? 0 : 1;
}

}  // namespace

void add_doctor_command(CLI::App& program, Action& action)
{
    auto arguments = std::make_shared<DoctorArguments>();
    auto* command = program.add_subcommand(
        "doctor",
        "Goes the way to a node or relay stage by stage, and names the one that fails and its cure");
    command->add_option("target", arguments->node.node, "The node or relay")
        ->type_name("HOST[:PORT]|unix:PATH|exec:COMMAND|ssh://HOST|SITE")
        ->required();
    command->add_flag("--json", arguments->json, "Print one JSON document");
    arguments->node.add_token_to(*command);
    NodeOptions::refuse_listen_in(*command);
    command->footer(
        "Examples:\n  farfield doctor 127.0.0.1\n  farfield doctor relay.example.org:7118 --json");
    command->callback([arguments, &action] {
        action = [arguments](const auto& rest) {
            arguments->node.arguments = rest;
            return examine(*arguments);
        };
    });
}

}  // namespace farfield::app
