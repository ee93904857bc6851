#pragma once

#include <QObject>

namespace farfield::app {

class Banner;
class ResumeControl;

/// Shows in the banner which session can be gone on with, and does what is chosen there. Threads: the GUI's.
class ResumeNotice : public QObject {
    Q_OBJECT

public:
    ResumeNotice(ResumeControl& resume, Banner& banner, QObject* parent);
};

}  // namespace farfield::app
