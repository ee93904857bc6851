#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

class QLabel;
class QSlider;

namespace farfield::app {

class ShowControl;
class SessionModel;
class StreamControl;

/// The time at which recorded layers, or else the steps of an unsteady dataset, are shown, with its date and
/// a bar to go to another; or that of a live clock. Hidden where nothing has a time.
class ClockBar : public QWidget {
    Q_OBJECT

public:
    ClockBar(SessionModel& model, StreamControl& control, ShowControl& show, QWidget* parent = nullptr);

private:
    /// What the bar is about.
    struct Range {
        double first = 0.0, last = 0.0;  ///< data time
        bool is_dataset = false;         ///< of a dataset, not of what is recorded
    };
    [[nodiscard]] std::optional<Range> range() const;
    [[nodiscard]] double dataset_time() const;
    [[nodiscard]] QString words(const Range& of, double seconds) const;
    void show_moment();
    void show_live();
    void seek();
    [[nodiscard]] QString off_clock() const;

    SessionModel& model_;
    StreamControl& control_;
    ShowControl& show_;
    QLabel* time_ = nullptr;
    QLabel* remark_ = nullptr;
    QSlider* bar_ = nullptr;
    QTimer timer_;
};

}  // namespace farfield::app
