#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "app/layers/entities/entity_table.h"

namespace farfield::app {

/// Name of an event: "Fire", "Detonation" or "Collision".
[[nodiscard]] QString event_text(net::dis::PduType kind);

/// Table model with a row for each event, the newest first. Threads: the GUI's.
class EventRows : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Event, Shooter, Target, Place, column_count };

    using QAbstractTableModel::QAbstractTableModel;

    /// Takes over the events since the last call.
    void show(const EntityTable& table);
    [[nodiscard]] std::uint64_t number(int row) const { return rows_.at(std::size_t(row)).number; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        std::uint64_t number = 0;
        std::array<QString, column_count> cells;
    };
    [[nodiscard]] static Row row_of(const SeenEvent& event, const EntityTable& table);

    std::vector<Row> rows_;
    std::uint64_t shown_ = 0;  ///< number of the last event shown
};

}  // namespace farfield::app
