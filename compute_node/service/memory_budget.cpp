#include "compute_node/service/memory_budget.h"

#include <utility>

namespace farfield::compute {

MemoryBudget::Reservation::Reservation(std::shared_ptr<MemoryBudget> budget, std::uint64_t bytes)
    : budget_{std::move(budget)}, bytes_{bytes}
{}

MemoryBudget::Reservation::Reservation(Reservation&& other) noexcept
    : budget_{std::move(other.budget_)}, bytes_{std::exchange(other.bytes_, 0)}
{}

MemoryBudget::Reservation::~Reservation()
{
    if (!budget_) return;
    const std::lock_guard lock{budget_->mutex_};
    budget_->in_use_ -= bytes_;
    budget_->given_back_.notify_all();
}

std::optional<MemoryBudget::Reservation> MemoryBudget::reserve(std::uint64_t bytes,
                                                               std::chrono::milliseconds patience)
{
    std::unique_lock lock{mutex_};
    if (!given_back_.wait_for(lock, patience, [&] { return bytes <= max_bytes_ - in_use_; }))
        return std::nullopt;
    in_use_ += bytes;
    return Reservation{shared_from_this(), bytes};
}

std::uint64_t MemoryBudget::left() const
{
    const std::lock_guard lock{mutex_};
    return max_bytes_ - in_use_;
}

}  // namespace farfield::compute
