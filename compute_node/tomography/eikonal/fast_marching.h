#pragma once

#include "compute_node/tomography/eikonal/time_field.h"
#include "compute_node/tomography/lattices/slowness_model.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace farfield::tomography {

/// Solves for one source by fast marching (Sethian, PNAS 93 (1996)) with the same additive factoring and
/// second-order differences where two nodes behind are accepted and in order. Slower than sweeping, but it
/// ends in any medium. Begins from the nodes that the lane holds.
/// rest: tau of the field, for output, field.stride apart. held: [padded nodes], see SweepArrays.
void march_again(const SlownessModel& model, const TimeField& field, float* rest,
                 std::span<const std::uint16_t> held, std::size_t lane);

}  // namespace farfield::tomography
