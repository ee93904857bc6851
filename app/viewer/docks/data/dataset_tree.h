#pragma once

#include <QWidget>
#include <vector>

#include "model/data/dataset_info.h"

class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace farfield::app {

/// Tree of a node's datasets by folder, with format, time steps, unit and size, and a filter.
class DatasetTree : public QWidget {
    Q_OBJECT

public:
    explicit DatasetTree(QWidget* parent = nullptr);

    void show_datasets(const std::vector<model::DatasetEntry>& datasets);
    /// Selects the open dataset.
    void show_open(const QString& name);

Q_SIGNALS:
    /// A listed name; "A+B" for two that are opened together; or a name that the user typed.
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
