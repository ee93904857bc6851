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

/// Lists the node's terrains, tries the one that the user chooses before the document names it, and reports
/// size and rate of the views in the edited layer.
class TerrainControl : public QObject {
    Q_OBJECT

public:
    TerrainControl(SessionModel& model, NodeLink& link, FlowView& view, ShowControl& show,
                   QObject* parent = nullptr);

    /// Sets the terrain to open once connected.
    void prefer_terrain(std::string name) { preferred_ = std::move(name); }
    /// Opens a terrain; an empty name closes the open one.
    void open_terrain(const std::string& name);
    /// Name of the terrain that the node is opening on trial; empty: none.
    [[nodiscard]] const std::string& opening() const noexcept { return opening_name_; }
    /// Cancels that opening; the node ends its reading.
    void cancel_opening();

    /// Figures of the last view.
    struct Got {
        std::array<std::uint32_t, 2> size{};
        std::optional<double> views_per_second;  ///< possible rate while the camera moves; nullopt before two
        std::optional<double> latency_ms;        ///< from the last camera move to its picture
    };
    [[nodiscard]] Got got() const;

Q_SIGNALS:
    void problem(const QString& what);  ///< one line for the user
    void remark(const QString& what);   ///< likewise, without a failure
    void opened();
    void view_came();
    void opening_changed();
    void rested();  ///< the camera rests, and its full view is on the screen

private:
    void take_connection();
    void set_opening(const std::string& name);
    void drop_opening();
    void take_terrain(const net::Json& description);
    /// Takes the description of the document's terrain once the node has opened it.
    void take_description();
    void view_shown();

    SessionModel& model_;
    NodeLink& link_;
    FlowView& view_;
    ShowControl& show_;
    std::string preferred_;
    std::uint64_t opening_ = 0;      ///< number of the newest opening: answers to earlier ones are ignored
    std::int64_t opening_call_ = 0;  ///< call that opens opening_name_
    std::string opening_name_;       ///< empty: none
};

}  // namespace farfield::app
