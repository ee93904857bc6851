#pragma once

#include <QMainWindow>

#include "app/viewer/session/node_link.h"
#include "app/viewer/session/session_model.h"
#include "app/viewer/widgets/box_events.h"
#include "app/viewer/window/run_viewer.h"

namespace farfield::app {

class Banner;
class ColourDock;
class ConnectionDock;
class DataWarning;
class DatasetDock;
class EntityDock;
class FileControl;
class FlowView;
class FrameDock;
class JobDock;
class LayerDock;
class LineDock;
class OpeningNotice;
class PlaybackDock;
class ProbeControl;
class RakeDock;
class Reconnection;
class RelayControl;
class ResumeControl;
class SharingControl;
class ShowControl;
class SightControl;
class SightDock;
class StartPage;
class StatusPanel;
class StreamControl;
class TerrainControl;
class TerrainDock;
class ViewshedSaver;

/// The window: puts view, docks, banner and status bar together and joins their signals. The parts do their
/// own work.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(const ViewerOptions& options);
    ~MainWindow() override;

    [[nodiscard]] SessionModel& model() noexcept { return model_; }
    [[nodiscard]] NodeLink& link() noexcept { return link_; }
    [[nodiscard]] NodeLink& relay() noexcept { return relay_; }
    [[nodiscard]] FlowView& view() noexcept { return *view_; }
    [[nodiscard]] StreamControl& control() noexcept { return *control_; }
    [[nodiscard]] SharingControl& sharing() noexcept { return *sharing_; }
    [[nodiscard]] ResumeControl& resume() noexcept { return *resume_; }
    [[nodiscard]] ShowControl& show_control() noexcept { return *show_; }
    [[nodiscard]] TerrainControl& terrain_control() noexcept { return *terrain_control_; }
    [[nodiscard]] Banner& banner() noexcept { return *banner_; }
    [[nodiscard]] Banner& relay_banner() noexcept { return *relay_banner_; }
    [[nodiscard]] EntityDock& entity_dock() noexcept { return *entities_; }
    [[nodiscard]] StatusPanel& status() noexcept { return *status_; }

    /// Connects to the node of the connection dock.
    void connect_now();
    /// Closes the window, and leaves its session to the node.
    void leave_running();
    [[nodiscard]] FileControl& files() noexcept { return *files_; }
    [[nodiscard]] StartPage& start_page() noexcept { return *start_page_; }
    /// Opens sessions and scripts as documents; other files and folders through a node of this program's own.
    void open_paths(const QStringList& paths);
    /// Shows the entities of a relay, beside the data of a node.
    void connect_to_relay(const net::ClientSettings& relay);
    void disconnect_from_relay();
    /// Writes the view, without the window, as a PNG. False when the file cannot be written.
    bool save_picture(const QString& file);
    /// Reads a script or a saved session and shows it; saves the present document. False, and a line in the
    /// banner, where that fails. Starts an own node for a session with files of this machine, unless a
    /// node or other files are named.
    bool open_document(const QString& file) { return open_document(file, false); }
    bool open_document(const QString& file, bool node_is_named);
    bool save_document(const QString& file);
    /// Saves the viewshed over the ground as a GeoTIFF; the banner reports when it is written.
    void save_viewshed(const QString& file);

public Q_SLOTS:
    void toggle_pause();
    void ask_and_connect_to_relay();
    void ask_and_save_picture();
    void ask_and_open_files();
    void ask_and_open_folder();
    void ask_and_save_document();
    void ask_and_save_viewshed();
    void ask_and_invite();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void make_centre();
    void make_docks();
    void make_start_page();
    void join_link();
    void join_resume();
    void retry();
    void serve(const std::vector<std::string>& paths);
    void join_rest();
    void show_title();
    void make_room_for_terrain();
    void make_room_for_entities();
    void report_saved(const QString& file);

    BoxEvents box_events_;
    SessionModel model_;
    NodeLink link_;
    NodeLink relay_;  ///< for entities
    FlowView* view_ = nullptr;
    DataWarning* warning_ = nullptr;
    Banner* banner_ = nullptr;
    Banner* relay_banner_ = nullptr;  ///< for the relay's link
    Banner* sharing_banner_ = nullptr;
    ShowControl* show_ = nullptr;
    SharingControl* sharing_ = nullptr;
    ResumeControl* resume_ = nullptr;
    Reconnection* reconnection_ = nullptr;
    RelayControl* relay_control_ = nullptr;
    StreamControl* control_ = nullptr;
    TerrainControl* terrain_control_ = nullptr;
    FileControl* files_ = nullptr;
    SightControl* sight_control_ = nullptr;
    ProbeControl* probe_ = nullptr;
    ViewshedSaver* viewshed_saver_ = nullptr;
    ConnectionDock* connection_ = nullptr;
    DatasetDock* dataset_ = nullptr;
    RakeDock* rakes_ = nullptr;
    LayerDock* layers_ = nullptr;
    ColourDock* colour_ = nullptr;
    PlaybackDock* playback_ = nullptr;
    LineDock* lines_ = nullptr;
    TerrainDock* terrain_ = nullptr;
    SightDock* sight_ = nullptr;
    FrameDock* frame_ = nullptr;
    JobDock* job_ = nullptr;
    EntityDock* entities_ = nullptr;
    StatusPanel* status_ = nullptr;
    OpeningNotice* opening_ = nullptr;
    StartPage* start_page_ = nullptr;
    bool offers_again_ = false;  ///< shows the start page though a node is connected
};

}  // namespace farfield::app
