#pragma once

#include <cstddef>

namespace farfield::render::test {

/// How often this thread has allocated with operator new.
std::size_t allocations_of_this_thread();

}  // namespace farfield::render::test
