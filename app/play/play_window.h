#pragma once

#include <QOpenGLWindow>
#include <QTimer>
#include <exception>
#include <optional>

#include "app/play/playback.h"

namespace farfield::app {

/// A window that plays a script and then closes. Errors are kept for finish(), since nothing may throw
/// through Qt.
class PlayWindow : public QOpenGLWindow {
public:
    explicit PlayWindow(const PlayRun& run);
    ~PlayWindow() override;

    /// Returns the report, once the event loop has ended. Throws the error kept from the loop, if any.
    [[nodiscard]] PlayReport finish();

protected:
    void initializeGL() override;
    void paintGL() override;
    void closeEvent(QCloseEvent* event) override;

private:
    void tick();
    void paint();
    void save_picture();
    [[nodiscard]] render::Viewport viewport() const;
    void quit();

    PlayedDocument& played_;
    Playback playback_;
    std::optional<FramePlayer> player_;
    nlohmann::json renderer_ = nlohmann::json::object();
    QTimer timer_;
    std::exception_ptr error_;
    bool closed_ = false;
};

}  // namespace farfield::app
