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

/// The machine's physical memory, divided by so much, in bytes.
[[nodiscard]] std::uint64_t part_of_memory(std::uint64_t divisor);

/// The memory that objects of one kind may take together, in all sessions: open datasets and terrains, send
/// buffers, programs, calls. It only counts: the caller takes the memory after it has reserved it. Threads:
/// any.
class MemoryBudget : public std::enable_shared_from_this<MemoryBudget> {
public:
    /// Made with std::make_shared: reservations keep it. limit: its name in errors. users: the name of its
    /// users, in errors.
    explicit MemoryBudget(std::uint64_t max_bytes, std::string limit = "max_dataset_bytes",
                          std::string users = "open datasets and terrains");

    /// Given back when it is destroyed.
    class Reservation {
    public:
        Reservation(Reservation&& other) noexcept;
        Reservation& operator=(Reservation&& other) = delete;
        ~Reservation();
        [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
        /// Gives some of it back. bytes: no more than there are.
        void shrink_to(std::uint64_t bytes);

    private:
        friend class MemoryBudget;
        Reservation(std::shared_ptr<MemoryBudget> budget, std::uint64_t bytes);

        std::shared_ptr<MemoryBudget> budget_;
        std::uint64_t bytes_;
    };

    /// Nothing when so much is not left. patience: waits so long for others to give theirs back.
    [[nodiscard]] std::optional<Reservation> reserve(std::uint64_t bytes,
                                                     std::chrono::milliseconds patience = {});

    /// evict: evicts objects that are kept without a user, when memory is short. To be added before the
    /// first reservation; the objects it refers to must outlive the last one.
    void add_cache_owner(std::function<void()> evict) { cache_owners_.push_back(std::move(evict)); }
    /// As reserve(), but objects without a user are evicted to make room.
    [[nodiscard]] std::optional<Reservation> reserve_making_room(std::uint64_t bytes);
    /// The same. Throws RpcError, LimitExceeded with the limit's name. what: it is for, in the message.
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
