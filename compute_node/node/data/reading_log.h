#pragma once

#include <chrono>
#include <string>

namespace farfield::node {

/// Tells the node's log how far the reading of a large terrain is, every few seconds, and what came of it.
/// What is read sooner goes without a word. Threads: one.
class ReadingLog {
public:
    explicit ReadingLog(const std::string& name);
    ~ReadingLog();
    ReadingLog(const ReadingLog&) = delete;
    ReadingLog& operator=(const ReadingLog&) = delete;

    /// part: done, in [0, 1].
    void tell(double part);

private:
    using Clock = std::chrono::steady_clock;

    std::string name_;
    Clock::time_point begun_ = Clock::now(), told_ = begun_;
    double part_ = 0.0;
};

/// Tells the node's log that something is read again, its files having changed. name: "terrain 'dem.tif'".
void log_reread(const std::string& name);

}  // namespace farfield::node
