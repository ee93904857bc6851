#pragma once

#include "compute_node/support/long_task.h"
#include "compute_node/support/parallel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace farfield::compute {

/// Number of items of a range of for_ranges(): the n-th range begins with item n x range_items.
inline constexpr std::size_t range_items = std::size_t{1} << 14U;

[[nodiscard]] constexpr std::size_t ranges_in(std::size_t items)
{
    return (items + range_items - 1) / range_items;
}

/// Calls body(begin, end) for ranges that are all of [0, items), on as many threads as OpenMP would take; the
/// calling thread checks in between that its work is still wanted, and else throws std::runtime_error. body
/// must not throw, and must write to its own items alone.
template <class Body>
void for_ranges(std::size_t items, const Body& body)
{
    constexpr std::size_t at_once = 64;
    const std::size_t ranges = ranges_in(items);
    for (std::size_t first = 0; first < ranges; first += at_once) {
        check_wanted();
        const std::size_t count = std::min(at_once, ranges - first);
        parallel_sum(static_cast<std::int64_t>(count), 0, [&](std::int64_t number) {
            const std::size_t begin = (first + static_cast<std::size_t>(number)) * range_items;
            body(begin, std::min(begin + range_items, items));
            return 0;
        });
    }
}

}  // namespace farfield::compute
