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

namespace farfield::compute {

/// Memory that open datasets and terrains may take together. It only counts: who reserves takes the memory.
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

    /// let_go: lets go of what is kept though nobody uses it, when memory is short. To be added before
    /// anybody reserves; what it refers to must live for as long as somebody may.
    void add_keeper(std::function<void()> let_go) { keepers_.push_back(std::move(let_go)); }
    /// As reserve(), but what is kept though nobody uses it makes room.
    [[nodiscard]] std::optional<Reservation> reserve_making_room(std::uint64_t bytes);
    /// The same. Throws net::RpcError with the limit max_dataset_bytes. what: it is for, in the message.
    [[nodiscard]] Reservation reserve_for(const std::string& what, std::uint64_t bytes);

    [[nodiscard]] std::uint64_t max_bytes() const { return max_bytes_; }
    [[nodiscard]] std::uint64_t left() const;

private:
    const std::uint64_t max_bytes_;
    mutable std::mutex mutex_;
    std::condition_variable given_back_;
    std::uint64_t in_use_ = 0;
    std::vector<std::function<void()>> keepers_;
};

}  // namespace farfield::compute
