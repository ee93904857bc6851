#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace farfield::fuzz {

/// Spoils bytes at random: the same seed always spoils them in the same way.
class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : random_(seed) {}

    /// Less than `end`; 0 when that is 0.
    [[nodiscard]] std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
    [[nodiscard]] bool one_in(std::size_t n) { return below(n) == 0; }

    /// Flips, replaces, removes, repeats and inserts; none to eight times.
    void spoil(std::vector<std::byte>& bytes);
    [[nodiscard]] std::string spoilt(const std::string& text);

private:
    void spoil_once(std::vector<std::byte>& bytes);
    void repeat_a_part(std::vector<std::byte>& bytes);

    std::mt19937_64 random_;
};

}  // namespace farfield::fuzz
