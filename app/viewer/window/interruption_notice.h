#pragma once

#include <QObject>
#include <QTimer>
#include <chrono>

#include "app/viewer/session/node_link.h"
#include "app/viewer/window/banner.h"

namespace farfield::app {

/// Shows in the banner that the connections to the node broke, since when, and how long the node still keeps
/// the session; hides it when the session is resumed. Threads: the GUI thread.
class InterruptionNotice : public QObject {
    Q_OBJECT

public:
    InterruptionNotice(NodeLink& link, Banner& banner, QObject* parent);

private:
    using Clock = std::chrono::steady_clock;

    void begin(const net::Interruption& interruption);
    void end();
    void show_line();

    NodeLink& link_;
    Banner& banner_;
    QTimer each_second_;
    QString why_;
    Clock::time_point since_, kept_until_;
};

}  // namespace farfield::app
