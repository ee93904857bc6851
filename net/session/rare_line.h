#pragma once

#include <chrono>
#include <cstdint>
#include <spdlog/spdlog.h>
#include <string>
#include <utility>

namespace farfield::net {

/// A log warning that a flood of peers would repeat: the first is written at once; those within the next ten
/// seconds are only counted, and the next one tells their number. Threads: one.
class RareLine {
public:
    void warn(const std::string& text)
    {
        const auto now = std::chrono::steady_clock::now();
        if (now < due_) {
            ++left_out_;
            return;
        }
        due_ = now + pause;
        if (const auto others = std::exchange(left_out_, 0); others > 0)
            spdlog::warn("{} (and {} like it before)", text, others);
        else
            spdlog::warn("{}", text);
    }

private:
    static constexpr std::chrono::seconds pause{10};

    std::uint64_t left_out_ = 0;
    std::chrono::steady_clock::time_point due_{};
};

}  // namespace farfield::net
