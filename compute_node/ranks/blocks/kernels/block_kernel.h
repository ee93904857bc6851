#pragma once

#include "compute_node/fields/distributed_field.h"
#include "compute_node/fields/field.h"
#include "compute_node/lines/line_kernel.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/ranks/blocks/kernels/stage_record.h"

#include <cstddef>
#include <span>

/// Kernels of a field of which one block is in memory. Compiled for several instruction sets, as those of
/// whole fields are, with the same bits.
namespace farfield::compute {

/// Samples a block with SampleRule::Kernel. samples: [positions]. Throws nothing.
void take_samples(const Field& block, std::span<const glm::vec3> positions, float time,
                  std::span<PointSample> samples) noexcept;

/// Traces the waiting lines of a job as far as the field's resident nodes lead; a kernel for run_kernel().
void trace_resident(const LineJob& job, std::size_t begin, std::size_t end, LineBlock& block);

/// Advances particles [begin, end) by one step as advance_tile() does, as far as the record has samples.
/// Notes the places of samples that it lacks in the record, and then changes no particle.
void advance_recorded(const FrameJob& job, StageRecord& record, std::size_t begin, std::size_t end) noexcept;

}  // namespace farfield::compute
