#pragma once

#include "model/calls/array_sum.h"

#include <cstddef>
#include <span>

namespace farfield::node {

/// Adds the vectors element by element, in their order, in binary64. vectors: call.bytes() bytes; sum:
/// call.vector_bytes() bytes, both big-endian.
void sum_arrays(const model::ArraySumCall& call, std::span<const std::byte> vectors,
                std::span<std::byte> sum);

}  // namespace farfield::node
