#pragma once

#include "compute_node/node/turns/compute_turns.h"
#include "net/session/program.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace farfield::node {

/// How many programs compute at once: `concurrent`, or where that is 0 as many teams of so many threads (0:
/// as OpenMP would take) as there are cores for, one at least.
[[nodiscard]] std::size_t turns_at_once(int threads, std::uint32_t concurrent);

/// A program that makes its frames when its turn has come, and counts what they cost. It borrows the turns.
/// session: its name.
[[nodiscard]] std::unique_ptr<net::Program> take_turns(ComputeTurns& turns, const std::string& session,
                                                       std::unique_ptr<net::Program> program);

}  // namespace farfield::node
