#pragma once

#include <string>

namespace farfield::app {

/// Guard around the construction of a Qt application with windows: without a display Qt
/// would end the program with a core dump. Threads: Qt's own.
class DisplayDemand {
public:
    /// program: its name, for the message. Throws std::runtime_error, with the cure, when no display is
    /// named. A set QT_QPA_PLATFORM counts as one. During the guard's life, a named display that cannot
    /// be opened ends the program with one line and exit code 1.
    explicit DisplayDemand(const std::string& program);
    ~DisplayDemand();
    DisplayDemand(const DisplayDemand&) = delete;
    DisplayDemand& operator=(const DisplayDemand&) = delete;
};

}  // namespace farfield::app
