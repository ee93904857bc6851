#pragma once

#include "compute_node/node/datasets/memory_budget.h"
#include "net/message/control_messages.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace farfield::node {

/// About what a program takes, in bytes, beside its send buffers.
inline constexpr std::uint64_t bytes_of_particle = 80;  ///< its state, with its cell
inline constexpr std::uint64_t bytes_of_seed = 128;     ///< with its cell, in the lists of rakes and programs

/// Memory that one program has of what all programs may take together. Threads: one.
class ProgramMemory {
public:
    /// budget: null where nothing is counted.
    explicit ProgramMemory(std::shared_ptr<MemoryBudget> budget) : budget_{std::move(budget)} {}

    /// To be called before so much is taken, and after some was given back: what is held from now on. Throws
    /// net::RpcError, LimitExceeded, and then holds what it did. what: it is for, in the message.
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
