#pragma once

#include <QDockWidget>
#include <QTimer>
#include <array>

#include "app/viewer/session/frame_figures.h"

class QLabel;

namespace farfield::app {

class FlowView;
class NodeLink;
class StreamControl;
class TimeBar;

/// Dock with the shown frame's times: compute, wait, network, ring, draw; and the latency of the last
/// interaction.
class FrameDock : public QDockWidget {
    Q_OBJECT

public:
    FrameDock(const NodeLink& link, const FlowView& view, const StreamControl& control,
              QWidget* parent = nullptr);

private:
    void show_frame();

    const NodeLink& link_;
    const FlowView& view_;
    const StreamControl& control_;
    QTimer timer_;
    TimeBar* bar_;
    std::array<QLabel*, 5> times_{};
    QLabel* total_;
    QLabel* latency_;
    QLabel* particles_;
    QLabel* frame_;
};

}  // namespace farfield::app
