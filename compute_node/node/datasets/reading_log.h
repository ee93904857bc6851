#pragma once

#include <chrono>
#include <string>

namespace farfield::node {

/// Reports to the node's log the progress of reading a large terrain, every few seconds, and its end.
/// A terrain that is read sooner is not reported. Threads: one.
class ReadingLog {
public:
    explicit ReadingLog(const std::string& name);
    ~ReadingLog();
    ReadingLog(const ReadingLog&) = delete;
    ReadingLog& operator=(const ReadingLog&) = delete;

    /// part: done, in [0, 1].
    void report(double part);

private:
    using Clock = std::chrono::steady_clock;

    std::string name_;
    Clock::time_point begun_ = Clock::now(), reported_ = begun_;
    double part_ = 0.0;
};

/// Reports to the node's log that data are read again because their files changed. name: "terrain 'dem.tif'".
void log_reread(const std::string& name);

}  // namespace farfield::node
