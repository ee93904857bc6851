#pragma once

#include "compute_node/terrain/heights/height_source.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace farfield::terrain {

/// Posts along a side.
constexpr std::int64_t min_fractal_posts = 2;
constexpr std::int64_t max_fractal_posts = 1 << 20;
/// Posts farther apart would miss the ridges, closer ones would find nothing between those there are.
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

/// A terrain that is worked out as it is read, no row of it kept. The same bits for any number of threads and
/// any rows at once. Row 0 is the northernmost, but in the classic one, where a row is y in metres. Throws
/// std::runtime_error naming the limit when a setting exceeds one.
[[nodiscard]] std::unique_ptr<HeightSource> make_fractal(const FractalSettings& settings);

/// "fractal:N", "fractal:N:SEED" or "fractal-bench:N" (the classic one), of N x N posts.
[[nodiscard]] bool is_fractal_name(std::string_view name);
/// Throws std::runtime_error naming it when it is no such name, or N or SEED is out of range.
[[nodiscard]] std::unique_ptr<HeightSource> open_fractal(std::string_view name);

}  // namespace farfield::terrain
