#pragma once

#include <string>

namespace farfield::app {

/// Stands around the making of a Qt application that opens windows: without a display to open them on Qt
/// would end the program with a core dump. Threads: Qt's own.
class DisplayDemand {
public:
    /// program: its name, for the message. Throws std::runtime_error, with the cure, when no display is
    /// named. A QT_QPA_PLATFORM that is set counts as one. While it lives, a display that is named but cannot
    /// be opened ends the program with one line and exit code 1.
    explicit DisplayDemand(const std::string& program);
    ~DisplayDemand();
    DisplayDemand(const DisplayDemand&) = delete;
    DisplayDemand& operator=(const DisplayDemand&) = delete;
};

}  // namespace farfield::app
