#pragma once

#include <sys/mman.h>

#include <cerrno>
#include <memory>
#include <new>
#include <system_error>

namespace farfield::net::relay {

/// A value that this process shares with the children that it starts. T: must need no destructor.
template <class T>
class SharedMemory {
public:
    /// Throws std::system_error.
    SharedMemory()
    {
        void* const memory =
            ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
        value_.reset(new (memory) T{});
    }

    [[nodiscard]] T& operator*() const { return *value_; }
    [[nodiscard]] T* operator->() const { return value_.get(); }

private:
    struct Unmap {
        void operator()(T* value) const noexcept { ::munmap(value, sizeof(T)); }
    };
    std::unique_ptr<T, Unmap> value_;
};

}  // namespace farfield::net::relay
