#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "app/viewer/session/frame_figures.h"

class QLabel;

namespace farfield::app {

class FlowView;
class NodeLink;
class SessionModel;
class StreamControl;

/// Figures in the status bar. Data frames and drawn pictures are counted apart; a figure without
/// meaning at the moment says so in words.
class StatusPanel : public QWidget {
    Q_OBJECT

public:
    /// Wait for the node after which the panel says what it waits for.
    static constexpr double unspoken_seconds = 2.0;

    StatusPanel(const SessionModel& model, const NodeLink& link, const FlowView& view,
                const StreamControl& control, QWidget* parent = nullptr);

    /// Sets the name of an own node's data, shown in place of an address; empty: the node is another.
    void name_files(const QString& name);
    /// Sets the value under the cursor, shown at the right; empty: none.
    void show_probed(const QString& text);

    [[nodiscard]] double data_frames_per_second() const noexcept { return data_frames_.per_second(); }
    [[nodiscard]] double drawn_frames_per_second() const noexcept { return drawn_frames_.per_second(); }
    [[nodiscard]] double megabytes_per_second() const noexcept { return bytes_.per_second() * 1e-6; }

private:
    QLabel* add_field(const QString& caption, const QString& widest, const QString& tip);
    void sample();
    void show_figures();
    [[nodiscard]] QString node_text() const;
    [[nodiscard]] QString address() const;
    [[nodiscard]] QString data_text() const;
    [[nodiscard]] QString drawn_text() const;
    [[nodiscard]] QString age_text() const;
    [[nodiscard]] QString waiting_text() const;
    [[nodiscard]] QString left_text() const;
    [[nodiscard]] double usual_interval() const;

    const SessionModel& model_;
    const NodeLink& link_;
    const FlowView& view_;
    const StreamControl& control_;
    QTimer timer_;
    QString files_;  ///< empty: an address is shown
    std::uint64_t frames_seen_ = 0;
    double quiet_since_ = 0.0;  ///< seconds; time of the last frame, or from which one was due
    RateMeter data_frames_, drawn_frames_, bytes_;
    QLabel* node_;
    QLabel* round_trip_;
    QLabel* throughput_;
    QLabel* data_;
    QLabel* drawn_;
    QLabel* repeats_;
    QLabel* drops_;
    QLabel* ring_;
    QLabel* age_;
    QLabel* slots_;
    QLabel* probed_;
    QLabel* left_;
    QLabel* waiting_;
};

}  // namespace farfield::app
