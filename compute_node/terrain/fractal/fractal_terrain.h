#pragma once

#include "compute_node/terrain/heights/height_source.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace farfield::terrain {

/// Least and largest number of posts along a side.
constexpr std::int64_t min_fractal_posts = 2;
constexpr std::int64_t max_fractal_posts = 1 << 20;
/// Limits of spacing: posts farther apart would miss the ridges, closer ones would add no detail.
constexpr double max_fractal_spacing_metres = 1'000.0;
constexpr double min_fractal_spacing_metres = 0.1;

struct FractalSettings {
    std::int64_t posts = 1024;  ///< along each side
    std::uint32_t seed = 1;
    double spacing_metres = 30.0;
    /// fill_classic()'s terrain, a metre between posts; it has no seed and no other spacing.
    bool classic = false;
    int threads = 0;  ///< 0: as many as OpenMP takes
};

/// A terrain that is computed as it is read, no row of it kept. The same bits for any number of threads and
/// any rows at once. Row 0 is the northernmost, but in the classic one, where a row is y in metres. Throws
/// std::runtime_error naming the limit when a setting exceeds one.
[[nodiscard]] std::unique_ptr<HeightSource> make_fractal(const FractalSettings& settings);

/// True for "fractal:N", "fractal:N:SEED" or "fractal-bench:N" (the classic one), of N x N posts.
[[nodiscard]] bool is_fractal_name(std::string_view name);
/// Opens a terrain by such a name. Throws std::runtime_error naming any other, or an N or SEED out of range.
[[nodiscard]] std::unique_ptr<HeightSource> open_fractal(std::string_view name);

}  // namespace farfield::terrain
