#include "app/layers/entities/recent_ages.h"

#include <algorithm>

namespace farfield::app {
namespace {

constexpr std::uint64_t second_ns = 1'000'000'000;

}  // namespace

void RecentAges::add(double age_ms, std::uint64_t now_ns)
{
    ages_ms_.at(next_) = static_cast<float>(age_ms);
    next_ = (next_ + 1) % most;
    count_ = std::min(count_ + 1, most);
    const std::uint64_t second = now_ns / second_ns;
    if (second != second_) {
        in_last_second_ = second == second_ + 1 ? in_second_ : 0;
        in_second_ = 0;
        second_ = second;
    }
    ++in_second_;
}

double RecentAges::percentile(double part) const
{
    if (count_ == 0) return 0.0;
    auto ages = ages_ms_;
    const auto end = ages.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto place = ages.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(count_ - 1));
    std::nth_element(ages.begin(), place, end);
    return double{*place};
}

double RecentAges::per_second(std::uint64_t now_ns) const
{
    const std::uint64_t second = now_ns / second_ns;
    if (second == second_) return static_cast<double>(in_last_second_);
    return second == second_ + 1 ? static_cast<double>(in_second_) : 0.0;
}

}  // namespace farfield::app
