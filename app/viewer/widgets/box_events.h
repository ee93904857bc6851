#pragma once

#include <QObject>

class QKeyEvent;
class QWheelEvent;

namespace farfield::app {

/// What boxes of the whole program do with wheel and keys: a box that has not the focus leaves the wheel to
/// what it lies in, so that scrolling over it changes nothing; one that has it keeps the space bar, which
/// otherwise is a menu's. It listens for as long as it lives. Threads: the GUI's.
class BoxEvents : public QObject {
    Q_OBJECT

public:
    explicit BoxEvents(QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace farfield::app
