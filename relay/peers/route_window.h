#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace farfield::net::relay {

/// Meaning of a message's number.
enum class RouteVerdict {
    New,
    Seen,  ///< the number came before
    Old,   ///< it is before the window, and may have come
};

/// Set of the last 65,536 numbers of one origin that have come. Threads: one.
class RouteWindow {
public:
    static constexpr std::uint64_t numbers = 65'536;

    /// Returns the verdict, and records a new number as come.
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

/// The numbers of one origin, in runs: a relay counts from the time, in ns, of its start, so a number far
/// from all others begins a run. So a restarted relay, its clock set back or not, is accepted, and a forged
/// number silences no true ones: only a run that has gone on for a while makes other numbers count as too
/// old. Threads: one.
class RouteRuns {
public:
    static constexpr std::uint64_t run_gap = std::uint64_t{1} << 32U;  ///< 4.3 s between two starts
    static constexpr std::size_t most = 4;
    static constexpr std::uint64_t established = 64;  ///< numbers of a run that is trusted

    /// Returns a verdict like RouteWindow::note().
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
            return std::pair(run.noted >= established, run.used);  // the run unused for longest is replaced
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
