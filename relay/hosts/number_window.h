#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace farfield::net::relay {

/// Set of the last 65,536 numbers of a sequence that came, so that each is taken once. Threads: one.
class NumberWindow {
public:
    static constexpr std::uint64_t size = 65'536;

    enum class Seen { New, Again, TooOld };
    /// Takes a number. TooOld: it is below the window, so it may have come before.
    Seen add(std::uint64_t number)
    {
        if (!has_any_ || number > highest_) {
            move_to(number);
        } else {
            if (highest_ - number >= size) return Seen::TooOld;
            if (has(number)) return Seen::Again;
        }
        word_of(number) |= bit_of(number);
        return Seen::New;
    }

    [[nodiscard]] bool has(std::uint64_t number) const
    {
        return has_any_ && number <= highest_ && highest_ - number < size &&
               (words_[number % size / 64] & bit_of(number)) != 0;
    }
    /// Bits for the 64 numbers before; bit i: number - 1 - i came.
    [[nodiscard]] std::uint64_t before(std::uint64_t number) const
    {
        std::uint64_t bits = 0;
        for (std::uint64_t i = 0; i < 64 && i < number; ++i) bits |= std::uint64_t{has(number - 1 - i)} << i;
        return bits;
    }
    [[nodiscard]] bool has_any() const { return has_any_; }
    [[nodiscard]] std::uint64_t highest() const { return highest_; }

private:
    void move_to(std::uint64_t number)
    {
        if (!has_any_ || number - highest_ >= size)
            words_.fill(0);
        else
            for (std::uint64_t next = highest_ + 1; next <= number; ++next) word_of(next) &= ~bit_of(next);
        has_any_ = true;
        highest_ = number;
    }
    [[nodiscard]] std::uint64_t& word_of(std::uint64_t number) { return words_[number % size / 64]; }
    [[nodiscard]] static std::uint64_t bit_of(std::uint64_t number)
    {
        return std::uint64_t{1} << number % 64;
    }

    std::array<std::uint64_t, size / 64> words_{};
    std::uint64_t highest_ = 0;
    bool has_any_ = false;
};

}  // namespace farfield::net::relay
