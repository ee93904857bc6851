#include "compute_node/terrain/fractal/fractal_terrain.h"

#include "compute_node/support/parallel.h"
#include "compute_node/terrain/fractal/fractal_landscape.h"
#include "compute_node/terrain/fractal/fractal_noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>

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

/// Fills in the terrain of published comparisons of ray casters in this project's measurements: value noise
/// of wavelengths 1024, 512 ... 2 posts, each with a tenth of its wavelength for amplitude. Heights in
/// metres, 0 to about 200, of posts from a column on. Any number of threads at once.
void fill_classic(std::int64_t row, std::int64_t first_column, std::span<float> heights)
{
    std::fill(heights.begin(), heights.end(), 0.0F);
    std::uint32_t octave = 0;
    for (std::int64_t wavelength = longest_posts; wavelength >= 2; wavelength /= 2)
        add_octave(row, first_column, heights, wavelength, octave++);
}

constexpr std::string_view landscape_prefix = "fractal:", classic_prefix = "fractal-bench:";

/// Number of posts that a thread takes at once: batches of some rows, so that one long row occupies all
/// threads too.
constexpr std::int64_t part_posts = 64 * FractalLandscape::batch_posts;

TerrainInfo describe(const FractalSettings& settings)
{
    TerrainInfo info;
    info.name = settings.classic ? fmt::format("{}{}", classic_prefix, settings.posts)
                                 : fmt::format("{}{}:{}", landscape_prefix, settings.posts, settings.seed);
    info.format = "generated";
    info.format_name = settings.classic ? "built-in terrain for benchmarks" : "built-in fractal terrain";
    info.columns = info.rows = settings.posts;
    info.unit = "metre";
    const double spacing = settings.spacing_metres;
    info.frame.spacing = {spacing, settings.classic ? spacing : -spacing};
    info.frame.origin = {0.0, settings.classic ? 0.0 : static_cast<double>(settings.posts - 1) * spacing};
    return info;
}

class FractalTerrain final : public HeightSource {
public:
    explicit FractalTerrain(const FractalSettings& settings)
        : settings_{settings}, info_{describe(settings)}, landscape_{settings.seed, settings.spacing_metres}
    {}

    [[nodiscard]] const TerrainInfo& info() const override { return info_; }
    void read_rows(std::int64_t first, std::int64_t count, std::span<float> heights) override;

private:
    FractalSettings settings_;
    TerrainInfo info_;
    FractalLandscape landscape_;
};

void FractalTerrain::read_rows(std::int64_t first, std::int64_t count, std::span<float> heights)
{
    check_rows(info_, first, count, heights.size());
    const std::int64_t parts_a_row = (info_.columns + part_posts - 1) / part_posts;
    parallel_sum(count * parts_a_row, settings_.threads, [&](std::int64_t part) {
        const std::int64_t row = part / parts_a_row, column = part % parts_a_row * part_posts;
        const auto room =
            heights.subspan(row * info_.columns + column, std::min(part_posts, info_.columns - column));
        if (settings_.classic)
            fill_classic(first + row, column, room);
        else
            landscape_.fill(first + row, column, room);
        return std::uint64_t{0};
    });
}

void check_settings(const FractalSettings& settings)
{
    if (settings.posts < min_fractal_posts || settings.posts > max_fractal_posts)
        throw std::runtime_error(fmt::format("cannot make a fractal terrain of {0} x {0} posts: expected {1} "
                                             "to max_fractal_posts = {2} along a side",
                                             settings.posts, min_fractal_posts, max_fractal_posts));
    // Written so that NaN is refused.
    if (!(settings.spacing_metres >= min_fractal_spacing_metres &&
          settings.spacing_metres <= max_fractal_spacing_metres))
        throw std::runtime_error(
            fmt::format("cannot make a fractal terrain with posts {} m apart: expected {} to "
                        "max_fractal_spacing_metres = {}",
                        settings.spacing_metres, min_fractal_spacing_metres, max_fractal_spacing_metres));
}

template <class Number>
std::optional<Number> number_in(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

[[noreturn]] void throw_no_name(std::string_view name)
{
    throw std::runtime_error(fmt::format(
        "no built-in terrain '{}': expected fractal:N, fractal:N:SEED or fractal-bench:N, with N from {} to "
        "max_fractal_posts = {} posts along a side and SEED from 0 to {}",
        name, min_fractal_posts, max_fractal_posts, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

std::unique_ptr<HeightSource> make_fractal(const FractalSettings& settings)
{
    FractalSettings made = settings;
    if (made.classic) made.spacing_metres = 1.0;
    check_settings(made);
    return std::make_unique<FractalTerrain>(made);
}

bool is_fractal_name(std::string_view name)
{
    return name.starts_with(landscape_prefix) || name.starts_with(classic_prefix);
}

std::unique_ptr<HeightSource> open_fractal(std::string_view name)
{
    if (!is_fractal_name(name)) throw_no_name(name);
    FractalSettings settings;
    settings.classic = name.starts_with(classic_prefix);
    const std::string_view numbers = name.substr(name.find(':') + 1);
    const std::size_t colon = numbers.find(':');
    const auto posts = number_in<std::int64_t>(numbers.substr(0, colon));
    if (!posts || *posts < min_fractal_posts || *posts > max_fractal_posts) throw_no_name(name);
    settings.posts = *posts;
    if (colon != std::string_view::npos) {
        const auto seed = number_in<std::uint32_t>(numbers.substr(colon + 1));
        if (!seed || settings.classic) throw_no_name(name);
        settings.seed = *seed;
    }
    return make_fractal(settings);
}

}  // namespace farfield::terrain
