#pragma once

#include "compute_node/particles/particle_system.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfield::node {

/// Seeds along each axis of the standard tracing workload.
inline constexpr std::uint32_t standard_seeds = 46;

/// The standard tracing workload: the field `cell` at 128^3 nodes, 46^3 = 97,336 seeds in a lattice, step
/// 0.01. The flow stays within its domain, so all particles stay alive.
[[nodiscard]] compute::ParticleSystem standard_workload(int threads, std::uint32_t steps_per_frame,
                                                        std::uint32_t seeds_per_axis = standard_seeds);

/// Room for frames that are made at once, each aligned as a frame must be.
class FrameRoom {
public:
    explicit FrameRoom(std::uint64_t frame_bytes, std::size_t frames = 1);
    [[nodiscard]] std::span<const std::span<std::byte>> outputs() const { return outputs_; }

private:
    struct alignas(16) Row {
        float xyzs[4];
    };
    std::vector<std::vector<Row>> rows_;  ///< [frames]
    std::vector<std::span<std::byte>> outputs_;
};

/// Seconds that `frames` frames take, with as many made at once as there is room for.
double seconds_for(compute::ParticleSystem& particles, const FrameRoom& room, compute::ByteOrder order,
                   std::size_t frames);

}  // namespace farfield::node
