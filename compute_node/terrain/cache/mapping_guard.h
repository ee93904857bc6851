#pragma once

#include <atomic>
#include <cstddef>
#include <span>

namespace farfield::terrain {

/// Keeps the program alive when the file of a mapping is cut: reading bytes that the file has no more, or
/// that its disk cannot read, raises SIGBUS, which ends a program. As long as a guard lives, all of its
/// mapping turns into zeros instead, and has_failed() is true. A SIGBUS elsewhere ends the program as before.
/// Threads: any may read the mapping and call has_failed().
class MappingGuard {
public:
    /// memory: of whole pages; is_written: it may be written, too. Unmap it after the guard is gone.
    MappingGuard(std::span<std::byte> memory, bool is_written);
    ~MappingGuard();
    MappingGuard(const MappingGuard&) = delete;
    MappingGuard& operator=(const MappingGuard&) = delete;

    [[nodiscard]] bool has_failed() const { return has_failed_.load(std::memory_order_acquire); }

    /// For the signal's handler alone. True when `address` is in the mapping, which is zeros from then on.
    bool turn_into_zeros(const void* address) noexcept;

private:
    std::span<std::byte> memory_;
    bool is_written_;
    std::atomic<bool> has_failed_{false};
};

}  // namespace farfield::terrain
