#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace farfield::app {

/// Ages of the last `most` messages, and their rate per second. Allocates nothing. Threads: one.
class RecentAges {
public:
    static constexpr std::size_t most = 2048;

    void add(double age_ms, std::uint64_t now_ns);
    /// Age that this part, 0 to 1, of the last messages does not exceed; 0 before the first.
    [[nodiscard]] double percentile(double part) const;
    /// Messages in the last whole second.
    [[nodiscard]] double per_second(std::uint64_t now_ns) const;

private:
    std::array<float, most> ages_ms_{};
    std::size_t next_ = 0, count_ = 0;
    std::uint64_t second_ = 0;  ///< number of the second counted by in_second_
    std::uint64_t in_second_ = 0, in_last_second_ = 0;
};

}  // namespace farfield::app
