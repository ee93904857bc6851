#pragma once

#include <QDockWidget>
#include <QSortFilterProxyModel>
#include <QTimer>
#include <optional>

#include <glm/vec3.hpp>

#include "app/viewer/docks/entities/entity_rows.h"
#include "app/viewer/docks/entities/event_rows.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QTabWidget;
class QTableView;

namespace farfield::app {

class EntityLayer;
class FlowView;
class ShowControl;

/// The entities of the lowest layer of them: how many, how fresh, which; the view may follow one.
class EntityDock : public QDockWidget {
    Q_OBJECT

public:
    EntityDock(ShowControl& control, FlowView& view, QWidget* parent = nullptr);

private:
    void make_content();
    [[nodiscard]] QWidget* make_list(QWidget* parent);
    [[nodiscard]] QWidget* make_events(QWidget* parent);
    [[nodiscard]] EntityLayer* layer();
    void show_entities();
    [[nodiscard]] QString relay_text() const;
    [[nodiscard]] QString placement_text() const;
    void take_selection();
    void restore_selection(const EntityLayer& layer);
    void follow();
    void fly_to_event(const QModelIndex& row);
    void fly_to(glm::dvec3 place);

    ShowControl& control_;
    FlowView& view_;
    EntityRows rows_;
    QSortFilterProxyModel sorted_;
    EventRows events_;
    QTimer timer_;
    QLabel* figures_;
    QLabel* placement_;
    QLineEdit* filter_;
    QTabWidget* tabs_;
    QTableView* table_;
    QTableView* event_table_;
    QCheckBox* follow_;
    std::optional<glm::dvec3> followed_to_;  ///< where the entity was in the last picture
};

/// "12,483 entities, 31,200 updates/s, 0 lost, 4,102 conflated, age 6 / 14 ms (p50 / p95), congestion 1
/// (link)"
[[nodiscard]] QString words_of(const EntityFigures& figures);

}  // namespace farfield::app
