#pragma once

#include <QDockWidget>
#include <QSortFilterProxyModel>
#include <QTimer>
#include <optional>

#include "app/viewer/docks/entities/entity_ride.h"
#include "app/viewer/docks/entities/entity_rows.h"
#include "app/viewer/docks/entities/event_rows.h"

class QLabel;
class QLineEdit;
class QTabWidget;
class QTableView;

namespace farfield::app {

class EntityDetailsPage;
class EntityLayer;
class EntityLayerChoice;
class EntitySight;
class EntityTools;
class FlowView;
class SessionModel;
class ShowControl;
class SightControl;

/// Dock for the entities of one layer: figures, list, events, details and tools for the selected one.
class EntityDock : public QDockWidget {
    Q_OBJECT

public:
    EntityDock(SessionModel& model, ShowControl& control, SightControl& sight, FlowView& view,
               QWidget* parent = nullptr);

    /// Selects an entity, which may still be unknown, with a line of sight to another one, if given.
    void choose(const net::dis::EntityId& id, const std::optional<net::dis::EntityId>& sees);
    /// Writes the rows of the list, in their order. False, and problem(), where the file cannot be written.
    bool export_csv(const QString& file);
    /// Draws the line of sight between two entities, and reports whether one sees the other.
    void watch_sight(const net::dis::EntityId& from, const net::dis::EntityId& to);

Q_SIGNALS:
    void problem(const QString& line);  ///< for the user
    void remark(const QString& line);   ///< likewise, without a failure

private:
    void make_content();
    [[nodiscard]] QWidget* make_list(QWidget* parent);
    [[nodiscard]] QWidget* make_events(QWidget* parent);
    void listen();
    [[nodiscard]] EntityLayer* layer() const;
    void show_entities();
    void begin_layer();
    void show_tools();
    void show_events(const EntityTable& table);
    [[nodiscard]] QString source_text(const EntityLayer& layer) const;
    [[nodiscard]] QString tools_text() const;
    [[nodiscard]] const KnownEntity* selected() const;
    [[nodiscard]] std::optional<double> height_above_ground(const KnownEntity& entity,
                                                            std::uint64_t now_ns) const;
    [[nodiscard]] bool is_over_ground() const;
    void take_selection();
    void restore_selection();
    void ride();
    void set_ride(Ride ride);
    void toggle_sight(bool on);
    void cast_viewshed();
    void ask_and_export();
    void colour_by(const std::string& by);
    void fly_to_event(const QModelIndex& row);
    void fly_to(glm::dvec3 place);

    SessionModel& model_;
    ShowControl& control_;
    SightControl& sight_control_;
    FlowView& view_;
    EntitySight* sight_;
    EntityRows rows_;
    QSortFilterProxyModel sorted_;
    EventRows events_;
    EntityRide ride_;
    QTimer timer_;
    std::string shown_layer_;  ///< layer of selection and details
    EntityLayerChoice* choice_;
    QLabel* figures_;
    QLabel* placement_;
    QLineEdit* filter_;
    QTabWidget* tabs_;
    QTableView* table_;
    QTableView* event_table_;
    EntityTools* tools_;
    EntityDetailsPage* details_;
    std::optional<net::dis::EntityId> sees_from_;  ///< a line of sight waits for a click on the other entity
    bool is_restoring_ = false;                    ///< the row follows the layer's selection, not a click
};

}  // namespace farfield::app
