#pragma once

#include <array>
#include <cstdint>
#include <memory>

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
/// so that numbers farther apart than run_gap are of different runs. One that was started anew with its clock
/// set back is heard, then, and no forged number silences those that come. Threads: one.
class RouteRuns {
public:
    static constexpr std::uint64_t run_gap = std::uint64_t{1} << 32U;  ///< 4.3 s between two starts
    static constexpr std::size_t most = 4;  ///< the one used longest ago makes room

    /// As RouteWindow::note().
    RouteVerdict note(std::uint64_t number)
    {
        ++uses_;
        Run* run = &runs_.front();
        for (Run& one : runs_) {
            if (one.window && distance(one.window->newest(), number) < run_gap) {
                one.used = uses_;
                return one.window->note(number);
            }
            if (one.used < run->used) run = &one;
        }
        *run = {std::make_unique<RouteWindow>(), uses_};
        return run->window->note(number);
    }

private:
    struct Run {
        std::unique_ptr<RouteWindow> window = nullptr;
        std::uint64_t used = 0;
    };
    static std::uint64_t distance(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

    std::array<Run, most> runs_{};
    std::uint64_t uses_ = 0;
};

}  // namespace farfield::net::relay
