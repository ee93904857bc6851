#pragma once

#include "compute_node/particles/particle_system.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfield::compute {

/// The standard tracing workload: the field `cell` at 128^3 nodes, 46^3 = 97,336 seeds in a lattice, step
/// 0.01. The flow stays within its domain, so all particles stay alive.
[[nodiscard]] ParticleSystem standard_workload(int threads, std::uint32_t steps_per_frame);

/// Room for a frame, where a frame must begin.
class FrameRoom {
public:
    explicit FrameRoom(std::uint64_t bytes) : rows_(bytes / sizeof(Row)) {}
    [[nodiscard]] std::span<std::byte> bytes() { return std::as_writable_bytes(std::span{rows_}); }

private:
    struct alignas(16) Row {
        float xyzs[4];
    };
    std::vector<Row> rows_;
};

/// Seconds that `frames` frames take.
double seconds_for(ParticleSystem& particles, FrameRoom& room, ByteOrder order, int frames);

}  // namespace farfield::compute
