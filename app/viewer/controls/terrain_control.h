#pragma once

#include <QObject>
#include <optional>
#include <string>

#include "app/link/program_stream.h"
#include "app/viewer/controls/session_model.h"
#include "app/viewer/view/view_pace.h"
#include "model/programs/terrain_view.h"

namespace farfield::app {

class FlowView;
class NodeLink;

/// Keeps the node's program `terrain.view` in step with the camera: a view is asked for as soon as the last
/// one is here, as large as still comes often enough; once the camera rests, one of the picture's full size,
/// which is given up when it moves again.
class TerrainControl : public QObject {
    Q_OBJECT

public:
    TerrainControl(SessionModel& model, NodeLink& link, FlowView& view, QObject* parent = nullptr);

    /// The terrain to open once connected.
    void prefer_terrain(std::string name) { preferred_ = std::move(name); }
    /// An empty name closes the one that is open.
    void open_terrain(const std::string& name);
    /// The terrain that the node is opening; empty: none.
    [[nodiscard]] const std::string& opening() const noexcept { return opening_name_; }
    /// Waits no longer for it.
    void cancel_opening();

    /// What the last view was like.
    struct Got {
        std::array<std::uint32_t, 2> size{};
        std::optional<double> views_per_second;  ///< that the camera's moves could bring; nothing before two
        std::optional<double> latency_ms;        ///< from the last move to the picture with its view
    };
    [[nodiscard]] Got got() const;

Q_SIGNALS:
    void problem(const QString& what);  ///< one line for the user
    void remark(const QString& what);   ///< likewise, where nothing is wrong
    void opened();
    void view_came();
    void opening_changed();
    void rested();  ///< the camera has, and its full view is on the screen

private:
    void take_connection();
    void set_opening(const std::string& name);
    void take_terrain(const net::Json& description, bool same);
    void follow();
    void start(const model::TerrainViewParams& wanted);
    void update(const model::TerrainViewParams& wanted);
    void shown(std::uint32_t interaction, std::uint64_t received_ns, std::uint64_t shown_ns);
    void drop();
    [[nodiscard]] model::TerrainViewParams wanted(bool resting) const;

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    std::string preferred_;
    std::uint64_t opening_ = 0;
    std::string opening_name_;  ///< empty: none
    ProgramStream stream_;
    ViewPace pace_;
    std::array<std::uint32_t, 2> room_{};  ///< largest picture that the slots hold
    bool starting_ = false;
    std::optional<model::TerrainViewParams> sent_;     ///< what the node was asked last
    std::optional<model::TerrainViewParams> refused_;  ///< what it would not; not to be sent again
    std::uint32_t awaited_ = 0;                        ///< interaction of the view under way; 0: none
    bool is_final_ = false;                            ///< that is one for a camera that rests
    std::uint64_t asked_ns_ = 0;
    Got got_;
};

}  // namespace farfield::app
