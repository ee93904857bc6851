#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "app/layers/entities/entity_table.h"
#include "app/viewer/docks/entities/entity_csv.h"

namespace farfield::app {

/// Table model with a row for each entity. Threads: the GUI's.
class EntityRows : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Force, Kind, Speed, Height, Age, Id, column_count };
    static constexpr int sort_role = Qt::UserRole;  ///< numbers as numbers

    using QAbstractTableModel::QAbstractTableModel;

    /// Takes over the present states. Rows stay where no entity came or left. height: above ground; empty:
    /// heights are above the ellipsoid.
    void show(const EntityTable& table, std::uint64_t now_ns, const HeightAboveGround& height);
    /// Entity id of a row of this model.
    [[nodiscard]] const net::dis::EntityId& id(int row) const { return rows_.at(std::size_t(row)).id; }
    /// Row of an entity; -1: none.
    [[nodiscard]] int row_of(const net::dis::EntityId& id) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        net::dis::EntityId id;
        QString name, force, kind;
        double metres_per_second = 0.0, height_metres = 0.0, age_seconds = 0.0;
    };
    [[nodiscard]] static Row row_of(const KnownEntity& entity, std::uint64_t now_ns,
                                    const HeightAboveGround& height);

    std::vector<Row> rows_;
    bool is_over_ground_ = false;
};

}  // namespace farfield::app
