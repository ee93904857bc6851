#include "tests/net/counting_allocator.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> count{0};

void* counted(std::size_t bytes) noexcept
{
    count.fetch_add(1, std::memory_order_relaxed);
    return std::malloc(bytes > 0 ? bytes : 1);
}

void* counted_or_throw(std::size_t bytes)
{
    if (void* memory = counted(bytes)) return memory;
    throw std::bad_alloc();
}
}  // namespace

std::size_t farfield::net::test::allocations() noexcept
{
    return count.load(std::memory_order_relaxed);
}

void* operator new(std::size_t bytes)
{
    return counted_or_throw(bytes);
}
void* operator new[](std::size_t bytes)
{
    return counted_or_throw(bytes);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept
{
    return counted(bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept
{
    return counted(bytes);
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}
