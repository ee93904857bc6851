#pragma once

#include "compute_node/support/parallel.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace farfield::compute {

/// Calls body(i) for i in [0, count), on up to `threads` threads. Throws the first of the bodies' exceptions,
/// once all are done: nothing may leave a parallel loop.
template <class Body>
void trace_side_by_side(std::size_t count, int threads, const Body& body)
{
    std::vector<std::exception_ptr> errors(count);
    parallel_sum(static_cast<std::int64_t>(count), threads, [&](std::int64_t i) {
        try {
            body(static_cast<std::size_t>(i));
        } catch (...) {
            errors[i] = std::current_exception();
        }
        return 0;
    });
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

}  // namespace farfield::compute
