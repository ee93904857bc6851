#pragma once

#include <QDockWidget>

#include "app/viewer/view/rake_edit.h"

class QGridLayout;
class QLabel;
class QListWidget;
class QToolButton;

namespace farfield::app {

class RakeEditor;
class SessionModel;

/// Dock with the rakes: a list, buttons that add and remove, and the numbers of the selected one.
class RakeDock : public QDockWidget {
    Q_OBJECT

public:
    explicit RakeDock(SessionModel& model, QWidget* parent = nullptr);

    /// Adds a list of the seeds in a CSV file, or emits problem().
    void add_list(const QString& file);

Q_SIGNALS:
    void problem(const QString& line);

private:
    QWidget* make_buttons();
    void make_add_buttons(QGridLayout& grid);
    void ask_and_add_list();
    void show_rakes();
    void show_selection();
    void show_dataset();
    void show_summary();
    void add(RakeKind kind);

    SessionModel& model_;
    QListWidget* list_;
    RakeEditor* editor_;
    QToolButton* remove_ = nullptr;
    QWidget* buttons_;
    QLabel* summary_;
};

}  // namespace farfield::app
