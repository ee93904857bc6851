#pragma once

#include <chrono>
#include <functional>

namespace farfield::node {

/// Shows on a terminal's standard error how far the reading of a large terrain is, on one line that renews
/// itself; prints nothing elsewhere.
class BuildProgress {
public:
    BuildProgress();
    ~BuildProgress() { end(); }
    BuildProgress(const BuildProgress&) = delete;
    BuildProgress& operator=(const BuildProgress&) = delete;

    /// The function that receives the part that is done. Refers to this object.
    [[nodiscard]] std::function<void(double)> shown();
    /// Closes the line.
    void end();

private:
    using Clock = std::chrono::steady_clock;

    void show(double part);

    bool terminal_;
    bool open_ = false;  ///< a line is on the terminal
    Clock::time_point shown_ = Clock::now();
};

}  // namespace farfield::node
