#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <utility>

namespace farfield::net {

/// Room for one pending Asio operation, used again and again, so that waiting or posting takes nothing from
/// the heap. Asio gives the room back before it calls the handler. A second operation while the first is
/// pending, or one too large, gets heap memory. Threads: any. Must outlive the operation (its handler keeps
/// the owner alive).
class HandlerMemory {
public:
    HandlerMemory() = default;
    HandlerMemory(const HandlerMemory&) = delete;
    HandlerMemory& operator=(const HandlerMemory&) = delete;

    [[nodiscard]] void* take(std::size_t bytes)
    {
        if (bytes > room_.size() || taken_.exchange(true, std::memory_order_acquire))
            return ::operator new(bytes);
        return room_.data();
    }

    void give_back(void* memory) noexcept
    {
        if (memory == room_.data())
            taken_.store(false, std::memory_order_release);
        else
            ::operator delete(memory);
    }

private:
    alignas(std::max_align_t) std::array<std::byte, 256> room_{};
    std::atomic<bool> taken_{false};
};

/// An allocator for Asio that takes memory from a HandlerMemory.
template <typename T>
class HandlerAllocator {
public:
    using value_type = T;

    explicit HandlerAllocator(HandlerMemory& memory) noexcept : memory_(&memory) {}
    template <typename U>
    HandlerAllocator(const HandlerAllocator<U>& other) noexcept : memory_(other.memory())
    {}

    [[nodiscard]] T* allocate(std::size_t count) { return static_cast<T*>(memory_->take(count * sizeof(T))); }
    void deallocate(T* memory, std::size_t) noexcept { memory_->give_back(memory); }
    [[nodiscard]] HandlerMemory* memory() const noexcept { return memory_; }

    template <typename U>
    bool operator==(const HandlerAllocator<U>& other) const noexcept
    {
        return memory_ == other.memory();
    }

private:
    HandlerMemory* memory_;
};

/// A completion handler whose operation lies in a HandlerMemory.
template <typename Function>
class RecycledHandler {
public:
    using allocator_type = HandlerAllocator<void*>;

    RecycledHandler(HandlerMemory& memory, Function function)
        : memory_(&memory), function_(std::move(function))
    {}

    [[nodiscard]] allocator_type get_allocator() const noexcept { return allocator_type(*memory_); }

    template <typename... Arguments>
    void operator()(Arguments&&... arguments)
    {
        function_(std::forward<Arguments>(arguments)...);
    }

private:
    HandlerMemory* memory_;
    Function function_;
};

}  // namespace farfield::net
