#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/data_options.h"
#include "app/commands/node_options.h"
#include "app/document/document_file.h"
#include "app/play/record_script.h"
#include "model/layers/layer_kinds.h"

namespace farfield::app {
namespace {

struct RecordArguments {
    std::string script;
    std::string file;
    std::uint64_t frames = 0;
    NodeOptions node;
    DataOptions data;
};

int record(const RecordArguments& arguments)
{
    const Interrupt interrupt;
    auto document = arguments.data.chosen_in(load_document(arguments.script, model::layer_kinds()));
    document.clock.policy = model::FramePolicy::Every;
    if (arguments.frames > 0) document.clock.frames = arguments.frames;
    const auto own_node = arguments.node.own_node(document.files);
    const auto node = own_node ? own_node->client_settings() : arguments.node.client_settings();
    note_waiting(node);
    const auto recorded = record_script(document, node, arguments.file, interrupt);
    fmt::print("{} of {} frames, {:.1f} MB in {}\n", recorded.frames,
               *model::pace_of(document.clock, model::Use::Headless).frames,
               static_cast<double>(recorded.bytes) * 1e-6, arguments.file);
    return 0;
}

}  // namespace

void add_record_command(CLI::App& program, Action& action)
{
    auto arguments = std::make_shared<RecordArguments>();
    auto* command = program.add_subcommand("record", "Records a script's stream, every frame, to a file");
    command->add_option("script", arguments->script, "What to record (docs/scripts.md)")
        ->required()
        ->type_name("SCRIPT.toml|SESSION.farfield");
    command->add_option("--out", arguments->file, "The recording")->required()->type_name("FILE.ffr");
    command->add_option("--frames", arguments->frames, "So many frames, whatever the script says")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000'000}))
        ->type_name("N");
    arguments->node.add_to(*command);
    arguments->node.add_data_to(*command);
    arguments->data.add_to(*command);
    command->footer("Example:\n"
                    "  farfield record assets/scripts/demo.toml --out demo.ffr --frames 100\n"
                    "  farfield-node replay demo.ffr\n"
                    "Ctrl-C ends it early; what is recorded by then is whole.");
    command->callback([arguments, &action] {
        action = [arguments](const auto& rest) {
            arguments->node.arguments = rest;
            return record(*arguments);
        };
    });
}

}  // namespace farfield::app
