#pragma once

#include <QWidget>
#include <vector>

#include "model/data/dataset_info.h"

class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace farfield::app {

/// The datasets of a node by folder, with format, time steps, unit and size, and a filter.
class DatasetTree : public QWidget {
    Q_OBJECT

public:
    explicit DatasetTree(QWidget* parent = nullptr);

    void show_datasets(const std::vector<model::DatasetEntry>& datasets);
    /// Selects this one.
    void show_open(const QString& name);

Q_SIGNALS:
    /// Of one that is listed; of two that are opened together, "A+B"; or as the user typed it.
    void chosen(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QTreeWidgetItem* folder_for(const QString& path);
    [[nodiscard]] QStringList selected_names() const;
    void filter();
    void choose_typed();

    QLineEdit* filter_;
    QTreeWidget* tree_;
    QPushButton* together_;
};

}  // namespace farfield::app
