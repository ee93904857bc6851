#include "net/message/memory_budget.h"

#include "net/message/control_messages.h"

#include <fmt/format.h>

#include <unistd.h>

#include <utility>

namespace farfield::net {

namespace {

double in_mib(std::uint64_t bytes)
{
    return static_cast<double>(bytes) / (1U << 20U);
}

}  // namespace

std::uint64_t part_of_memory(std::uint64_t divisor)
{
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE)) / divisor;
}

MemoryBudget::MemoryBudget(std::uint64_t max_bytes, std::string limit, std::string users)
    : max_bytes_{max_bytes}, limit_{std::move(limit)}, users_{std::move(users)}
{}

MemoryBudget::Reservation::Reservation(std::shared_ptr<MemoryBudget> budget, std::uint64_t bytes)
    : budget_{std::move(budget)}, bytes_{bytes}
{}

MemoryBudget::Reservation::Reservation(Reservation&& other) noexcept
    : budget_{std::move(other.budget_)}, bytes_{std::exchange(other.bytes_, 0)}
{}

MemoryBudget::Reservation::~Reservation()
{
    if (budget_) budget_->give_back(bytes_);
}

void MemoryBudget::Reservation::shrink_to(std::uint64_t bytes)
{
    if (bytes >= bytes_) return;
    budget_->give_back(bytes_ - bytes);
    bytes_ = bytes;
}

void MemoryBudget::give_back(std::uint64_t bytes)
{
    const std::lock_guard lock{mutex_};
    in_use_ -= bytes;
    given_back_.notify_all();
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

std::optional<MemoryBudget::Reservation> MemoryBudget::reserve_making_room(std::uint64_t bytes)
{
    if (auto memory = reserve(bytes)) return memory;
    for (const auto& evict : cache_owners_) evict();
    return reserve(bytes);
}

MemoryBudget::Reservation MemoryBudget::reserve_for(const std::string& what, std::uint64_t bytes)
{
    auto memory = reserve_making_room(bytes);
    if (!memory)
        throw RpcError(
            RpcCode::LimitExceeded,
            fmt::format("no memory for {}: it takes about {:.1f} MiB, {:.1f} MiB are in use by {}, and {} is "
                        "{:.1f} MiB",
                        what, in_mib(bytes), in_mib(max_bytes_ - left()), users_, limit_, in_mib(max_bytes_)),
            {{"limit", limit_}, {"value", max_bytes_}, {"asked", bytes}});
    return std::move(*memory);
}

std::uint64_t MemoryBudget::left() const
{
    const std::lock_guard lock{mutex_};
    return max_bytes_ - in_use_;
}

}  // namespace farfield::net
