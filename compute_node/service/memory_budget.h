#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace farfield::compute {

/// Memory that several may take up to a limit. It only counts: who reserves takes the memory.
/// Threads: any.
class MemoryBudget : public std::enable_shared_from_this<MemoryBudget> {
public:
    /// Made with std::make_shared: reservations keep it.
    explicit MemoryBudget(std::uint64_t max_bytes) : max_bytes_{max_bytes} {}

    /// Given back when it is destroyed.
    class Reservation {
    public:
        Reservation(Reservation&& other) noexcept;
        Reservation& operator=(Reservation&& other) = delete;
        ~Reservation();
        [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

    private:
        friend class MemoryBudget;
        Reservation(std::shared_ptr<MemoryBudget> budget, std::uint64_t bytes);

        std::shared_ptr<MemoryBudget> budget_;
        std::uint64_t bytes_;
    };

    /// Nothing when so much is not left. patience: waits so long for others to give theirs back.
    [[nodiscard]] std::optional<Reservation> reserve(std::uint64_t bytes,
                                                     std::chrono::milliseconds patience = {});
    [[nodiscard]] std::uint64_t max_bytes() const { return max_bytes_; }
    [[nodiscard]] std::uint64_t left() const;

private:
    const std::uint64_t max_bytes_;
    mutable std::mutex mutex_;
    std::condition_variable given_back_;
    std::uint64_t in_use_ = 0;
};

}  // namespace farfield::compute
