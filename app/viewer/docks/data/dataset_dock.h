#pragma once

#include <QDockWidget>
#include <string>
#include <vector>

class QLabel;
class QPushButton;

namespace farfield::app {

class BlockList;
class DatasetTree;
class SessionModel;

/// Dock with the shown dataset, its description by the node, and a list for choosing another.
class DatasetDock : public QDockWidget {
    Q_OBJECT

public:
    explicit DatasetDock(SessionModel& model, QWidget* parent = nullptr);

Q_SIGNALS:
    void dataset_chosen(const QString& name);
    void list_wanted();                                           ///< anew, for the tree
    void blocks_chosen(const std::vector<std::string>& numbers);  ///< from 1; none: all

private:
    void show_dataset();
    void open_tree();
    void fill_tree();

    SessionModel& model_;
    QPushButton* open_;  ///< shows the open dataset's name
    DatasetTree* tree_;
    BlockList* blocks_;
    QLabel* facts_;
};

}  // namespace farfield::app
