#include "app/play/play_window.h"

#include <QCloseEvent>
#include <QGuiApplication>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QSurfaceFormat>
#include <stdexcept>

namespace farfield::app {
namespace {

constexpr std::chrono::milliseconds wait_for_frame{5};  // short: the window's own events wait as long

render::Image image_of(const QImage& grabbed)
{
    const QImage picture = grabbed.convertToFormat(QImage::Format_RGBA8888);
    render::Image image{.width = picture.width(), .height = picture.height(), .rgba = {}};
    image.rgba.assign(picture.constBits(), picture.constBits() + picture.sizeInBytes());
    return image;
}

}  // namespace

PlayWindow::PlayWindow(const PlayRun& run) : played_(run.played), playback_(run)
{
    QSurfaceFormat format;
    format.setVersion(4, 5);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    setFormat(format);
    const auto& document = played_.document();
    const auto base = document.data.find(model::base_of(document));
    setTitle(QString::fromStdString("Farfield: " +
                                    (base == document.data.end() ? "entities" : base->second.name)));
    const auto ratio = devicePixelRatio();
    resize(static_cast<int>(document.output.size[0] / ratio),
           static_cast<int>(document.output.size[1] / ratio));
    connect(&timer_, &QTimer::timeout, this, [this] { tick(); });
}

PlayWindow::~PlayWindow()
{
    makeCurrent();
    player_.reset();
    doneCurrent();
}

PlayReport PlayWindow::finish()
{
    if (error_) std::rethrow_exception(error_);
    if (!player_) throw std::runtime_error("the window was closed before the first frame");
    auto report = playback_.finish(*player_);
    report.renderer = renderer_;
    if (closed_ && report.status == PlayReport::Status::Complete &&
        totals_of(report).pictures < played_.frames()) {
        report.status = PlayReport::Status::Interrupted;
        report.message = "the window was closed";
    }
    return report;
}

void PlayWindow::initializeGL()
{
    try {
        player_.emplace(played_);
        const auto* name = context()->functions()->glGetString(GL_RENDERER);
        const auto version = context()->format().version();
        renderer_ = {{"renderer", reinterpret_cast<const char*>(name)},
                     {"platform", "window, " + QGuiApplication::platformName().toStdString()},
                     {"opengl", std::to_string(version.first) + "." + std::to_string(version.second)},
                     {"slots", player_->slot_path()}};
        timer_.start(0);
    } catch (...) {
        error_ = std::current_exception();
        quit();
    }
}

void PlayWindow::paintGL()
{
    if (!player_ || error_) return;
    try {
        paint();
    } catch (...) {
        error_ = std::current_exception();
        quit();
    }
}

void PlayWindow::paint()
{
    const auto frames = player_->play_next(viewport());
    if (frames.empty())
        player_->draw_again(viewport());
    else if (playback_.note(frames, *player_))
        playback_.save_picture(image_of(grabFramebuffer()));
}

void PlayWindow::closeEvent(QCloseEvent* event)
{
    closed_ = true;
    event->accept();
    quit();
}

void PlayWindow::tick()
{
    const bool idle = !player_->frame_waiting();
    if (playback_.is_over(idle))
        quit();
    else if (idle)
        playback_.wait(wait_for_frame);
    else
        update();
}

render::Viewport PlayWindow::viewport() const
{
    const auto ratio = static_cast<float>(devicePixelRatio());
    return {.width = static_cast<int>(static_cast<float>(width()) * ratio),
            .height = static_cast<int>(static_cast<float>(height()) * ratio),
            .pixel_ratio = ratio};
}

void PlayWindow::quit()
{
    timer_.stop();
    QGuiApplication::quit();
}

}  // namespace farfield::app
