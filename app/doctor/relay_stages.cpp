#include "app/doctor/relay_stages.h"

#include <fmt/format.h>
#include <string>
#include <string_view>

#include "model/calls/relay.h"

namespace farfield::app {
namespace {

/// Records an input, output or path of hosts. `name` as on the relay's command line.
void report(Examination& examination, const std::string& stage, const std::string& name,
            model::InputState state, const std::string& message)
{
    const std::string_view word = model::input_state_names[static_cast<std::size_t>(state)];
    const bool is_named = message.find(name) != std::string::npos;
    const std::string line =
        fmt::format("{}{}{}{}", is_named ? "" : name + ": ", word, message.empty() ? "" : ": ", message);
    if (state == model::InputState::Failed)
        examination.fail(stage, line, "Mend what it says and start the relay again.");
    else if (state == model::InputState::Down)
        examination.fail(stage, line, "Bring the interface up again; the relay then goes on by itself.");
    else if (!message.empty())
        examination.note(stage, line);
    else
        examination.pass(stage, line);
}

}  // namespace

void examine_relay(net::Client& relay, Examination& examination)
try {
    const auto info =
        model::read_answer<model::RelayInfo>(relay.call("relay.info", net::Json::object(), answer_patience));
    for (const auto& input : info.inputs)
        report(examination, "input", input.input, input.state, input.message);
    for (const auto& output : info.outputs)
        report(examination, "output", output.output, output.state, output.message);
    if (info.hosts) report(examination, "hosts", info.hosts->hosts, info.hosts->state, info.hosts->message);
} catch (const std::exception& error) {
    examination.fail("inputs", error.what(), "");
}

}  // namespace farfield::app
