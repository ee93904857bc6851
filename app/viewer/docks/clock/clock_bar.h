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

/// Bar with the time, and the date, of recorded layers, or else of an unsteady dataset's steps; it can be
/// moved. On a live clock it shows the present time. Hidden where no layer has a time.
class ClockBar : public QWidget {
    Q_OBJECT

public:
    ClockBar(SessionModel& model, StreamControl& control, ShowControl& show, QWidget* parent = nullptr);

private:
    /// Time range of the bar.
    struct Range {
        double first = 0.0, last = 0.0;  ///< data time
        bool is_dataset = false;         ///< range of a dataset, not of recorded layers
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
