#pragma once

#include <QObject>

class QKeyEvent;
class QWheelEvent;

namespace farfield::app {

/// Wheel and keys for all boxes of the program: a box without the focus passes the wheel on to
/// its parent, so that scrolling over it changes nothing; a box with the focus gets the space bar, which
/// a menu would take. Active during its life. Threads: the GUI's.
class BoxEvents : public QObject {
    Q_OBJECT

public:
    explicit BoxEvents(QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace farfield::app
