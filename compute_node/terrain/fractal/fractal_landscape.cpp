#include "compute_node/terrain/fractal/fractal_landscape.h"

#include "compute_node/terrain/fractal/fractal_noise.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace farfield::terrain {

namespace {

// Constants of the landscape's look, found by trial.
constexpr double ranges_metres = 24'000.0, hills_metres = 9'000.0, bends_metres = 4'100.0,
                 ridges_metres = 7'000.0;
constexpr float hills_share = 0.45F;   // part of the ranges' strength
constexpr float bend_metres = 700.0F;  // how far ridges are bent aside
constexpr float lean_metres = 750.0F;  // how far lesser ridges follow the slopes of greater ones
constexpr float ridge_gain = 0.53F;    // gain of an octave over the longer one before it
constexpr float least_gain = 0.1F;     // share of the gain that remains in the lowest places
constexpr float ridge_width = 0.2F;    // width of the first octave's rounded crests; they get sharper
constexpr float sharper = 0.7F;        // from octave to octave
constexpr float noise_scale = 1.6F;    // scales the noise to about -1 to 1
constexpr float lowland_metres = 200.0F, upland_metres = 1300.0F;
constexpr float lowland_relief_metres = 150.0F, upland_relief_metres = 2400.0F;
constexpr float mean_ridges = 0.7F;  // mean of the sum of ridges

/// std::clamp by value, which a loop of vectors can have in it.
inline float between(float x, float low, float high)
{
    const float raised = x < low ? low : x;
    return raised > high ? high : raised;
}

/// An octave's lattice for a batch: the cell at its first post, and the steps within it. In binary32
/// coordinates within a batch are exact enough; those of the whole landscape would not be.
struct Lattice {
    std::int32_t i, j;
    float x, y;
    float cosine, sine;  ///< cells a metre
    std::uint32_t salt;

    Lattice(const NoiseOctave& octave, double x_metres, double y_metres)
        : cosine{static_cast<float>(octave.cosine / octave.wavelength_metres)},
          sine{static_cast<float>(octave.sine / octave.wavelength_metres)},
          salt{octave.salt}
    {
        const double u =
            (x_metres * octave.cosine - y_metres * octave.sine) / octave.wavelength_metres + octave.offset_x;
        const double v =
            (x_metres * octave.sine + y_metres * octave.cosine) / octave.wavelength_metres + octave.offset_y;
        i = static_cast<std::int32_t>(std::floor(u));
        j = static_cast<std::int32_t>(std::floor(v));
        x = static_cast<float>(u - std::floor(u));
        y = static_cast<float>(v - std::floor(v));
    }

    /// The noise at some metres from the batch's first post.
    [[nodiscard]] NoiseSample at(float east, float south) const
    {
        return gradient_noise(i, j, x + (east * cosine - south * sine), y + (east * sine + south * cosine),
                              salt);
    }
};

/// The next octave, turned by atan(3/4) against the one before it, which leads to no direction twice.
NoiseOctave octave_after(const NoiseOctave& before, double wavelength_metres, std::uint32_t seed)
{
    const std::uint32_t salt = before.salt + 1;
    constexpr double unit = 1.0 / 4'294'967'296.0;
    return {.wavelength_metres = wavelength_metres,
            .cosine = before.cosine * 0.8 - before.sine * 0.6,
            .sine = before.sine * 0.8 + before.cosine * 0.6,
            .offset_x = lattice_hash(0, 1, salt + seed) * unit,
            .offset_y = lattice_hash(1, 0, salt + seed) * unit,
            .salt = salt};
}

}  // namespace

/// State of each post: metres from the batch's first, the sum of ridges so far, and the next one's start.
struct FractalLandscape::Batch {
    using Values = std::array<float, batch_posts>;
    Values east, south, upland, sum, gain, lean_east, lean_south;

    void begin(const Lattice& ranges, const Lattice& hills, const Lattice& bend_x, const Lattice& bend_y,
               float spacing);
    void add_ridges(const Lattice& lattice, float width);
    [[nodiscard]] float height(std::int64_t i) const
    {
        return lowland_metres + upland_metres * upland[i] +
               (lowland_relief_metres + upland_relief_metres * upland[i]) * (sum[i] - mean_ridges);
    }
};

void FractalLandscape::Batch::begin(const Lattice& ranges, const Lattice& hills, const Lattice& bend_x,
                                    const Lattice& bend_y, float spacing)
{
#pragma omp simd
    for (std::int64_t i = 0; i < batch_posts; ++i) {
        const float x = static_cast<float>(static_cast<std::int32_t>(i)) * spacing;
        const float strength = ranges.at(x, 0).value + hills_share * hills.at(x, 0).value;
        const float share = between(strength + 0.5F, 0.0F, 1.0F);
        upland[i] = share * share * (3 - 2 * share);
        east[i] = x + bend_metres * bend_x.at(x, 0).value;
        south[i] = bend_metres * bend_y.at(x, 0).value;
        sum[i] = lean_east[i] = lean_south[i] = 0.0F;
        gain[i] = 1.0F;
    }
}

void FractalLandscape::Batch::add_ridges(const Lattice& lattice, float width)
{
    // The lattice's directions, turned back.
    const float size = std::sqrt(lattice.cosine * lattice.cosine + lattice.sine * lattice.sine);
    const float cosine = lattice.cosine / size, sine = lattice.sine / size;
#pragma omp simd
    for (std::int64_t i = 0; i < batch_posts; ++i) {
        const NoiseSample noise =
            lattice.at(east[i] + lean_metres * lean_east[i], south[i] + lean_metres * lean_south[i]);
        const float value = noise_scale * noise.value;
        const float downhill = -value * noise_scale * gain[i];
        lean_east[i] += downhill * (noise.dx * cosine + noise.dy * sine);
        lean_south[i] += downhill * (noise.dy * cosine - noise.dx * sine);
        sum[i] += gain[i] * (1 - std::sqrt(value * value + width * width));
        gain[i] *= ridge_gain * between(sum[i], least_gain, 1.0F);
    }
}

FractalLandscape::FractalLandscape(std::uint32_t seed, double spacing_metres)
    : spacing_metres_{spacing_metres}
{
    // Seeds are far apart, so that one's octaves are not the next one's.
    const std::uint32_t far = lattice_hash(static_cast<std::int32_t>(seed), 0, 1);
    ranges_ = octave_after(
        {.wavelength_metres = 0, .cosine = 1, .sine = 0, .offset_x = 0, .offset_y = 0, .salt = far},
        ranges_metres, far);
    hills_ = octave_after(ranges_, hills_metres, far);
    bend_x_ = octave_after(hills_, bends_metres, far);
    bend_y_ = octave_after(bend_x_, bends_metres, far);
    NoiseOctave last = bend_y_;
    for (double wavelength = ridges_metres; wavelength >= 2 * spacing_metres; wavelength /= 2)
        ridges_.push_back(last = octave_after(last, wavelength, far));
}

void FractalLandscape::fill(std::int64_t row, std::int64_t first_column, std::span<float> heights) const
{
    const auto posts = static_cast<std::int64_t>(heights.size());
    for (std::int64_t i = 0; i < posts; i += batch_posts)
        fill_batch(row, first_column + i, heights.subspan(i, std::min(batch_posts, posts - i)));
}

void FractalLandscape::fill_batch(std::int64_t row, std::int64_t first_column, std::span<float> heights) const
{
    const double x = static_cast<double>(first_column) * spacing_metres_;
    const double y = static_cast<double>(row) * spacing_metres_;
    const auto lattice = [&](const NoiseOctave& octave) { return Lattice{octave, x, y}; };
    Batch batch{};
    batch.begin(lattice(ranges_), lattice(hills_), lattice(bend_x_), lattice(bend_y_),
                static_cast<float>(spacing_metres_));
    float width = ridge_width;
    for (const NoiseOctave& octave : ridges_) {
        batch.add_ridges(lattice(octave), width);
        width *= sharper;
    }
    for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = batch.height(static_cast<std::int64_t>(i));
}

}  // namespace farfield::terrain
