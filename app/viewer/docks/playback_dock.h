#pragma once

#include <QDockWidget>

class QComboBox;
class QCheckBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace farfield::app {

class NumberBox;
class SessionModel;
class ShowControl;
class StreamControl;
class TimeChoice;

/// Dock for time: pause, step, resume, start over; rate, policy, and the time step of a frame.
class PlaybackDock : public QDockWidget {
    Q_OBJECT

public:
    PlaybackDock(SessionModel& model, StreamControl& control, ShowControl& show, QWidget* parent = nullptr);

private:
    QWidget* make_buttons();
    QWidget* make_numbers();
    void make_time(QFormLayout& form);
    void listen();
    void listen_to_time();
    void show_all();
    void show_time();
    [[nodiscard]] bool has_particles() const;

    SessionModel& model_;
    StreamControl& control_;
    QPushButton* pause_ = nullptr;
    QPushButton* step_ = nullptr;
    QPushButton* restart_ = nullptr;
    NumberBox* rate_ = nullptr;
    QComboBox* policy_ = nullptr;
    NumberBox* step_size_ = nullptr;
    QSpinBox* steps_per_frame_ = nullptr;
    QSpinBox* max_age_ = nullptr;
    QCheckBox* developed_ = nullptr;
    QCheckBox* live_ = nullptr;
    QLabel* time_span_ = nullptr;
    TimeChoice* time_choice_ = nullptr;
    NumberBox* start_time_ = nullptr;
    QCheckBox* loop_ = nullptr;
};

}  // namespace farfield::app
