#pragma once

#include <QObject>

namespace farfield::app {

class Banner;
class ResumeControl;

/// Shows in the banner a session that can be resumed, and performs the user's choice. Threads: the GUI's.
class ResumeNotice : public QObject {
    Q_OBJECT

public:
    ResumeNotice(ResumeControl& resume, Banner& banner, QObject* parent);
};

}  // namespace farfield::app
