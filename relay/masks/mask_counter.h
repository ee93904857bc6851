#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace farfield::net::relay {

/// Counts for each of 64 bits the masks in which it was set. The counts lie across words: word i has bit i of
/// all counts, so that adding a mask takes a few operations, whatever the number of its bits.
/// Source: Harley and Seal's carry-save adder, in H. Warren, "Hacker's Delight", 2nd ed. 2012, section 5-1.
/// Threads: one.
class MaskCounter {
public:
    void add(std::uint64_t mask)
    {
        for (std::size_t i = 0; mask != 0 && i < planes_.size(); ++i) {
            const std::uint64_t carry = planes_[i] & mask;
            planes_[i] ^= mask;
            mask = carry;
        }
    }
    /// Subtracts a mask; the counts of its bits must be above 0.
    void subtract(std::uint64_t mask)
    {
        for (std::size_t i = 0; mask != 0 && i < planes_.size(); ++i) {
            const std::uint64_t borrow = ~planes_[i] & mask;
            planes_[i] ^= mask;
            mask = borrow;
        }
    }

    [[nodiscard]] std::uint64_t count(std::uint32_t bit) const
    {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < planes_.size(); ++i) count |= (planes_[i] >> bit & 1U) << i;
        return count;
    }
    void clear(std::uint32_t bit)
    {
        for (std::uint64_t& plane : planes_) plane &= ~(std::uint64_t{1} << bit);
    }

private:
    std::array<std::uint64_t, 64> planes_{};
};

}  // namespace farfield::net::relay
