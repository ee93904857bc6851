#pragma once

#include <QObject>
#include <QTimer>
#include <chrono>
#include <functional>
#include <string>

#include "app/viewer/session/node_link.h"
#include "app/viewer/window/banner.h"

namespace farfield::app {

/// Looks for a node that went away until it is back, at growing pauses, and says so in the banner. A refusal,
/// and whatever else the user connects to, ends that. Threads: the GUI's.
class Reconnection : public QObject {
    Q_OBJECT

public:
    /// connect: to the last node, with what the window shows.
    Reconnection(NodeLink& link, Banner& banner, std::function<void()> connect, QObject* parent);

    /// The node was lost. why: a sentence without its end.
    void begin(const QString& why);
    [[nodiscard]] bool is_on() const noexcept { return is_on_; }
    void try_now();

private:
    void failed(const QString& why);

    NodeLink& link_;
    Banner& banner_;
    std::function<void()> connect_;
    QString why_;
    QTimer next_;
    std::chrono::milliseconds pause_{0};
    std::string node_;
    bool is_on_ = false;
};

}  // namespace farfield::app
