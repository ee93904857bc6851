#include "tests/render/counting_allocator.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t allocations = 0;

void* counted(std::size_t bytes)
{
    ++allocations;
    if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
    throw std::bad_alloc();
}

}  // namespace

std::size_t farfield::render::test::allocations_of_this_thread()
{
    return allocations;
}

void* operator new(std::size_t bytes)
{
    return counted(bytes);
}

void* operator new[](std::size_t bytes)
{
    return counted(bytes);
}

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept
{
    ++allocations;
    return std::malloc(bytes > 0 ? bytes : 1);
}

void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept
{
    ++allocations;
    return std::malloc(bytes > 0 ? bytes : 1);
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
