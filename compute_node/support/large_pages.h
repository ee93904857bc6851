#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace farfield {

/// Asks the kernel to keep memory that has been filled in pages of 2 MiB, where it can (Linux 6.1, and
/// anonymous memory without a file). Scattered accesses to an array then need few entries of the processor's
/// page tables: tracing past the cache takes a sixth less time. Failures are ignored.
void keep_in_large_pages(std::span<const std::byte> memory) noexcept;
/// The same for memory that has not been written to yet: no bytes need be copied then.
void fill_in_large_pages(std::span<std::byte> memory) noexcept;

/// A vector of `count` values in such memory.
template <class T>
[[nodiscard]] std::vector<T> in_large_pages(std::size_t count)
{
    std::vector<T> values;
    values.reserve(count);
    fill_in_large_pages({reinterpret_cast<std::byte*>(values.data()), count * sizeof(T)});
    values.resize(count);
    return values;
}

}  // namespace farfield
