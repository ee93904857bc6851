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

/// Which dataset is shown, and what the node says of it.
class DatasetDock : public QDockWidget {
    Q_OBJECT

public:
    explicit DatasetDock(SessionModel& model, QWidget* parent = nullptr);

Q_SIGNALS:
    void dataset_chosen(const QString& name);
    void list_wanted();                                           ///< as it is by now
    void blocks_chosen(const std::vector<std::string>& numbers);  ///< from 1; none: all

private:
    void show_dataset();
    void open_tree();
    void fill_tree();

    SessionModel& model_;
    QPushButton* open_;  ///< its text: what is open
    DatasetTree* tree_;
    BlockList* blocks_;
    QLabel* facts_;
};

}  // namespace farfield::app
