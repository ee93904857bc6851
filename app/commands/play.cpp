#include <CLI/CLI.hpp>
#include <QGuiApplication>
#include <fmt/format.h>
#include <memory>
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/data_options.h"
#include "app/commands/node_options.h"
#include "app/document/document_file.h"
#include "app/play/play_script.h"
#include "app/play/report/report_html.h"
#include "app/viewer/window/display.h"
#include "model/layers/entity_kind.h"
#include "model/layers/layer_kinds.h"
#include "net/message/printable.h"

namespace farfield::app {
namespace {

struct PlayArguments {
    std::string script;
    std::string report;
    bool headless = false;
    bool json = false;
    NodeOptions node;
    DataOptions data;
    RelayOption relay;
};

void write_report(const PlayReport& report, ReportFolder& folder)
{
    folder.write("frames.csv", report_csv(report));
    folder.write("report.html", report_html(report));
    folder.write("report.json", report_json(report).dump(2) + "\n");
    folder.keep();
}

void print(const PlayReport& report, const PlayArguments& arguments)
{
    if (arguments.json)
        fmt::print("{}\n", report_json(report).dump(2));
    else
        fmt::print("{}  report in {}\n", report_summary(report), arguments.report);
}

/// Exit code of a playback: an early end by the user is no failure, an end caused by the node is.
int exit_code(const PlayReport& report)
{
    for (const std::string& remark : report.remarks)
        fmt::print(stderr, "farfield: {}\n", net::printable(remark));
    if (report.status == PlayReport::Status::Complete) return 0;
    fmt::print(stderr, "farfield: {} after {} frames: {}\n", status_text(report.status),
               totals_of(report).pictures, net::printable(report.message));
    return report.status == PlayReport::Status::Interrupted ? 0 : 1;
}

/// Quiets Qt, which provides fonts: it wants a platform even without a window, and complains of a missing
/// session.
void silence_qt()
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
}

/// The document with the command line's `vertical` for all layers of entities; an empty one changes nothing.
model::Document with_vertical(model::Document document, const std::string& vertical)
{
    for (auto& [id, layer] : document.layers)
        if (layer.kind == model::entity_kind.name && !vertical.empty()) layer.style["vertical"] = vertical;
    return document;
}

int play(const PlayArguments& arguments)
{
    const Interrupt interrupt;
    auto document = load_document(arguments.script, model::layer_kinds());
    const auto own_node = arguments.node.own_node(document.files);
    PlaySettings settings{
        .document = arguments.data.chosen_in(with_vertical(std::move(document), arguments.relay.vertical)),
        .script_file = arguments.script,
        .node = own_node ? own_node->client_settings() : arguments.node.client_settings(),
        .relay = arguments.relay.client_settings(),
        .headless = arguments.headless,
        .show_progress = !arguments.json};
    note_waiting(settings.node);
    int argc = 1;
    std::string name = "farfield";
    char* argv[] = {name.data(), nullptr};
    std::optional<QGuiApplication> application;
    if (arguments.headless) {
        silence_qt();
        application.emplace(argc, argv);
    } else {
        const DisplayDemand demand("playing in a window");
        application.emplace(argc, argv);
    }
    ReportFolder folder(arguments.report);
    const auto report = play_script(settings, folder, interrupt);
    write_report(report, folder);
    print(report, arguments);
    return exit_code(report);
}

}  // namespace

void add_play_command(CLI::App& program, Action& action)
{
    auto arguments = std::make_shared<PlayArguments>();
    auto* command = program.add_subcommand("play", "Plays a script and measures it frame by frame");
    command->add_option("script", arguments->script, "What to play (docs/scripts.md)")
        ->required()
        ->type_name("SCRIPT.toml|SESSION.farfield");
    command
        ->add_option("--report", arguments->report,
                     "Folder for report.html, report.json, frames.csv and PNG frames")
        ->required()
        ->type_name("DIR");
    command->add_flag("--headless", arguments->headless, "With no window and no X server");
    command->add_flag("--json", arguments->json, "Print report.json in place of the summary");
    arguments->node.add_to(*command);
    arguments->node.add_data_to(*command);
    arguments->data.add_to(*command);
    arguments->relay.add_to(*command);
    command->footer("Example:\n  farfield play assets/scripts/demo.toml --report report --headless --node "
                    "127.0.0.1:7117");
    command->callback([arguments, &action] {
        action = [arguments](const auto& rest) {
            arguments->node.arguments = rest;
            return play(*arguments);
        };
    });
}

}  // namespace farfield::app
