#include "compute_node/terrain/fractal/fractal_classic.h"

#include "compute_node/terrain/fractal/fractal_noise.h"

#include <algorithm>

namespace farfield::terrain {

namespace {

constexpr std::int64_t longest_posts = 1024;

/// Value of a lattice point, 0 to 1.
float value_at(std::int64_t x, std::int64_t y, std::uint32_t octave)
{
    return static_cast<float>(
               lattice_hash(static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), octave)) *
           (1.0F / 4'294'967'296.0F);
}

/// Adds an octave along a part of a row: the four values of a cell serve all its posts.
void add_octave(std::int64_t row, std::int64_t first, std::span<float> heights, std::int64_t wavelength,
                std::uint32_t octave)
{
    const float cell = static_cast<float>(wavelength), amplitude = 0.10F * cell;
    const float sy = smooth_step(static_cast<float>(row % wavelength) / cell);
    const std::int64_t b = row / wavelength, end = first + static_cast<std::int64_t>(heights.size());
    for (std::int64_t begin = first; begin < end;) {
        const std::int64_t a = begin / wavelength, stop = std::min(end, (a + 1) * wavelength);
        const float p = value_at(a, b, octave), q = value_at(a + 1, b, octave);
        const float r = value_at(a, b + 1, octave), t = value_at(a + 1, b + 1, octave);
        for (std::int64_t i = begin; i < stop; ++i) {
            const float sx =
                smooth_step(static_cast<float>(static_cast<std::int32_t>(i - a * wavelength)) / cell);
            heights[i - first] += amplitude * (p + (q - p) * sx + (r - p) * sy + (p - q - r + t) * sx * sy);
        }
        begin = stop;
    }
}

}  // namespace

void fill_classic(std::int64_t row, std::int64_t first_column, std::span<float> heights)
{
    std::fill(heights.begin(), heights.end(), 0.0F);
    std::uint32_t octave = 0;
    for (std::int64_t wavelength = longest_posts; wavelength >= 2; wavelength /= 2)
        add_octave(row, first_column, heights, wavelength, octave++);
}

}  // namespace farfield::terrain
