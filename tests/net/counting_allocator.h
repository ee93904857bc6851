#pragma once

#include <cstddef>

namespace farfield::net::test {

/// How often all threads of this program have allocated with operator new.
[[nodiscard]] std::size_t allocations() noexcept;

}  // namespace farfield::net::test
