#pragma once

#include "compute_node/node/turns/compute_turns.h"
#include "net/service/program.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace farfield::node {

/// Limits of turns with so many threads each (0: as OpenMP would take): `concurrent` at once, or, where that
/// is 0, as many such teams as the cores hold, at least one; waiting programs divide the threads among them.
[[nodiscard]] TurnLimits turn_limits(int threads, std::uint32_t concurrent);

/// A program that makes its frames when its turn has come, and counts their cost. It borrows the turns.
/// session: name of its session.
[[nodiscard]] std::unique_ptr<net::Program> take_turns(ComputeTurns& turns, const std::string& session,
                                                       std::unique_ptr<net::Program> program);

}  // namespace farfield::node
