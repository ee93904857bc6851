#include "compute_node/support/large_pages.h"

#include <cstdint>

#include <sys/mman.h>

namespace farfield {

namespace {

constexpr std::uintptr_t large_page = std::uintptr_t{2} << 20;
#ifdef MADV_COLLAPSE
constexpr int collapse = MADV_COLLAPSE;
#else
constexpr int collapse = 25;  // older headers; older kernels refuse it
#endif

void advise_whole_pages(std::span<const std::byte> memory, int advice) noexcept
{
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
    const std::uintptr_t first = (begin + large_page - 1) / large_page * large_page;
    const std::uintptr_t end = (begin + memory.size()) / large_page * large_page;
    if (first >= end) return;
    const auto whole_pages = memory.subspan(first - begin, end - first);
    (void)madvise(const_cast<std::byte*>(whole_pages.data()), whole_pages.size(), advice);
}

}  // namespace

void fill_in_large_pages(std::span<std::byte> memory) noexcept
{
    advise_whole_pages(memory, MADV_HUGEPAGE);
}

void keep_in_large_pages(std::span<const std::byte> memory) noexcept
{
    advise_whole_pages(memory, collapse);
}

}  // namespace farfield
