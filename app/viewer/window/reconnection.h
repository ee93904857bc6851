#pragma once

#include <QObject>
#include <QTimer>
#include <chrono>
#include <functional>
#include <string>

#include "app/viewer/session/node_link.h"
#include "app/viewer/window/banner.h"

namespace farfield::app {

/// Tries to reach a lost node until it is back, at growing intervals, and says so in the banner. A refusal,
/// or another connection by the user, ends that. Threads: the GUI's.
class Reconnection : public QObject {
    Q_OBJECT

public:
    /// connect: connects to the last node, with the window's document.
    Reconnection(NodeLink& link, Banner& banner, std::function<void()> connect, QObject* parent);

    /// Begins after the node was lost. why: a sentence without its end.
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
