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
    const auto& script = settings.script;
    // A window shows the script at its own pace; with none there is nobody to watch it.
    const double rate = script.rate.value_or(settings.headless ? 0.0 : script.frames_per_second);
    PlayLink link(settings.node, script, rate, interrupt);
    if (const auto& viewshed = link.ground().viewshed_file; !viewshed.empty())
        folder.write(viewshed_file_name, viewshed);
    const auto play = settings.headless ? play_headless : play_in_window;
    ProgressLine progress(settings.show_progress, script.frames);
    auto report = play({link, script, folder, interrupt, progress});
    report.script = settings.script_file;
    report.settings["headless"] = settings.headless;
    return report;
}

}  // namespace farfield::app
