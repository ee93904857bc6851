#pragma once

#include <QDockWidget>

class QComboBox;
class QLabel;

namespace farfield::app {

class SessionModel;

/// Which dataset is shown, and what the node says of it.
class DatasetDock : public QDockWidget {
    Q_OBJECT

public:
    explicit DatasetDock(SessionModel& model, QWidget* parent = nullptr);

Q_SIGNALS:
    void dataset_chosen(const QString& name);

private:
    void show_list();
    void show_dataset();

    SessionModel& model_;
    QComboBox* list_;
    QLabel* facts_;
};

}  // namespace farfield::app
