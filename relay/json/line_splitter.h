#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace farfield::net::relay {

/// Cuts bytes that come in any portions into lines. A line that is too long is only counted, not kept, so
/// that a peer without newlines takes no memory. Threads: one.
class LineSplitter {
public:
    /// most_bytes: of a line, without its end. Reserves the memory for one line.
    explicit LineSplitter(std::size_t most_bytes) : most_bytes_{most_bytes} { begun_.reserve(most_bytes); }

    /// Calls line(std::string_view) for each line that ends in these bytes, without "\n" or "\r\n", and
    /// too_long() for each that is longer than it may be.
    void add(std::string_view bytes, auto&& line, auto&& too_long)
    {
        for (std::size_t end = 0; (end = bytes.find('\n')) != std::string_view::npos;) {
            finish(bytes.substr(0, end), line, too_long);
            bytes.remove_prefix(end + 1);
        }
        if (begun_.size() + bytes.size() > most_bytes_ + 1) is_too_long_ = true;  // 1: of "\r"
        if (!is_too_long_) begun_ += bytes;
    }

    /// Tells that no bytes follow: a rest without a newline is a line, too.
    void end(auto&& line, auto&& too_long)
    {
        if (is_too_long_ || !begun_.empty()) finish({}, line, too_long);
    }

private:
    void finish(std::string_view rest, auto&& line, auto&& too_long)
    {
        if (begun_.size() + rest.size() > most_bytes_ + 1) is_too_long_ = true;
        std::string_view whole = rest;
        if (!begun_.empty() && !is_too_long_) whole = begun_ += rest;
        if (whole.ends_with('\r')) whole.remove_suffix(1);
        if (is_too_long_ || whole.size() > most_bytes_)
            too_long();
        else
            line(whole);
        begun_.clear();
        is_too_long_ = false;
    }

    std::size_t most_bytes_;
    std::string begun_;  ///< beginning of the line that has no end yet
    bool is_too_long_ = false;
};

}  // namespace farfield::net::relay
