#include "compute_node/fields/scalar_middle.h"

#include <algorithm>

namespace farfield::compute {

ScalarMiddle middle_of(std::vector<float> values)
{
    if (values.empty()) return {};
    const auto quantile = [&](double part) {
        const double rank = std::ceil(part * static_cast<double>(values.size()));
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::max(rank, 1.0)) - 1;
        std::ranges::nth_element(values, at);
        return *at;
    };
    return {quantile(0.02), quantile(0.98)};
}

}  // namespace farfield::compute
