#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "net/relay/json/json_line.h"

namespace farfield::net::relay {

/// What becomes of lines. Called on the reader's thread.
struct LineSink {
    /// Takes an entity over. False where there is no room for its id.
    std::function<bool(const JsonEntity& entity, std::uint32_t input, std::uint64_t sender)> take;
    /// After all that were there at once.
    std::function<void()> taken;
    /// A line for a log: of one input at most one a second.
    std::function<void(const std::string& text)> warn;
};

/// received = refused + taken.
struct LineCounters {
    std::uint64_t received = 0, refused = 0, taken = 0;
};

/// Where lines come from: a connection, the datagrams of an input, or the standard input.
struct LineSource {
    Endpoint from = {};       ///< zeros: the standard input
    std::uint64_t lines = 0;  ///< that came

    /// As Message::sender.
    [[nodiscard]] std::uint64_t sender() const { return std::uint64_t{from.address} << 16U | from.port; }
};

/// Reads the lines of one input, counts them, and says which were refused and why.
/// Threads: one, but for counters().
class LineInput {
public:
    /// text: as on the command line. sink: borrowed.
    LineInput(std::uint32_t number, std::string text, const LineFrame& frame, const LineSink& sink);

    /// One line of a source; an empty one is passed over.
    void take(std::string_view line, LineSource& source);
    /// A line of more than max_json_line bytes.
    void take_too_long(LineSource& source);
    /// What is wrong with a source itself.
    void warn(const LineSource& source, const std::string& why);

    [[nodiscard]] LineCounters counters() const;

private:
    void count(bool is_taken);
    void refuse(const LineSource& source, const std::string& why);

    const std::uint32_t number_;
    const std::string text_;
    const LineFrame frame_;
    const LineSink& sink_;
    mutable std::mutex mutex_;
    LineCounters counters_;  ///< guarded by the mutex
    std::uint64_t left_out_ = 0;
    std::chrono::steady_clock::time_point due_{};  ///< of the next line for the log
};

}  // namespace farfield::net::relay
