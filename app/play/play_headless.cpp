#include "app/play/play_headless.h"

#include "render/gl/egl_context.h"

namespace farfield::app {
namespace {

render::Image make_image(const render::RenderTarget& target)
{
    render::Image image{.width = target.width(), .height = target.height(), .rgba = {}};
    image.rgba.resize(std::size_t{4} * static_cast<std::size_t>(image.width) *
                      static_cast<std::size_t>(image.height));
    return image;
}

}  // namespace

PlayReport play_headless(const PlayRun& run)
{
    const render::EglContext context;
    const render::RenderTarget target(run.script.size[0], run.script.size[1]);
    const render::Viewport viewport{.width = target.width(), .height = target.height()};
    auto image = make_image(target);
    FramePlayer player(run.link, run.script);
    Playback playback(run);
    for (bool idle = false; !playback.is_over(idle);) {
        target.bind();
        const auto frame = player.play_next(viewport);
        idle = !frame;
        if (idle) playback.wait();
        if (!frame || !playback.note(*frame, player.info())) continue;
        target.read(image.rgba);
        playback.save_picture(image);
    }
    auto report = playback.finish();
    report.renderer = {
        {"renderer", context.renderer()},
        {"platform", "EGL " + context.platform()},
        {"opengl", std::to_string(context.version().major) + "." + std::to_string(context.version().minor)},
        {"slots", player.slot_path()}};
    return report;
}

}  // namespace farfield::app
