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

}  // namespace farfield::net::relay
