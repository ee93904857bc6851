#pragma once

#include <QDockWidget>
#include <string>
#include <utility>

class QComboBox;
class QLabel;
class QPushButton;

namespace farfield::app {

class NumberBox;
class SessionModel;
class SightControl;

/// Dock for questions about sight over the ground, their answers, and the files that lie over the ground.
class SightDock : public QDockWidget {
    Q_OBJECT

public:
    SightDock(SessionModel& model, SightControl& control, QWidget* parent = nullptr);

Q_SIGNALS:
    void save_wanted();  ///< for the viewshed

private:
    QComboBox* make_files(const char* name, QWidget* parent);
    void listen();
    void show_files();
    /// Names of the picture and the overlay that the lists show.
    [[nodiscard]] std::pair<std::string, std::string> shown_files() const;
    void show_settings();
    void show_answer();

    SessionModel& model_;
    SightControl& control_;
    QComboBox* tool_ = nullptr;
    NumberBox* eye_ = nullptr;
    NumberBox* target_ = nullptr;
    NumberBox* radius_ = nullptr;
    QLabel* answer_ = nullptr;
    QPushButton* save_ = nullptr;
    QComboBox* picture_ = nullptr;
    QComboBox* overlay_ = nullptr;
};

}  // namespace farfield::app
