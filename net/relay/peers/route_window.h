#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace farfield::net::relay {

/// What the number of a message says of it.
enum class RouteVerdict {
    New,
    Seen,  ///< it came before
    Old,   ///< before the window: it may have come
};

/// Which of the last 65,536 numbers of one origin have come. Threads: one.
class RouteWindow {
public:
    static constexpr std::uint64_t numbers = 65'536;

    /// The verdict, after which a new number has come.
    RouteVerdict note(std::uint64_t number)
    {
        if (number > newest_) {
            move_to(number);
        } else if (newest_ - number >= numbers) {
            return RouteVerdict::Old;
        }
        std::uint64_t& word = words_[number / bits % words_.size()];
        const std::uint64_t bit = std::uint64_t{1} << (number % bits);
        if ((word & bit) != 0) return RouteVerdict::Seen;
        word |= bit;
        return RouteVerdict::New;
    }

    [[nodiscard]] std::uint64_t newest() const { return newest_; }

private:
    static constexpr std::uint64_t bits = 64;

    void move_to(std::uint64_t number)
    {
        if (number - newest_ >= numbers) {
            words_.fill(0);
        } else {
            for (std::uint64_t next = newest_ + 1; next <= number; ++next)
                words_[next / bits % words_.size()] &= ~(std::uint64_t{1} << (next % bits));
        }
        newest_ = number;
    }

    std::array<std::uint64_t, numbers / bits> words_{};
    std::uint64_t newest_ = 0;
};

/// The numbers of one origin, in runs: a relay begins to count at the time, in ns, at which it was started,
/// so that a number far from all others begins a run. One that was started anew, its clock set back or not,
/// is heard, then, and a forged number silences none that are true: a run says of numbers that they are too
/// old only when it has gone on for a while. Threads: one.
class RouteRuns {
public:
    static constexpr std::uint64_t run_gap = std::uint64_t{1} << 32U;  ///< 4.3 s between two starts
    static constexpr std::size_t most = 4;
    static constexpr std::uint64_t established = 64;  ///< numbers of a run that is believed

    /// As RouteWindow::note().
    RouteVerdict note(std::uint64_t number)
    {
        ++uses_;
        for (Run& run : runs_)
            if (run.window && distance(run.window->newest(), number) < RouteWindow::numbers) {
                run.used = uses_;
                ++run.noted;
                return run.window->note(number);
            }
        for (const Run& run : runs_)
            if (run.noted >= established && run.window->newest() > number &&
                run.window->newest() - number < run_gap)
                return RouteVerdict::Old;
        Run& begun = *std::ranges::min_element(runs_, {}, [](const Run& run) {
            return std::pair(run.noted >= established, run.used);  // the one used longest ago makes room
        });
        begun = {std::make_unique<RouteWindow>(), uses_, 1};
        return begun.window->note(number);
    }

private:
    struct Run {
        std::unique_ptr<RouteWindow> window = nullptr;
        std::uint64_t used = 0, noted = 0;
    };
    static std::uint64_t distance(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

    std::array<Run, most> runs_{};
    std::uint64_t uses_ = 0;
};

}  // namespace farfield::net::relay
