#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "relay/json/json_line.h"

namespace farfield::net::relay {

/// Receivers of lines' contents. Called on the reader's thread.
struct LineSink {
    /// Takes an entity. False when there is no room for its id.
    std::function<bool(const JsonEntity& entity, std::uint32_t input, std::uint64_t sender)> take;
    /// Called after all lines that were there at once.
    std::function<void()> taken;
    /// Takes a line for the log: for each input at most one a second.
    std::function<void(const std::string& text)> warn;
};

/// Counts of lines; received = refused + taken.
struct LineCounters {
    std::uint64_t received = 0, refused = 0, taken = 0;
};

/// Origin of lines: a connection, the datagrams of an input, or the standard input.
struct LineSource {
    Endpoint from = {};       ///< zeros: the standard input
    std::uint64_t lines = 0;  ///< lines that came

    /// Number as in Message::sender.
    [[nodiscard]] std::uint64_t sender() const { return std::uint64_t{from.address} << 16U | from.port; }
};

/// Reads the lines of one input, counts them, and reports the refused ones with the reason.
/// Threads: one, except for counters().
class LineInput {
public:
    /// text: the input as on the command line. sink: borrowed.
    LineInput(std::uint32_t number, std::string text, const LineFrame& frame, const LineSink& sink);

    /// Takes one line of a source; ignores an empty one.
    void take(std::string_view line, LineSource& source);
    /// Counts a line of more than max_json_line bytes as refused.
    void take_too_long(LineSource& source);
    /// Reports a fault of a source itself.
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
    LineCounters counters_;  ///< under the mutex
    std::uint64_t left_out_ = 0;
    std::chrono::steady_clock::time_point due_{};  ///< earliest time of the next line for the log
};

}  // namespace farfield::net::relay
