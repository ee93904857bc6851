#include "relay/commands/message_ages.h"

#include <algorithm>

namespace farfield::net::relay {

double MessageAges::add(double age_ms)
{
    constexpr std::size_t most = 1'000'000;
    ahead_ms_ = std::max(ahead_ms_, -age_ms);
    const double age = std::max(age_ms, 0.0);
    if (ages_ms_.size() < most)
        ages_ms_.push_back(age);
    else
        ages_ms_[next_++ % most] = age;
    return age;
}

double MessageAges::percentile(double part)
{
    if (ages_ms_.empty()) return 0.0;
    const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(ages_ms_.size() - 1));
    std::ranges::nth_element(ages_ms_, ages_ms_.begin() + place);
    return ages_ms_[static_cast<std::size_t>(place)];
}

}  // namespace farfield::net::relay
