#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QSlider;

namespace farfield::app {

class ShowControl;
class StreamControl;

/// The time at which recorded layers are shown, with a bar to go to another, or that of a live clock; hidden
/// where nothing is recorded.
class ClockBar : public QWidget {
    Q_OBJECT

public:
    ClockBar(StreamControl& control, ShowControl& show, QWidget* parent = nullptr);

private:
    void show_moment();
    void seek();
    [[nodiscard]] QString off_clock() const;

    StreamControl& control_;
    ShowControl& show_;
    QLabel* time_ = nullptr;
    QLabel* remark_ = nullptr;
    QSlider* bar_ = nullptr;
    QTimer timer_;
};

}  // namespace farfield::app
