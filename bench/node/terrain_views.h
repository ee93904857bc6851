// The views in the benchmarks of terrain: the classic fractal terrain, seen by three cameras.
#pragma once

#include "compute_node/terrain/heights/height_source.h"
#include "compute_node/terrain/rays/view_rays.h"
#include "compute_node/terrain/tree/height_blocks.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace farfield::node {

/// A terrain's heights in memory, a metre between posts.
struct BenchHeights {
    std::int64_t posts = 0;      ///< along each side
    std::vector<float> heights;  ///< [posts][posts]
};

/// Heights of the classic fractal terrain.
[[nodiscard]] BenchHeights bench_heights(std::int64_t posts);
/// heights: must outlive the source.
[[nodiscard]] std::unique_ptr<terrain::HeightSource> source_of(const BenchHeights& heights);

/// An eye at (0.12, 0.15) of the terrain's sides that looks diagonally over its posts, 60 degrees wide.
struct BenchCamera {
    const char* name = "";
    double metres_up = 0.0;  ///< over the ground
    double sides_up = 0.0;   ///< over the ground, in sides of the terrain
    double pitch_degrees = 0.0;
};
inline constexpr std::array bench_cameras{BenchCamera{"low", 20.0, 0.0, -4.0},
                                          BenchCamera{"middle", 150.0, 0.0, -15.0},
                                          BenchCamera{"high", 0.0, 0.25, -35.0}};

struct BenchSize {
    int width = 0;
    int height = 0;
};
inline constexpr std::array bench_sizes{BenchSize{256, 256}, BenchSize{1024, 768}, BenchSize{1920, 1080}};

[[nodiscard]] terrain::ViewRays rays_of(const terrain::HeightBlocks& terrain, const BenchCamera& camera,
                                        BenchSize size);

/// Memory for a view.
class BenchPicture {
public:
    explicit BenchPicture(BenchSize size);
    [[nodiscard]] terrain::ViewImage image() { return {range_, elevation_}; }
    [[nodiscard]] const std::vector<float>& range() const { return range_; }

private:
    std::vector<float> range_, elevation_;
};

}  // namespace farfield::node
