#include "app/play/play_script.h"

#include <QGuiApplication>

#include "app/play/play_headless.h"
#include "app/play/play_window.h"

namespace farfield::app {
namespace {

PlayReport play_in_window(const PlayRun& run)
{
    PlayWindow window(run);
    window.show();
    QGuiApplication::exec();
    return window.finish();
}

}  // namespace

PlayReport play_script(const PlaySettings& settings, const ReportFolder& folder, const Interrupt& interrupt)
{
    const auto use = settings.headless ? model::Use::Headless : model::Use::PlayInWindow;
    PlayedDocument played({settings.node, settings.relay, settings.longest_wait}, settings.document, use,
                          interrupt);
    const auto play = settings.headless ? play_headless : play_in_window;
    ProgressLine progress(settings.show_progress, played.frames());
    auto report = play({played, folder, interrupt, progress});
    report.script = settings.script_file;
    report.settings["headless"] = settings.headless;
    return report;
}

}  // namespace farfield::app
