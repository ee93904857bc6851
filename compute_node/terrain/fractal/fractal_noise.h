#pragma once

#include <cmath>
#include <cstdint>

namespace farfield::terrain {

/// Pseudo-random bits of a lattice point and a salt.
inline std::uint32_t lattice_hash(std::int32_t x, std::int32_t y, std::uint32_t salt)
{
    std::uint32_t h = static_cast<std::uint32_t>(x) * 374'761'393U +
                      static_cast<std::uint32_t>(y) * 668'265'263U + salt * 2'246'822'519U;
    h = (h ^ (h >> 13)) * 1'274'126'177U;
    h ^= h >> 16;
    h *= 2'246'822'519U;
    return h ^ (h >> 13);
}

/// Rises from 0 to 1 with x, level at both to the second derivative. Source: Perlin (below), section 3.
inline float smooth_step(float x)
{
    return x * x * x * (x * (x * 6 - 15) + 10);
}

/// A noise's value, about -0.7 to 0.7, and its derivatives along x and y.
struct NoiseSample {
    float value;
    float dx, dy;
};

/// Corner of a cell: a plane of random slope that is 0 there, at an offset from it.
struct NoiseCorner {
    float gx, gy, value;

    NoiseCorner(std::int32_t x, std::int32_t y, std::uint32_t salt, float fx, float fy)
    {
        const std::uint32_t hash = lattice_hash(x, y, salt);
        constexpr float unit = 1.0F / 32'768.0F;
        gx = static_cast<float>(static_cast<std::int32_t>(hash & 0xFFFFU)) * unit - 1.0F;
        gy = static_cast<float>(static_cast<std::int32_t>(hash >> 16)) * unit - 1.0F;
        value = gx * fx + gy * fy;
    }
};

/// Gradient noise on a lattice of unit cells, (x, y) from lattice point (i, j).
/// Source: Perlin, "Improving Noise", SIGGRAPH 2002; gradients here are of any length up to the root of 2.
inline NoiseSample gradient_noise(std::int32_t i, std::int32_t j, float x, float y, std::uint32_t salt)
{
    const float left = std::floor(x), below = std::floor(y);
    i += static_cast<std::int32_t>(left);
    j += static_cast<std::int32_t>(below);
    const float fx = x - left, fy = y - below;
    const NoiseCorner a{i, j, salt, fx, fy}, b{i + 1, j, salt, fx - 1, fy};
    const NoiseCorner c{i, j + 1, salt, fx, fy - 1}, d{i + 1, j + 1, salt, fx - 1, fy - 1};
    const float u = smooth_step(fx), v = smooth_step(fy);
    const float du = 30 * fx * fx * (fx * (fx - 2) + 1), dv = 30 * fy * fy * (fy * (fy - 2) + 1);
    const float along_x = b.value - a.value, along_y = c.value - a.value;
    const float both = a.value - b.value - c.value + d.value;
    const float gx = a.gx + u * (b.gx - a.gx) + v * (c.gx - a.gx) + u * v * (a.gx - b.gx - c.gx + d.gx);
    const float gy = a.gy + u * (b.gy - a.gy) + v * (c.gy - a.gy) + u * v * (a.gy - b.gy - c.gy + d.gy);
    return {a.value + u * along_x + v * along_y + u * v * both, gx + du * (along_x + v * both),
            gy + dv * (along_y + u * both)};
}

}  // namespace farfield::terrain
