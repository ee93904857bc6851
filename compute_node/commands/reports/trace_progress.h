#pragma once

#include "compute_node/lines/line_tracer.h"

#include <chrono>

namespace farfield::node {

/// Shows on standard error, about once a second, how far a job is and how much memory it takes: on one line
/// that renews itself on a terminal; elsewhere as a new line each time, when asked for.
class ProgressReport {
public:
    explicit ProgressReport(bool asked_for);

    void show(const compute::TraceProgress& progress);
    /// Closes a terminal's line.
    void end();

private:
    using Clock = std::chrono::steady_clock;

    bool terminal_;
    bool wanted_;
    bool open_ = false;  ///< a line is on the terminal
    Clock::time_point begun_ = Clock::now();
    Clock::time_point shown_ = begun_;
};

}  // namespace farfield::node
