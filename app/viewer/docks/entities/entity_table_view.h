#pragma once

#include <QTableView>
#include <initializer_list>

namespace farfield::app {

/// A table of entities or events: whole rows are selected, one at a time, and nothing is edited.
class EntityTableView : public QTableView {
    Q_OBJECT

public:
    /// model: outlives the view. widths: of its columns, logical pixels.
    EntityTableView(QAbstractItemModel& model, std::initializer_list<int> widths, QWidget* parent);
};

}  // namespace farfield::app
