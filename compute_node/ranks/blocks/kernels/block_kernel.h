#pragma once

#include "compute_node/ranks/blocks/block_samples.h"

#include <span>

namespace farfield::compute {

/// Samples a block of a field as the particle kernels sample the whole. Throws nothing.
void take_samples(const Field& block, std::span<const glm::vec3> positions, float time,
                  std::span<PlaceSample> samples) noexcept;

}  // namespace farfield::compute
