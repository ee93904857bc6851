#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QMimeData>
#include <QUrl>
#include <utility>

#include "app/document/document_file.h"
#include "app/viewer/controls/file_control.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/controls/sight_control.h"
#include "app/viewer/controls/stream_control.h"
#include "app/viewer/controls/terrain_control.h"
#include "app/viewer/controls/viewshed_saver.h"
#include "app/viewer/docks/connection_dock.h"
#include "app/viewer/docks/layer_dock.h"
#include "app/viewer/session/recent_files.h"
#include "app/viewer/sharing/resume_control.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/window/banner.h"
#include "app/viewer/window/main_window.h"
#include "app/viewer/window/picture_file.h"
#include "app/viewer/window/resume_notice.h"
#include "app/viewer/window/start_page.h"
#include "model/layers/layer_kinds.h"

// MainWindow: opening and saving of files, and resuming of sessions.
namespace farfield::app {
namespace {

/// Folder of the last opening; empty without one: dialogs then use the program's.
QString last_folder()
{
    const auto recent = recent_files();
    if (recent.isEmpty() || recent.front().isEmpty()) return {};
    return QFileInfo(recent.front().front()).absolutePath();
}

}  // namespace

// ---- the session with the node

void MainWindow::join_resume()
{
    connect(connection_, &ConnectionDock::node_wanted, resume_, &ResumeControl::connect_to);
    new ResumeNotice(*resume_, *banner_, this);
    connect(banner_, &Banner::start_over, this,
            [this] { files_->is_own() ? files_->retry() : resume_->start_over(); });
}

/// Connects again. A node of this program's own is started anew.
void MainWindow::retry()
{
    files_->is_own() ? files_->retry() : resume_->retry();
}

void MainWindow::leave_running()
{
    resume_->leave_running();
    close();
}

bool MainWindow::save_picture(const QString& file)
{
    const auto why = write_picture(view_->picture(), file);
    if (why.isEmpty())
        report_saved(file);
    else
        banner_->show_line(Banner::Kind::Problem, why.left(1).toUpper() + why.mid(1));
    return why.isEmpty();
}

void MainWindow::ask_and_save_picture()
{
    const auto file = QFileDialog::getSaveFileName(this, tr("Save picture"), QStringLiteral("farfield.png"),
                                                   tr("PNG (*.png)"));
    if (!file.isEmpty()) save_picture(file);
}

bool MainWindow::open_document(const QString& file, bool node_is_named)
{
    try {
        auto document = load_document(file.toStdString(), model::layer_kinds());
        const auto paths = std::exchange(document.files, std::nullopt);
        if (paths && !node_is_named) serve(*paths);
        model_.take_document(document);
        if (!document.data.empty() && !node_is_named && link_.state() == NodeLink::State::Idle)
            banner_->show_line(Banner::Kind::Problem,
                               tr("'%1' shows data of a node: connect to it in the dock Connection, or name "
                                  "it, farfield --open FILE HOST")
                                   .arg(QFileInfo(file).fileName()));
        show_->take_camera();
        const auto layers = model::layers_in_order(model_.document());
        if (!layers.empty()) model_.select_layer(layers.back());
        layers_->raise();
    } catch (const std::exception& fault) {
        banner_->show_line(Banner::Kind::Problem, QString::fromUtf8(fault.what()));
        return false;
    }
    return true;
}

/// Starts a node of this window's own for the files of a document, in place of the present data.
void MainWindow::serve(const std::vector<std::string>& paths)
{
    if (files_->served() == paths && link_.state() == NodeLink::State::Connected) return;
    files_->serve(paths);
    model_.clear_dataset();
    if (model_.terrain()) model_.set_terrain(std::nullopt);
}

bool MainWindow::save_document(const QString& file)
{
    try {
        auto document = model_.document();
        document.camera = show_->camera();
        document.files = files_->served();
        app::save_document(document, file.toStdString());
    } catch (const std::exception& fault) {
        banner_->show_line(Banner::Kind::Problem, QString::fromUtf8(fault.what()));
        return false;
    }
    report_saved(file);
    return true;
}

void MainWindow::open_paths(const QStringList& paths)
{
    const auto is_document = [](const QString& path) {
        return path.endsWith(QStringLiteral(".farfield")) || path.endsWith(QStringLiteral(".toml"));
    };
    if (paths.size() == 1 && is_document(paths.front())) {
        open_document(paths.front());
        return;
    }
    if (paths.isEmpty()) return;
    std::vector<std::string> files;
    for (const QString& path : paths) files.push_back(path.toStdString());
    files_->open(files);
}

void MainWindow::ask_and_open_files()
{
    open_paths(QFileDialog::getOpenFileNames(this, tr("Open files"), last_folder(),
                                             tr("All files (*);;Sessions and scripts (*.farfield *.toml)")));
}

void MainWindow::ask_and_open_folder()
{
    const auto folder = QFileDialog::getExistingDirectory(this, tr("Open folder"), last_folder());
    if (!folder.isEmpty()) open_paths({folder});
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths.append(url.toLocalFile());
    open_paths(paths);
    event->acceptProposedAction();
}

void MainWindow::ask_and_save_document()
{
    const auto file = QFileDialog::getSaveFileName(
        this, tr("Save session"), QStringLiteral("session.farfield"), tr("Sessions (*.farfield)"));
    if (!file.isEmpty()) save_document(file);
}

void MainWindow::save_viewshed(const QString& file)
{
    if (sight_control_->viewshed()) viewshed_saver_->save(*sight_control_->viewshed(), file);
}

void MainWindow::ask_and_save_viewshed()
{
    const auto file = QFileDialog::getSaveFileName(this, tr("Save viewshed"), QStringLiteral("viewshed.tif"),
                                                   tr("GeoTIFF (*.tif *.tiff)"));
    if (!file.isEmpty()) save_viewshed(file);
}

void MainWindow::report_saved(const QString& file)
{
    banner_->show_line(Banner::Kind::Remark, tr("Saved %1").arg(QDir::toNativeSeparators(file)));
}

/// Makes the start page over the view, shown while there is nothing to draw.
void MainWindow::make_start_page()
{
    setAcceptDrops(true);
    start_page_ = new StartPage(centralWidget());
    static_cast<QGridLayout*>(centralWidget()->layout())->addWidget(start_page_, 1, 0);
    banner_->parentWidget()->raise();
    start_page_->show_recent(recent_files());
    connect(start_page_, &StartPage::files_wanted, this, &MainWindow::ask_and_open_files);
    connect(start_page_, &StartPage::folder_wanted, this, &MainWindow::ask_and_open_folder);
    connect(start_page_, &StartPage::node_wanted, this, [this] {
        connection_->raise();
        connection_->edit_address();
    });
    connect(start_page_, &StartPage::paths_wanted, this, &MainWindow::open_paths);
    connect(start_page_, &StartPage::scene_wanted, files_, &FileControl::open_built_in);
    connect(files_, &FileControl::opened, this, [this](const QStringList& paths) {
        add_recent_files(paths);
        start_page_->show_recent(recent_files());
    });
    const auto show_or_hide = [this] {
        const bool has_node = link_.state() != NodeLink::State::Idle && !offers_again_;
        start_page_->setVisible(!has_node && !show_->has_relay() && !model_.dataset() && !model_.terrain() &&
                                model_.document().layers.empty());
    };
    connect(&link_, &NodeLink::state_changed, this, [this, show_or_hide] {
        if (link_.state() == NodeLink::State::Connecting) offers_again_ = false;
        show_or_hide();
    });
    // After files that cannot be shown, the page offers others.
    const auto offer_again = [this, show_or_hide] {
        offers_again_ = files_->is_own();
        show_or_hide();
    };
    connect(files_, &FileControl::problem, this, offer_again);
    connect(control_, &StreamControl::nothing_comes, this, offer_again);
    connect(terrain_control_, &TerrainControl::problem, this, offer_again);
    connect(&model_, &SessionModel::document_changed, this, show_or_hide);
    show_or_hide();
}

}  // namespace farfield::app
