#pragma once

#include "compute_node/particles/particle_system.h"

#include <glm/vec4.hpp>

#include <cmath>
#include <cstring>
#include <span>
#include <vector>

namespace farfield::compute::testing {

/// Frames in native order as a vector of x y z s.
using Frame = std::vector<glm::vec4>;

struct alignas(16) AlignedRow {
    float xyzs[4];
};

inline ParticleSettings settings_with(double step, std::uint32_t max_age = 1000)
{
    ParticleSettings settings;
    settings.step = step;
    settings.max_age_frames = max_age;
    return settings;
}

inline Frame next_frame(ParticleSystem& particles)
{
    std::vector<AlignedRow> rows(particles.particles());
    particles.write_frame(std::as_writable_bytes(std::span{rows}), ByteOrder::Native);
    Frame frame(rows.size());
    if (!rows.empty()) std::memcpy(frame.data(), rows.data(), frame.size() * sizeof(glm::vec4));
    return frame;
}

inline std::vector<std::byte> next_bytes(ParticleSystem& particles, ByteOrder order)
{
    std::vector<AlignedRow> rows(particles.particles());
    particles.write_frame(std::as_writable_bytes(std::span{rows}), order);
    const auto bytes = std::as_bytes(std::span{rows});
    return {bytes.begin(), bytes.end()};
}

inline bool is_dead(const glm::vec4& p)
{
    return std::isnan(p.x) && std::isnan(p.y) && std::isnan(p.z) && std::isnan(p.w);
}

/// Equal bit for bit, NaN included.
inline bool same_bits(const Frame& a, const Frame& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::vec4)) == 0;
}

}  // namespace farfield::compute::testing
