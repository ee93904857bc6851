#include "app/play/play_script.h"

#include <QGuiApplication>

#include "app/play/play_window.h"
#include "app/play/playback.h"
#include "render/gl/egl_context.h"

#include <algorithm>

namespace farfield::app {
namespace {

render::Image make_image(const render::RenderTarget& target)
{
    render::Image image{.width = target.width(), .height = target.height(), .rgba = {}};
    image.rgba.resize(std::size_t{4} * static_cast<std::size_t>(image.width) *
                      static_cast<std::size_t>(image.height));
    return image;
}

/// Longest wait: at most until the next picture is due.
std::chrono::milliseconds patience_of(const FramePlayer& player)
{
    using std::chrono::ceil, std::chrono::milliseconds;
    const auto due = ceil<milliseconds>(player.until_due());
    return due.count() > 0 ? std::min(due, Playback::patience) : Playback::patience;
}

/// Plays with no window and no X server. Throws std::runtime_error when there is no OpenGL.
PlayReport play_headless(const PlayRun& run)
{
    const render::EglContext context;
    const auto [width, height] = run.played.document().output.size;
    const render::RenderTarget target(static_cast<int>(width), static_cast<int>(height));
    const render::Viewport viewport{.width = target.width(), .height = target.height()};
    auto image = make_image(target);
    FramePlayer player(run.played);
    Playback playback(run);
    for (bool idle = false; !playback.is_over(idle);) {
        target.bind();
        const auto frames = player.play_next(viewport);
        idle = frames.empty();
        if (idle) playback.wait(patience_of(player));
        if (idle || !playback.note(frames, player)) continue;
        target.read(image.rgba);
        playback.save_picture(image);
    }
    auto report = playback.finish(player);
    report.renderer = {
        {"renderer", context.renderer()},
        {"platform", "EGL " + context.platform()},
        {"opengl", std::to_string(context.version().major) + "." + std::to_string(context.version().minor)},
        {"slots", player.slot_path()}};
    return report;
}

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
