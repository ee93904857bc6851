#pragma once

#include <QMainWindow>

#include "app/viewer/node_link.h"
#include "app/viewer/run_viewer.h"
#include "app/viewer/session_model.h"

namespace farfield::app {

class Banner;
class ColourDock;
class ConnectionDock;
class DatasetDock;
class FlowView;
class FrameDock;
class LineControl;
class LineDock;
class PlaybackDock;
class RakeDock;
class StatusPanel;
class StreamControl;
class TerrainControl;
class TerrainDock;

/// The window: puts view, docks, banner and status bar together and joins their signals. What they do is
/// theirs.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(const ViewerOptions& options);
    ~MainWindow() override;

    [[nodiscard]] SessionModel& model() noexcept { return model_; }
    [[nodiscard]] NodeLink& link() noexcept { return link_; }
    [[nodiscard]] FlowView& view() noexcept { return *view_; }
    [[nodiscard]] StreamControl& control() noexcept { return *control_; }
    [[nodiscard]] TerrainControl& terrain_control() noexcept { return *terrain_control_; }
    [[nodiscard]] Banner& banner() noexcept { return *banner_; }
    [[nodiscard]] StatusPanel& status() noexcept { return *status_; }

    /// Connects to what the connection dock says.
    void connect_now();
    /// The view, without the window, as a PNG. False when the file cannot be written.
    bool save_picture(const QString& file);

public Q_SLOTS:
    void toggle_pause();
    void ask_and_save_picture();

private:
    void make_centre();
    void make_docks();
    void join_link();
    void join_rest();
    void show_title();

    SessionModel model_;
    NodeLink link_;
    FlowView* view_;
    Banner* banner_;
    StreamControl* control_;
    LineControl* line_control_;
    TerrainControl* terrain_control_;
    ConnectionDock* connection_;
    DatasetDock* dataset_;
    RakeDock* rakes_;
    ColourDock* colour_;
    PlaybackDock* playback_;
    LineDock* lines_;
    TerrainDock* terrain_;
    FrameDock* frame_;
    StatusPanel* status_;
};

}  // namespace farfield::app
