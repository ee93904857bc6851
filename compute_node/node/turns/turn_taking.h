#pragma once

#include "compute_node/node/turns/compute_turns.h"
#include "net/session/program.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace farfield::node {

/// Of turns that take so many threads each (0: as OpenMP would take): `concurrent` at once, or where that is
/// 0 as many such teams as there are cores for, one at least, which those that wait divide among them.
[[nodiscard]] TurnLimits turn_limits(int threads, std::uint32_t concurrent);

/// A program that makes its frames when its turn has come, and counts what they cost. It borrows the turns.
/// session: its name.
[[nodiscard]] std::unique_ptr<net::Program> take_turns(ComputeTurns& turns, const std::string& session,
                                                       std::unique_ptr<net::Program> program);

}  // namespace farfield::node
