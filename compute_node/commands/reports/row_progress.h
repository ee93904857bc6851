#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace farfield::node {

/// Shows on a terminal's standard error, about once a second and on one line, the progress of work.
class RowProgress {
public:
    RowProgress();
    ~RowProgress() { end(); }
    RowProgress(const RowProgress&) = delete;
    RowProgress& operator=(const RowProgress&) = delete;

    /// Shows progress. part: done, in [0, 1]; what: the work, "reading heights".
    void show(double part, const std::string& what);
    /// Shows progress with the number of things so far, and a second. things: "rays".
    void show(double part, std::uint64_t count, const std::string& things);
    /// Closes the line.
    void end();

private:
    using Clock = std::chrono::steady_clock;

    bool is_due();

    bool terminal_;
    bool open_ = false;  ///< a line is on the terminal
    bool counting_ = false;
    Clock::time_point begun_ = Clock::now();  ///< begin of the count
    Clock::time_point shown_ = begun_;
};

}  // namespace farfield::node
