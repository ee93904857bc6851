#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace farfield::net {

/// The machine's physical memory in bytes, divided by `divisor`.
[[nodiscard]] std::uint64_t part_of_memory(std::uint64_t divisor);

/// The memory that objects of one kind may take together, in all sessions: open datasets and terrains, send
/// buffers, programs, calls. It only counts: the caller takes the memory after it has reserved it. Threads:
/// any.
class MemoryBudget : public std::enable_shared_from_this<MemoryBudget> {
public:
    /// Made with std::make_shared, since reservations keep the budget alive. limit: the budget's name in
    /// errors. users: the name of the memory's users, in errors.
    explicit MemoryBudget(std::uint64_t max_bytes, std::string limit = "max_dataset_bytes",
                          std::string users = "open datasets and terrains");

    /// Reserved bytes of the budget; the destructor returns them to it.
    class Reservation {
    public:
        Reservation(Reservation&& other) noexcept;
        Reservation& operator=(Reservation&& other) = delete;
        ~Reservation();
        [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
        /// Returns a part of the reservation to the budget. bytes: new size, no more than bytes().
        void shrink_to(std::uint64_t bytes);

    private:
        friend class MemoryBudget;
        Reservation(std::shared_ptr<MemoryBudget> budget, std::uint64_t bytes);

        std::shared_ptr<MemoryBudget> budget_;
        std::uint64_t bytes_;
    };

    /// Reserves bytes; nullopt when fewer are left. patience: time to wait until others return theirs.
    [[nodiscard]] std::optional<Reservation> reserve(std::uint64_t bytes,
                                                     std::chrono::milliseconds patience = {});

    /// evict: evicts objects that are kept without a user, when memory is short. To be added before the
    /// first reservation; the objects it refers to must outlive the last one.
    void add_cache_owner(std::function<void()> evict) { cache_owners_.push_back(std::move(evict)); }
    /// Reserves like reserve(), but evicts objects without a user to make room.
    [[nodiscard]] std::optional<Reservation> reserve_making_room(std::uint64_t bytes);
    /// Reserves likewise; throws RpcError, LimitExceeded with the limit's name. what: use, for errors.
    [[nodiscard]] Reservation reserve_for(const std::string& what, std::uint64_t bytes);

    [[nodiscard]] std::uint64_t max_bytes() const { return max_bytes_; }
    [[nodiscard]] std::uint64_t left() const;

private:
    void give_back(std::uint64_t bytes);

    const std::uint64_t max_bytes_;
    const std::string limit_, users_;
    mutable std::mutex mutex_;
    std::condition_variable given_back_;
    std::uint64_t in_use_ = 0;
    std::vector<std::function<void()>> cache_owners_;
};

}  // namespace farfield::net
