#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace farfield::terrain {

/// Gradient noise of one wavelength, on a lattice that is turned and moved against the others', so that no
/// direction shows and no place is a lattice point of all.
struct NoiseOctave {
    double wavelength_metres;
    double cosine, sine;
    double offset_x, offset_y;
    std::uint32_t salt;
};

/// Mountains and valleys without end: lowlands and ranges of 24 km, in them ridges of 7 km and less that
/// lean downhill, as gullies do, and are the smoother the lower they are.
/// Source of the ridges: de Carpentier and Bidarra, "Interactive GPU-based procedural heightfield brushes",
/// FDG 2009 ("Swiss turbulence"), with ridges rounded.
/// The same bits for the same seed, spacing and post, whatever else is asked for.
class FractalLandscape {
public:
    /// Number of posts that are computed together; a row's batches begin at multiples of it.
    static constexpr std::int64_t batch_posts = 64;

    FractalLandscape(std::uint32_t seed, double spacing_metres);

    /// Heights in metres, about 0 to 4500, of posts from a column that is a multiple of batch_posts. Any
    /// number of threads at once.
    void fill(std::int64_t row, std::int64_t first_column, std::span<float> heights) const;

private:
    struct Batch;
    void fill_batch(std::int64_t row, std::int64_t first_column, std::span<float> heights) const;

    double spacing_metres_;
    NoiseOctave ranges_{}, hills_{}, bend_x_{}, bend_y_{};
    std::vector<NoiseOctave> ridges_;  ///< from the longest wavelength down to two posts
};

}  // namespace farfield::terrain
