#include "app/viewer/window/main_window.h"

#include <QDebug>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QStatusBar>
#include <QUrl>
#include <algorithm>
#include <utility>

#include "app/document/document_file.h"
#include "app/viewer/controls/file_control.h"
#include "app/viewer/controls/probe_control.h"
#include "app/viewer/controls/relay_control.h"
#include "app/viewer/controls/show_control.h"
#include "app/viewer/controls/sight_control.h"
#include "app/viewer/controls/stream_control.h"
#include "app/viewer/controls/terrain_control.h"
#include "app/viewer/controls/viewshed_saver.h"
#include "app/viewer/docks/colour_dock.h"
#include "app/viewer/docks/connection_dock.h"
#include "app/viewer/docks/data/dataset_dock.h"
#include "app/viewer/docks/entities/entity_dock.h"
#include "app/viewer/docks/frame_dock.h"
#include "app/viewer/docks/job_dock.h"
#include "app/viewer/docks/layer_dock.h"
#include "app/viewer/docks/line_dock.h"
#include "app/viewer/docks/playback_dock.h"
#include "app/viewer/docks/rake_dock.h"
#include "app/viewer/docks/sight_dock.h"
#include "app/viewer/docks/terrain_dock.h"
#include "app/viewer/session/recent_files.h"
#include "app/viewer/sharing/invite_dialog.h"
#include "app/viewer/sharing/members_label.h"
#include "app/viewer/sharing/resume_control.h"
#include "app/viewer/sharing/sharing_control.h"
#include "app/viewer/view/flow_view.h"
#include "app/viewer/widgets/foreign_text.h"
#include "app/viewer/window/banner.h"
#include "app/viewer/window/data_warning.h"
#include "app/viewer/window/interruption_notice.h"
#include "app/viewer/window/opening_notice.h"
#include "app/viewer/window/picture_file.h"
#include "app/viewer/window/reconnection.h"
#include "app/viewer/window/relay_dialog.h"
#include "app/viewer/window/resume_notice.h"
#include "app/viewer/window/start_page.h"
#include "app/viewer/window/status_panel.h"
#include "app/viewer/window/window_menus.h"
#include "model/data/block_names.h"
#include "model/layers/layer_kinds.h"
#include "net/client/reach/host_port.h"

namespace farfield::app {

namespace {

constexpr int dock_width = 336;         // room for three coordinates beside each other
constexpr int entity_dock_width = 440;  // room for all columns of the list of entities

/// Hides the title of a docked panel, which its tab names; a floating one needs it.
void title_only_when_floating(QDockWidget* dock)
{
    const auto dress = [dock](bool floating) {
        delete dock->titleBarWidget();
        dock->setTitleBarWidget(floating ? nullptr : new QWidget(dock));
    };
    QObject::connect(dock, &QDockWidget::topLevelChanged, dock, dress);
    dress(false);
}

/// Fixes the minimal width, so that changing contents do not move the picture's edge; the user can.
void keep_width(QDockWidget* dock)
{
    constexpr int margins = 16;
    QWidget* content = dock->widget();
    content->setMinimumWidth(std::min(content->minimumSizeHint().width(), dock_width - margins));
}

net::ClientSettings node_of(const ViewerOptions& options)
{
    net::ClientSettings node;
    node.host = options.host.value_or(node.host);
    node.port = options.port;
    node.way = options.way;
    node.tls = options.tls;
    node.join = options.join;
    node.listener = options.listener;
    node.token = options.token;
    return node;
}

}  // namespace

MainWindow::MainWindow(const ViewerOptions& options)
{
    make_centre();
    show_ = new ShowControl(model_, link_, relay_, *view_, this);
    relay_control_ = new RelayControl(model_, relay_, this);
    sharing_ = new SharingControl(model_, link_, this);
    resume_ = new ResumeControl(link_, this);
    control_ = new StreamControl(model_, link_, *show_, this);
    control_->prefer_dataset(options.dataset.empty() ? std::string()
                                                     : model::with_blocks(options.dataset, options.blocks),
                             options.velocity);
    terrain_control_ = new TerrainControl(model_, link_, *view_, *show_, this);
    terrain_control_->prefer_terrain(options.terrain);
    files_ = new FileControl(model_, link_, *control_, *terrain_control_, this);
    sight_control_ = new SightControl(model_, link_, *view_, this);
    probe_ = new ProbeControl(link_, *show_, *view_, this);
    viewshed_saver_ = new ViewshedSaver(link_, this);
    make_docks();
    opening_ = new OpeningNotice(link_, *show_, *control_, *terrain_control_, *banner_, *view_, this);
    join_link();
    join_resume();
    join_rest();
    add_menus(*this);
    auto* members = new MembersLabel(*sharing_, this);
    menuBar()->setCornerWidget(members);
    // A menu bar fixes its corner's width when the widget is set, so it is set again.
    connect(members, &MembersLabel::resized, menuBar(),
            [bar = menuBar(), members] { bar->setCornerWidget(members); });
    show_title();
    connection_->show_node(node_of(options));
    if (options.quit_after_frames > 0) resume_->ask_nothing();
    if (options.session) resume_->choose(*options.session);
    if (!options.open.empty())
        open_document(QString::fromStdString(options.open), options.host || !options.files.empty());
    if (options.relay || !options.recording.empty()) {
        if (options.terrain.empty()) control_->open_only_asked();
        if (options.relay) connect_to_relay(*options.relay);
        if (!options.recording.empty()) {
            relay_control_->show_recording(options.recording);
            entities_->raise();
            make_room_for_entities();
        }
        if (options.entity) entities_->choose(*options.entity, options.sight_to);
        if (!options.vertical.empty()) relay_control_->place_by(options.vertical);
    }
    make_start_page();
    if (!options.files.empty())
        files_->open(options.files, {.velocity = options.velocity, .blocks = options.blocks});
    if (!options.host) return;
    // A connected node does not solve a problem of a document or a recording, so its line comes back.
    const QString problem = banner_->problem();
    connect_now();
    if (!problem.isEmpty()) banner_->show_line(Banner::Kind::Problem, problem);
}

/// The client must release the ring before the view is destroyed, which owns the ring's memory.
MainWindow::~MainWindow()
{
    link_.disconnect_from_node();
    relay_.disconnect_from_node();
    delete takeCentralWidget();
}

void MainWindow::make_centre()
{
    auto* centre = new QWidget(this);
    // Banners lie over the view: the picture keeps its size when they come and go.
    auto* pile = new QGridLayout(centre);
    pile->setContentsMargins(0, 0, 0, 0);
    pile->setSpacing(0);
    view_ = new FlowView(model_, centre);
    view_->setObjectName(QStringLiteral("flow_view"));
    auto* banners = new BannerPile(centre);
    connect(banners, &BannerPile::resized, view_, &FlowView::set_covered);
    banner_ = new Banner(banners);
    relay_banner_ = new Banner(banners);
    sharing_banner_ = new Banner(banners);
    for (auto* each : {banner_, relay_banner_, sharing_banner_}) banners->add(each);
    warning_ = new DataWarning(model_, centre);
    pile->addWidget(warning_, 0, 0);
    pile->addWidget(view_, 1, 0);
    pile->addWidget(banners, 1, 0, Qt::AlignTop);
    setCentralWidget(centre);
}

void MainWindow::make_docks()
{
    connection_ = new ConnectionDock(link_, this);
    dataset_ = new DatasetDock(model_, this);
    rakes_ = new RakeDock(model_, this);
    layers_ = new LayerDock(model_, *show_, this);
    colour_ = new ColourDock(model_, *control_, this);
    playback_ = new PlaybackDock(model_, *control_, *show_, this);
    lines_ = new LineDock(model_, *show_, *view_, this);
    terrain_ = new TerrainDock(model_, *terrain_control_, this);
    sight_ = new SightDock(model_, *sight_control_, this);
    frame_ = new FrameDock(link_, *view_, *control_, this);
    job_ = new JobDock(link_, this);
    entities_ = new EntityDock(model_, *show_, *sight_control_, *view_, this);
    setTabPosition(Qt::LeftDockWidgetArea, QTabWidget::North);
    for (auto* dock : {static_cast<QDockWidget*>(connection_), static_cast<QDockWidget*>(rakes_),
                       static_cast<QDockWidget*>(playback_)})
        addDockWidget(Qt::LeftDockWidgetArea, dock);
    tabifyDockWidget(connection_, dataset_);
    tabifyDockWidget(dataset_, terrain_);
    tabifyDockWidget(rakes_, layers_);
    tabifyDockWidget(layers_, colour_);
    tabifyDockWidget(colour_, sight_);
    tabifyDockWidget(sight_, entities_);
    tabifyDockWidget(playback_, lines_);
    tabifyDockWidget(lines_, frame_);
    tabifyDockWidget(frame_, job_);
    for (auto* dock : findChildren<QDockWidget*>()) {
        title_only_when_floating(dock);
        keep_width(dock);
    }
    for (auto* dock : {static_cast<QDockWidget*>(connection_), static_cast<QDockWidget*>(rakes_),
                       static_cast<QDockWidget*>(playback_)})
        dock->raise();
    resizeDocks({connection_, rakes_, playback_}, {140, 280, 290}, Qt::Vertical);
    resizeDocks({rakes_}, {dock_width}, Qt::Horizontal);
    status_ = new StatusPanel(model_, link_, *view_, *control_, this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(status_, 1);
}

void MainWindow::join_link()
{
    const auto node = [this] { return QString::fromStdString(link_.settings().node()); };
    // The client's own sentences name the node, some at their start, and contain its reason for the end.
    const auto sentence = [node](const QString& why) {
        return why.startsWith(node()) ? why : why.left(1).toUpper() + why.mid(1);
    };
    reconnection_ = new Reconnection(
        link_, *banner_, [this] { resume_->retry(); }, this);
    connect(&link_, &NodeLink::failed, this, [this, sentence](const QString& why) {
        if (!reconnection_->is_on()) banner_->show_line(Banner::Kind::Lost, sentence(why));
    });
    new InterruptionNotice(link_, *banner_, this);
    connect(sharing_, &SharingControl::other_data_shown, show_, &ShowControl::take_camera);
    connect(sharing_, &SharingControl::remark, this, [this](const QString& line) {
        // A problem of the user's own sharing keeps its banner; the remark then stands in the other one.
        const bool is_free = sharing_banner_->problem().isEmpty();
        (is_free ? sharing_banner_ : banner_)->show_line(Banner::Kind::Remark, line);
    });
    connect(sharing_, &SharingControl::others_lost, sharing_banner_,
            [this](const QString& line) { sharing_banner_->show_line(Banner::Kind::Problem, line); });
    connect(&link_, &NodeLink::lost, this, [this, sentence](const QString& why) {
        // A node that is back without the session, or comes back, gets a new session from the document.
        const auto& way = link_.settings().way;
        const bool is_started_here = files_->is_own() || (way && way->is_command());
        const bool may_return = is_started_here ? link_.is_interrupted() : link_.may_return();
        if (may_return && !resume_->is_taken()) {
            if (!is_started_here) return reconnection_->begin(sentence(why));
            QMetaObject::invokeMethod(this, &MainWindow::retry, Qt::QueuedConnection);
            return;
        }
        banner_->show_line(Banner::Kind::Lost,
                           tr("%1. The picture is the last one that came.").arg(sentence(why)));
    });
    connect(&link_, &NodeLink::noted, this, [this, node](const QString& line) {
        // Later lines are the log of a working node.
        if (link_.state() == NodeLink::State::Connecting)
            banner_->show_line(Banner::Kind::Note, tr("%1: %2").arg(node(), line));
        else
            qInfo().noquote() << line;
    });
    connect(&link_, &NodeLink::state_changed, this, [this, node] {
        const auto state = link_.state();
        const QString own = files_->name();
        status_->name_files(own);
        const QString words = !own.isEmpty()              ? tr("Opening %1 …").arg(plain_text(own))
                              : link_.settings().listener ? tr("Waiting for a node at %1 …").arg(node())
                                                          : tr("Connecting to %1 …").arg(node());
        const bool is_here = state == NodeLink::State::Connected && banner_->problem().isEmpty();
        if (is_here) banner_->clear();
        if (reconnection_->is_on()) return;
        if (state == NodeLink::State::Connecting) banner_->show_line(Banner::Kind::Note, words);
        if (state == NodeLink::State::Idle) banner_->clear();
    });
    connect(files_, &FileControl::renamed, this, [this] { status_->name_files(files_->name()); });
    connect(banner_, &Banner::retry, this,
            [this] { reconnection_->is_on() ? reconnection_->try_now() : retry(); });
}

void MainWindow::join_rest()
{
    const auto problem = [this](const QString& line) { banner_->show_line(Banner::Kind::Problem, line); };
    const auto remark = [this](const QString& line) { banner_->show_line(Banner::Kind::Note, line); };
    connect(relay_control_, &RelayControl::away, this,
            [this](const QString& line) { relay_banner_->show_line(Banner::Kind::Lost, line); });
    connect(relay_control_, &RelayControl::back, relay_banner_, &Banner::clear);
    connect(relay_banner_, &Banner::retry, relay_control_, &RelayControl::retry_now);
    connect(connection_, &ConnectionDock::wrong_address, this, problem);
    connect(show_, &ShowControl::misfit_changed, warning_, &DataWarning::set_misfit);
    connect(rakes_, &RakeDock::problem, this, problem);
    connect(entities_, &EntityDock::problem, this, problem);
    connect(entities_, &EntityDock::remark, this, remark);
    connect(layers_, &LayerDock::problem, this, problem);
    connect(control_, &StreamControl::problem, this, problem);
    connect(control_, &StreamControl::remark, this, remark);
    connect(files_, &FileControl::problem, this, problem);
    connect(files_, &FileControl::remark, this, remark);
    connect(terrain_control_, &TerrainControl::problem, this, problem);
    connect(terrain_control_, &TerrainControl::remark, this, remark);
    connect(viewshed_saver_, &ViewshedSaver::problem, this, problem);
    connect(viewshed_saver_, &ViewshedSaver::saved, this, &MainWindow::report_saved);
    connect(sight_, &SightDock::save_wanted, this, &MainWindow::ask_and_save_viewshed);
    // A dataset that opened by default closes when the user opens a terrain.
    connect(terrain_control_, &TerrainControl::opened, control_, &StreamControl::close_unasked_dataset);
    connect(terrain_control_, &TerrainControl::opened, terrain_, &QDockWidget::raise);
    connect(terrain_control_, &TerrainControl::opened, this, [this] {
        show_->shows_entities() ? entities_->raise() : sight_->raise();  // moving layers matter more
    });
    connect(terrain_control_, &TerrainControl::opened, this, &MainWindow::make_room_for_terrain);
    connect(&model_, &SessionModel::document_changed, opening_, &OpeningNotice::follow);
    connect(&relay_, &NodeLink::state_changed, opening_, &OpeningNotice::follow);
    connect(control_, &StreamControl::solved, banner_, &Banner::clear_problem);
    connect(control_, &StreamControl::ended, this, [this](const QString& message) {
        const auto why = message.isEmpty() ? tr("its last frame has been shown") : message;
        banner_->show_line(Banner::Kind::Note,
                           tr("The stream has ended: %1. \"Start over\" plays it again.").arg(why));
    });
    connect(view_, &FlowView::cannot_draw, this,
            [problem](const QString& why) { problem(tr("Cannot draw: %1").arg(why)); });
    connect(dataset_, &DatasetDock::dataset_chosen, control_,
            [this](const QString& name) { control_->open_dataset(name.toStdString()); });
    connect(dataset_, &DatasetDock::list_wanted, control_, &StreamControl::list_again);
    connect(job_, &JobDock::result_wanted, control_,
            [this](const std::string& name) { control_->open_dataset(name); });
    connect(job_, &JobDock::problem, this, problem);
    connect(probe_, &ProbeControl::probed, status_, &StatusPanel::show_probed);
    connect(dataset_, &DatasetDock::blocks_chosen, control_, &StreamControl::choose_blocks);
    connect(colour_, &ColourDock::velocity_chosen, control_,
            [this](const QString& name) { control_->choose_velocity(name.toStdString()); });
    connect(&model_, &SessionModel::dataset_changed, this, &MainWindow::show_title);
    connect(&model_, &SessionModel::terrain_changed, this, &MainWindow::show_title);
    connect(&model_, &SessionModel::dataset_changed, this, [this](bool kept) {
        if (!kept && !model_.terrain())
            dataset_->raise();  // connected: the data matter now, not the node's address
    });
}

void MainWindow::show_title()
{
    const auto& dataset = model_.dataset();
    const auto& terrain = model_.terrain();
    const auto name = dataset ? dataset->dataset : terrain ? terrain->terrain : std::string();
    setWindowTitle(name.empty() ? tr("Farfield") : tr("%1 – Farfield").arg(plain_text(name)));
}

void MainWindow::connect_now()
{
    connection_->connect_now();
}

void MainWindow::ask_and_invite()
{
    InviteDialog(*sharing_, this).exec();
}

void MainWindow::connect_to_relay(const net::ClientSettings& relay)
{
    relay_banner_->clear();
    relay_control_->connect_to(relay);
    entities_->raise();
    make_room_for_entities();
}

void MainWindow::make_room_for_entities()
{
    resizeDocks({connection_, entities_, playback_}, {130, 560, 60}, Qt::Vertical);
    if (entities_->width() < entity_dock_width) resizeDocks({entities_}, {entity_dock_width}, Qt::Horizontal);
}

void MainWindow::disconnect_from_relay()
{
    relay_control_->disconnect_from_relay();
}

void MainWindow::ask_and_connect_to_relay()
{
    net::ClientSettings shown = relay_.settings();
    if (!show_->has_relay()) shown.port = net::default_relay_port;
    RelayDialog dialog(shown, this);
    if (dialog.exec() == QDialog::Accepted) connect_to_relay(dialog.settings());
}

void MainWindow::toggle_pause()
{
    auto clock = model_.document().clock;
    clock.playing = !clock.playing;
    model_.set_clock(clock);
}

/// Gives the docks room for a terrain. Playback needs little, since ground alone has no time.
void MainWindow::make_room_for_terrain()
{
    if (show_->shows_entities()) return make_room_for_entities();
    if (!model_.dataset()) resizeDocks({terrain_, sight_, playback_}, {360, 280, 110}, Qt::Vertical);
}

// MainWindow: opening and saving of files, and resuming of sessions.

namespace {

/// Folder of the last opening; empty without one: dialogs then use the program's.
QString last_folder()
{
    const auto recent = recent_files();
    if (recent.isEmpty() || recent.front().isEmpty()) return {};
    return QFileInfo(recent.front().front()).absolutePath();
}

}  // namespace

// The session with the node.

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
