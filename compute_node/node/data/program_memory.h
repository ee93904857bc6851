#pragma once

#include "compute_node/node/datasets/memory_budget.h"
#include "net/message/control_messages.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace farfield::node {

/// Approximate memory of a program, in bytes, beside its send buffers.
inline constexpr std::uint64_t bytes_of_particle = 80;  ///< a particle's state, with its cell
inline constexpr std::uint64_t bytes_of_seed = 128;     ///< with its cell, in the lists of rakes and programs

/// Memory that one program holds in the budget of all programs. Threads: one.
class ProgramMemory {
public:
    /// budget: null where memory is not counted.
    explicit ProgramMemory(std::shared_ptr<MemoryBudget> budget) : budget_{std::move(budget)} {}

    /// Sets the bytes that are held from now on: called before memory is taken, and after some was freed.
    /// Throws net::RpcError, LimitExceeded, and then holds as much as before. what: its use, in the message.
    void hold(const std::string& what, std::uint64_t bytes)
    {
        if (!budget_) return;
        if (held_ && bytes <= held_->bytes()) return held_->shrink_to(bytes);
        MemoryBudget::Reservation more = budget_->reserve_for(what, bytes);
        held_.emplace(std::move(more));
    }

private:
    std::shared_ptr<MemoryBudget> budget_;
    std::optional<MemoryBudget::Reservation> held_;
};

}  // namespace farfield::node
