#include "app/viewer/window/run_viewer.h"

#include <QApplication>
#include <QOpenGLContext>
#include <QScreen>
#include <QTimer>
#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>

#include "app/document/document_file.h"
#include "app/layers/entities/recorded_entities.h"
#include "app/own_node/own_files.h"
#include "app/viewer/controls/file_control.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/controls/stream_control.h"
#include "app/viewer/controls/terrain_control.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/widgets/theme.h"
#include "app/viewer/window/banner.h"
#include "app/viewer/window/display.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/picture_file.h"
#include "model/layers/layer_kinds.h"
#include "net/message/printable.h"

namespace farfield::app {

namespace {

constexpr int default_width = 1280, default_height = 800;

/// Run without a user, for scripts that want a picture: ends the program after so many frames, once nothing
/// moves any more, or when there is no node.
class UnattendedRun : public QObject {
public:
    UnattendedRun(MainWindow& window, const ViewerOptions& options) : window_(window), options_(options)
    {
        connect(&window.view(), &FlowView::frame_shown, this, [this] {
            if (!is_moving()) count();
        });
        connect(&window.view(), &FlowView::terrain_shown, this, &UnattendedRun::count);
        connect(&window.link(), &NodeLink::failed, this, &UnattendedRun::give_up);
        connect(&window.link(), &NodeLink::lost, this, &UnattendedRun::give_up);
        const auto give_up_without_picture = [this](const QString& why) {
            if (frames_ == 0) give_up(why);
        };
        if (!options.dataset.empty() || !options.open.empty())
            connect(&window.control(), &StreamControl::problem, this, give_up_without_picture);
        if (!options.terrain.empty() || !options.open.empty())
            connect(&window.terrain_control(), &TerrainControl::problem, this, give_up_without_picture);
        if (!options.open.empty() || !options.recording.empty())
            connect(&window.show_control(), &ShowControl::problem, this, give_up_without_picture);
        // Problems during the window's construction were reported before this could listen.
        if (!window.banner().problem().isEmpty())
            QTimer::singleShot(0, this, [why = window.banner().problem()] { give_up(why); });
        connect(&window.view(), &QOpenGLWidget::frameSwapped, this, [this] {
            if (is_moving()) count();
        });
        if (options.relay) connect(&window.relay(), &NodeLink::failed, this, &UnattendedRun::give_up);
        if (!options.files.empty()) listen_to_files();
        // A domain without particles also makes a picture.
        if (options.terrain.empty())
            connect(&window.control(), &StreamControl::nothing_comes, this,
                    &UnattendedRun::finish_once_ready);
        const bool shows_start_page = !options.host && !options.relay && options.recording.empty() &&
                                      options.files.empty() && options.open.empty();
        if (shows_start_page) finish();
        // Ground alone sends no more views once the camera rests.
        if (options.dataset.empty())
            connect(&window.terrain_control(), &TerrainControl::rested, this, &UnattendedRun::finish);
    }

private:
    /// Files of a folder that cannot be shown are skipped, as long as another one can be.
    void listen_to_files()
    {
        connect(&window_.files(), &FileControl::problem, this, &UnattendedRun::give_up);
        connect(&window_.control(), &StreamControl::problem, this,
                [this](const QString& why) { last_problem_ = why; });
        connect(&window_.control(), &StreamControl::solved, this, [this] { last_problem_.clear(); });
        connect(&window_.control(), &StreamControl::nothing_comes, this, [this] {
            if (!last_problem_.isEmpty()) give_up(last_problem_);
        });
        connect(&window_.terrain_control(), &TerrainControl::problem, this, &UnattendedRun::give_up);
    }

    [[nodiscard]] bool is_moving() const { return window_.show_control().layers().is_moving(); }

    void count()
    {
        if (++frames_ == options_.quit_after_frames) finish();
    }

    /// Finishes once other layers than particles are ready, too.
    void finish_once_ready()
    {
        constexpr std::chrono::milliseconds between_looks{50};
        if (window_.show_control().layers().is_ready()) return finish();
        QTimer::singleShot(between_looks, this, &UnattendedRun::finish_once_ready);
    }

    void finish()
    {
        // Queued: not within the drawing of a frame.
        QTimer::singleShot(0, this, [this] { QApplication::exit(write_screenshot() ? 0 : 1); });
    }

    bool write_screenshot()
    {
        if (!options_.screenshot) return true;
        const auto file = QString::fromStdString(options_.screenshot->string());
        const auto why = write_picture(window_.grab().toImage(), file);
        if (!why.isEmpty()) fmt::print(stderr, "farfield: {}\n", why.toStdString());
        return why.isEmpty();
    }

    static void give_up(const QString& why)
    {
        constexpr std::size_t longest = 2000;  // like the limit of a node's own sentences
        fmt::print(stderr, "farfield: {}\n", net::printable(why.toStdString(), longest));
        QApplication::exit(1);
    }

    MainWindow& window_;
    const ViewerOptions& options_;
    std::uint64_t frames_ = 0;
    QString last_problem_;
};

/// Throws where OpenGL is missing: Qt's OpenGL widgets would end the program.
void require_opengl()
{
    if (QOpenGLContext().create()) return;
    throw std::runtime_error(
        fmt::format("the viewer draws with OpenGL, which Qt's platform '{}' does not have; expected another "
                    "QT_QPA_PLATFORM, or farfield play --headless",
                    QGuiApplication::platformName().toStdString()));
}

/// Throws the errors of opening a document before there is a window.
void expect_document(const ViewerOptions& options)
{
    const auto document = load_document(options.open, model::layer_kinds());
    const bool node_is_named = options.host || !options.files.empty();
    if (!document.files || node_is_named) return;
    try {
        (void)own_files(*document.files);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("cannot open session '{}': {}", options.open, error.what()));
    }
}

}  // namespace

int run_viewer(const ViewerOptions& options)
{
    if (!options.open.empty()) expect_document(options);
    if (!options.recording.empty()) (void)RecordedEntities(options.recording);  // likewise
    int argument_count = 1;
    std::string name = "farfield";
    char* arguments[] = {name.data(), nullptr};
    std::optional<QApplication> application;
    {
        const DisplayDemand demand("the viewer");
        application.emplace(argument_count, arguments);
    }
    require_opengl();
    QApplication::setApplicationName(QStringLiteral("Farfield"));
    QApplication::setApplicationVersion(QStringLiteral(FARFIELD_VERSION));
    apply_theme(*application);
    MainWindow window(options);
    window.resize(QSize(default_width, default_height).boundedTo(window.screen()->availableSize()));
    window.show();
    if (options.quit_after_frames == 0) return QApplication::exec();
    const UnattendedRun unattended(window, options);
    return QApplication::exec();
}

}  // namespace farfield::app
