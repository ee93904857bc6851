#pragma once

#include <QObject>
#include <optional>
#include <string>

#include "app/viewer/session/session_model.h"
#include "net/message/control_messages.h"

namespace farfield::app {

class FlowView;
class NodeLink;
class ShowControl;

/// Lists and opens the node's terrains, and reports how the views of the layer that the docks edit come.
class TerrainControl : public QObject {
    Q_OBJECT

public:
    TerrainControl(SessionModel& model, NodeLink& link, FlowView& view, ShowControl& show,
                   QObject* parent = nullptr);

    /// The terrain to open once connected.
    void prefer_terrain(std::string name) { preferred_ = std::move(name); }
    /// An empty name closes the one that is open.
    void open_terrain(const std::string& name);
    /// The terrain that the node is opening; empty: none.
    [[nodiscard]] const std::string& opening() const noexcept { return opening_name_; }
    /// Waits no longer for it; the node ends its reading.
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
    void drop_opening();
    void take_terrain(const net::Json& description);
    void view_shown();

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    ShowControl& show_;
    std::string preferred_;
    std::uint64_t opening_ = 0;      ///< tells the answer that is waited for from those that are not any more
    std::int64_t opening_call_ = 0;  ///< while opening_name_ is opened
    std::string opening_name_;       ///< empty: none
};

}  // namespace farfield::app
