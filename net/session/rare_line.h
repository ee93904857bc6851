#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace farfield::net {

/// A warning in the log that a flood of peers would repeat: the first comes at once; of those that follow
/// within ten seconds only the number, with the next one. Threads: one.
class RareLine {
public:
    void warn(const std::string& text);

private:
    static constexpr std::chrono::seconds pause{10};

    std::uint64_t left_out_ = 0;
    std::chrono::steady_clock::time_point due_{};
};

}  // namespace farfield::net
