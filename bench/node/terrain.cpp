#include "bench/node/suites.h"
#include "bench/node/terrain_views.h"
#include "compute_node/terrain/tree/block_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace farfield::node {

namespace {

constexpr int runs = 5;
constexpr double pixels_a_run = 1e6;  // a run takes several small pictures, or it would be too short
constexpr std::array<std::int64_t, 3> all_posts{1024, 4096, 8192};
constexpr std::int64_t most_posts_unasked = 4096;

int all_threads()
{
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Settings of the casting of a view.
struct Way {
    const char* detail = "";  ///< its part of a figure's name
    double detail_pixels = 0.0;
    int threads = 1;
};

std::vector<Way> all_ways()
{
    std::vector<Way> ways;
    for (const int threads : std::set{1, all_threads()}) {
        ways.push_back({"", 0.0, threads});
        ways.push_back({".detail1", 1.0, threads});
    }
    return ways;
}

std::string view_of(std::int64_t posts, BenchSize size, const BenchCamera& camera, const Way& way)
{
    return fmt::format("{}.{}x{}.{}{}.threads{}", posts, size.width, size.height, camera.name, way.detail,
                       way.threads);
}

/// True for the views of a viewer that moves: small exact pictures, or large ones with a pixel's detail.
bool is_shown(std::int64_t posts, BenchSize size, const Way& way)
{
    if (way.threads != all_threads()) return false;
    return size.width == 256 ? way.detail_pixels == 0.0 : size.width == 1920 && posts == 4096;
}

/// Pictures a second, a sample a run.
std::vector<double> frame_rates(const terrain::HeightBlocks& terrain, const terrain::ViewRays& rays,
                                int threads)
{
    BenchPicture picture{{rays.width, rays.height}};
    const int frames = std::max(1, static_cast<int>(pixels_a_run / (double(rays.width) * rays.height)));
    std::vector<double> rates;
    for (int run = 0; run <= runs; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        for (int frame = 0; frame < frames; ++frame)
            terrain::cast_view(terrain, rays, picture.image(), threads);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
        if (run > 0) rates.push_back(frames / seconds.count());  // the first warms up
    }
    return rates;
}

class TerrainFigures {
public:
    explicit TerrainFigures(std::string only) : only_{std::move(only)} {}

    void measure(std::int64_t posts)
    {
        if (!wants_any(posts)) return;
        const terrain::HeightBlocks terrain = build(posts);
        for (const BenchSize size : bench_sizes)
            for (const BenchCamera& camera : bench_cameras)
                for (const Way& way : all_ways()) cast(terrain, size, camera, way);
    }

    [[nodiscard]] const std::vector<model::Figure>& all() const { return figures_; }

private:
    [[nodiscard]] bool wants(const std::string& name) const { return name.starts_with(only_); }

    [[nodiscard]] bool wants_any(std::int64_t posts) const
    {
        if (only_.empty()) return posts <= most_posts_unasked;
        for (const char* kind : {"build", "bytes_per_post", "view", "frames"}) {
            const std::string name = fmt::format("terrain.{}.{}", kind, posts);
            if (only_.starts_with(name) || (name.starts_with(only_) && posts <= most_posts_unasked))
                return true;
        }
        return false;
    }

    terrain::HeightBlocks build(std::int64_t posts)
    {
        const std::string seconds_name = fmt::format("terrain.build.{}", posts),
                          bytes_name = fmt::format("terrain.bytes_per_post.{}", posts);
        const BenchHeights heights = bench_heights(posts);
        const auto source = source_of(heights);
        terrain::HeightBlocks terrain;
        std::vector<double> seconds;
        for (int run = 0; run <= (wants(seconds_name) ? runs : 0); ++run) {
            terrain = {};
            const auto begin = std::chrono::steady_clock::now();
            terrain = terrain::build_blocks(*source);
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
            if (run > 0) seconds.push_back(taken.count());
        }
        if (!seconds.empty()) figures_.push_back(model::figure_of(seconds_name, "s", seconds));
        const double bytes =
            static_cast<double>(terrain.bytes()) / (static_cast<double>(posts) * static_cast<double>(posts));
        if (wants(bytes_name)) figures_.push_back(model::figure_of(bytes_name, "bytes", std::vector{bytes}));
        return terrain;
    }

    void cast(const terrain::HeightBlocks& terrain, BenchSize size, const BenchCamera& camera, const Way& way)
    {
        const std::string view = view_of(terrain.columns, size, camera, way);
        const std::string speed_name = "terrain.view." + view, rate_name = "terrain.frames." + view;
        const bool with_rate = is_shown(terrain.columns, size, way) && wants(rate_name);
        if (!wants(speed_name) && !with_rate) return;
        terrain::ViewRays rays = rays_of(terrain, camera, size);
        rays.detail_pixels = way.detail_pixels;
        std::vector<double> rates = frame_rates(terrain, rays, way.threads);
        if (with_rate) figures_.push_back(model::figure_of(rate_name, "frames/s", rates));
        for (double& rate : rates) rate *= size.width * size.height / 1e6;
        if (wants(speed_name)) figures_.push_back(model::figure_of(speed_name, "Mrays/s", rates));
    }

    std::string only_;
    std::vector<model::Figure> figures_;
};

}  // namespace

model::Suite bench_terrain(const std::string& only)
{
    TerrainFigures figures{only};
    for (const std::int64_t posts : all_posts) figures.measure(posts);
    if (figures.all().empty())
        throw std::runtime_error(fmt::format(
            "--only: no figure's name begins with '{}'; there are terrain.build.POSTS, "
            "terrain.bytes_per_post.POSTS, terrain.frames.POSTS... and terrain.view.POSTS..., with 1024, "
            "4096 or 8192 for POSTS, such as terrain.view.1024.1920x1080.low.threads1",
            only));
    return {"terrain", figures.all()};
}

std::vector<double> small_view_rates()
{
    const BenchHeights heights = bench_heights(1024);
    const terrain::HeightBlocks terrain = terrain::build_blocks(*source_of(heights));
    return frame_rates(terrain, rays_of(terrain, bench_cameras.front(), bench_sizes.front()), 0);
}

}  // namespace farfield::node
