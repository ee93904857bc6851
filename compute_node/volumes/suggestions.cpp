#include "compute_node/volumes/suggestions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace farfield::compute {

namespace {

constexpr int candidates = 64;

/// Of bricks with a valid node.
std::vector<float> middles_of(const ScalarField& field)
{
    std::vector<float> middles;
    for (const Bricks& bricks : field.bricks)
        for (std::size_t brick = 0; brick < bricks.size(); ++brick)
            if (bricks.least[brick] <= bricks.greatest[brick])
                middles.push_back(0.5F * bricks.least[brick] + 0.5F * bricks.greatest[brick]);
    return middles;
}

float quantile(std::vector<float>& values, double part)
{
    const auto at = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
}

std::int64_t crossed_bricks(const ScalarField& field, float value)
{
    std::int64_t crossed = 0;
    for (const Bricks& bricks : field.bricks)
        for (std::size_t brick = 0; brick < bricks.size(); ++brick)
            crossed += straddles(bricks, brick, value) ? 1 : 0;
    return crossed;
}

}  // namespace

std::optional<float> suggested_isovalue(const ScalarField& field)
{
    if (!(field.least < field.greatest)) return std::nullopt;
    std::vector<float> middles = middles_of(field);
    const auto bricks = static_cast<std::int64_t>(middles.size());
    float low = quantile(middles, 0.05), high = quantile(middles, 0.95);
    if (!(low < high)) {  // a brick or two
        const float margin = 0.05F * (field.greatest - field.least);
        low = field.least + margin, high = field.greatest - margin;
    }
    float best = low;
    std::int64_t least_miss = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < candidates; ++i) {
        const float value = low + (high - low) * static_cast<float>(i) / (candidates - 1);
        const std::int64_t miss = std::abs(10 * crossed_bricks(field, value) - bricks);
        if (miss >= least_miss) continue;
        least_miss = miss;
        best = value;
    }
    return best;
}

}  // namespace farfield::compute
