#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

#include "model/calls/relay.h"
#include "net/client/client.h"
#include "net/message/printable.h"
#include "net/relay/program/commands.h"
#include "net/relay/program/host_port.h"

namespace farfield::net::relay {
namespace {

struct StatusOptions {
    std::string relay, token_file;
    bool as_json = false;
};

void print(const model::RelayInfo& info, const model::RelayStats& stats)
{
    fmt::print("relay {}: {} messages, {} entities\n", info.relay, stats.taken, stats.entities);
    for (std::size_t i = 0; i < info.inputs.size() && i < stats.inputs.size(); ++i) {
        const model::RelayInput& input = info.inputs[i];
        const model::RelayInputStats& of = stats.inputs[i];
        if (!input.message.empty())
            fmt::print("{}: {}: {}\n", printable(input.input, 200),
                       model::input_state_names[static_cast<std::size_t>(input.state)],
                       printable(input.message, 400));
        if (input.state == model::InputState::Failed) continue;
        fmt::print(
            "{}: received {} = malformed {} + ring {} + core {}; apart: kernel {}, malformed PDUs {}\n",
            printable(input.input, 200), of.received, of.malformed, of.ring, of.core, of.kernel,
            of.malformed_pdus);
    }
    for (const model::RelaySubscriberStats& one : stats.subscribers)
        fmt::print(
            "subscriber {}: offered {} = delivered {} + own {} + filtered {} + conflated {} + policy {} "
            "+ late {} + waiting {}; {} bundles, level {}\n",
            one.subscriber, one.offered, one.delivered, one.own, one.filtered, one.conflated, one.policy,
            one.late, one.waiting, one.bundles, one.level);
}

int run(const StatusOptions& options)
{
    Client client{session_at(options.relay, options.token_file), {}};
    const Json info = client.call("relay.info", Json::object());
    const Json stats = client.call("relay.stats", Json::object());
    if (options.as_json)
        fmt::print("{}\n", Json{{"info", info}, {"stats", stats}}.dump(2));
    else
        print(model::read_answer<model::RelayInfo>(info), model::read_answer<model::RelayStats>(stats));
    return 0;
}

}  // namespace

void add_status_command(CLI::App& program, Action& action)
{
    auto options = std::make_shared<StatusOptions>();
    CLI::App* command = program.add_subcommand("status", "Prints the accounts of a relay");
    command->add_option("relay", options->relay, "HOST[:PORT]")->required();
    command->add_option("--token-file", options->token_file, "File with the token that the relay asks for");
    command->add_flag("--json", options->as_json, "As JSON");
    command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace farfield::net::relay
